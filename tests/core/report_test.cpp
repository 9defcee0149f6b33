#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/json.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Statistics around(double median_s) {
  Statistics s;
  s.samples = 11;
  s.median = median_s;
  s.min = 0.9 * median_s;
  s.q1 = 0.95 * median_s;
  s.q3 = 1.05 * median_s;
  s.ci95 = std::pair(0.97 * median_s, 1.03 * median_s);
  return s;
}

Row timed_row(const char* name, double median_s, std::uint64_t additions) {
  Row row;
  row.algorithm = name;
  row.n = 1024;
  row.padded_n = 1024;
  row.on_device = std::string_view(name) != "serial";
  row.pattern = "course";
  row.seed = 5109;
  row.answer = RowAnswer{{{512, Scalar(515.5F)}}, Scalar(1037.625F), false};
  row.check = Check{true, 0, std::nullopt, 0, 0, 0};
  row.work = Work{10, additions, 81920, 1023, 8192};
  row.rounds = 11;
  row.time_s = around(median_s);
  row.wall_time_s = around(median_s);
  return row;
}

Report report_of(std::vector<Row> rows) {
  Report report;
  report.tool = this_tool();
  report.started = "2026-01-01T00:00:00Z";
  report.host = this_host();
  report.rows = std::move(rows);
  return report;
}

std::string lesson_of(const std::vector<Row>& rows) {
  std::vector<const Row*> pointers;
  pointers.reserve(rows.size());
  for (const Row& row : rows) pointers.push_back(&row);
  return lesson(pointers);
}

TEST(Units, HaveThreeDigitsAndAFittingName) {
  EXPECT_EQ(time_text(431.2e-6), "431 µs");
  EXPECT_EQ(time_text(1.25), "1.25 s");
  EXPECT_EQ(time_text(9.996e-4), "1.00 ms");
  EXPECT_EQ(time_text(3e-10), "0.30 ns");
  EXPECT_EQ(rate_text(2.37e9), "2.37 G");
  EXPECT_EQ(rate_text(12), "12.0");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(std::uint64_t{2} << 30), "2.00 GiB");
  EXPECT_EQ(interval_text(around(100e-6)), "97.0 to 103 µs");
}

TEST(Units, GroupLongCountsOnly) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(9217), "9217");
  EXPECT_EQ(count_text(10000), "10,000");
  EXPECT_EQ(count_text(523776), "523,776");
  EXPECT_EQ(count_text(1234567890123), "1,234,567,890,123");
}

TEST(Units, PrintElementsExactlyAndShort) {
  EXPECT_EQ(text_of(Scalar(1037.625F)), "1037.625");
  EXPECT_EQ(text_of(Scalar(0.1F)), "0.1");
  EXPECT_EQ(text_of(Scalar(33554432.0F)), "33554432");
  EXPECT_EQ(text_of(Scalar(std::uint32_t{4294967295})), "4294967295");
  EXPECT_EQ(text_of(Scalar(std::int32_t{-5})), "-5");
  EXPECT_EQ(text_of(Scalar(-std::nanf(""))), "nan");
}

TEST(Table, AlignsByCharactersNotBytes) {
  Table table({{"a", true}, {"b"}});
  table.add({"µs", "1"});
  table.add({"long", "22", "a remark"});
  EXPECT_EQ(table.text(), "a      b\nµs     1\nlong  22  a remark\n");
}

TEST(Lesson, SaysWhoWonByWhatFactorAndWithHowManyAdditions) {
  EXPECT_EQ(lesson_of({timed_row("blelloch", 8e-4, 2046), timed_row("hillis-steele", 4e-4, 9217)}),
            "n = 1024: on the device hillis-steele beats blelloch by a factor of 2.00, with 4.50 "
            "times the additions (9217 against 2046)");
  EXPECT_THAT(
      lesson_of({timed_row("blelloch", 2e-4, 2046), timed_row("hillis-steele", 4e-4, 9217)}),
      HasSubstr("blelloch beats hillis-steele by a factor of 2.00, with 4.50 times fewer"));
}

TEST(Lesson, NamesTheHostsLoopBesideTheDevice) {
  const Row first = timed_row("hillis-steele", 4e-4, 9217);
  const Row second = timed_row("blelloch", 8e-4, 2046);
  EXPECT_THAT(lesson_of({timed_row("serial", 1e-6, 1023), first, second}),
              HasSubstr("; the host's serial loop is 400 times faster than hillis-steele"));
  EXPECT_THAT(lesson_of({timed_row("serial", 1, 1023), first, second}),
              HasSubstr("times slower than hillis-steele"));
  EXPECT_THAT(lesson_of({timed_row("serial", 1e-6, 1023), first}),
              HasSubstr("serial beats hillis-steele"));
}

TEST(Lesson, CallsOverlappingIntervalsLevel) {
  EXPECT_THAT(lesson_of({timed_row("a", 1e-4, 5), timed_row("b", 1.01e-4, 5)}), HasSubstr("level"));
}

TEST(Lesson, IsSilentWithoutTwoTimedRows) {
  Row unsupported = timed_row("naive", 1, 1);
  unsupported.status = Status::unsupported;
  EXPECT_EQ(lesson_of({timed_row("a", 1e-4, 5), unsupported}), "");
}

TEST(TextReport, ShowsOneRowWithItsPasses) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.kind = Kind::exclusive;
  row.passes = {{"upsweep", 1, 512, 512, 8192, around(2e-5)}, {"clear", 0, 0, 0, 8196, {}}};
  const std::string text = report_text(report_of({row}));
  EXPECT_THAT(text, HasSubstr("exclusive[512] = 515.5, total = 1037.625"));
  EXPECT_THAT(text, HasSubstr("1024 cells and the total equal the reference"));
  EXPECT_THAT(text, HasSubstr("2046 additions (2.00 times the least, 1023)"));
  EXPECT_THAT(text, HasSubstr("20.0 µs"));
  EXPECT_THAT(text, HasSubstr("unknown"));
}

TEST(TextReport, GivesBothNamesOfAnInclusiveAnswer) {
  EXPECT_THAT(report_text(report_of({timed_row("hillis-steele", 4e-4, 9217)})),
              HasSubstr("exclusive[512] = scan[511] = 515.5"));
}

TEST(TextReport, FlagsADeviceTimeAboveTheWallTime) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  EXPECT_THAT(report_text(report_of({row})), Not(HasSubstr("above the unstamped wall time")));
  row.wall_time_s = around(3e-4);
  EXPECT_THAT(report_text(report_of({row})), HasSubstr("above the unstamped wall time"));
}

TEST(TextReport, SaysSoWhenTheDeviceHasNoTimestamps) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.time_s.reset();
  EXPECT_THAT(report_text(report_of({row})), HasSubstr("no usable timestamps"));
}

TEST(TextReport, MarksTheFastestAndGivesTheReasonOfOthers) {
  Row wrong = timed_row("naive", 1e-9, 1);
  wrong.status = Status::wrong;
  wrong.reason = "cell 3 is off";
  const std::string text = report_text(report_of(
      {timed_row("blelloch", 8e-4, 2046), wrong, timed_row("hillis-steele", 4e-4, 9217)}));
  EXPECT_THAT(text, HasSubstr("*  hillis-steele"));
  EXPECT_THAT(text, HasSubstr("wrong: cell 3 is off"));
}

TEST(JsonReport, HoldsEveryNumberAndNullForTheUnknown) {
  Row row = timed_row("hillis-steele", 4e-4, 9217);
  row.time_s->ci95.reset();
  row.passes = {{"scan", 1, 1023, 1023, 8192, {}}};
  const json parsed = json::parse(report_json(report_of({row})));
  EXPECT_EQ(parsed.at("schema"), "scanbench.run");
  EXPECT_TRUE(parsed.at("device").is_null());
  const json& result = parsed.at("results").at(0);
  EXPECT_EQ(result.at("answer").at("exclusive").at("512"), 515.5);
  EXPECT_EQ(result.at("time_s").at("median"), 4e-4);
  EXPECT_TRUE(result.at("time_s").at("ci95").is_null());
  EXPECT_EQ(result.at("wall_time_s").at("ci95").size(), 2U);
  EXPECT_TRUE(result.at("timer_cost_s").is_null());
  EXPECT_TRUE(result.at("passes_sum_s").is_null());
  EXPECT_TRUE(result.at("passes").at(0).at("time_s").is_null());
  EXPECT_EQ(result.at("passes").at(0).at("stride"), 1);
}

TEST(JsonReport, IsStrictJsonWhateverTheNumbersAndNames) {
  Row row = timed_row("hillis-steele", 4e-4, 9217);
  row.status = Status::wrong;
  row.reason = "bad \xff byte";
  row.answer.reset();
  row.check->first_mismatch = Mismatch{3, Scalar(1.0F), Scalar(std::nanf(""))};
  row.check->max_abs_error = std::numeric_limits<double>::infinity();
  Report report = report_of({row});
  DeviceInfo device;
  device.timestamp_period_ns = std::nan("");
  report.device = device;
  const json parsed = json::parse(report_json(report));
  EXPECT_TRUE(parsed.at("device").at("timestamp_period_ns").is_null());
  const json& check = parsed.at("results").at(0).at("check");
  EXPECT_EQ(check.at("first_mismatch").at("got"), "nan");
  EXPECT_TRUE(check.at("max_abs_error").is_null());
}

TEST(JsonReport, DerivesRatesFromTheTimeThatIsKnown) {
  Row row = timed_row("hillis-steele", 4e-4, 9217);
  EXPECT_DOUBLE_EQ(*row.elements_per_s(), 1024 / 4e-4);
  row.time_s.reset();
  row.wall_time_s = around(8e-4);
  EXPECT_DOUBLE_EQ(*row.elements_per_s(), 1024 / 8e-4);
  row.wall_time_s.reset();
  EXPECT_FALSE(row.elements_per_s());
}

}  // namespace
}  // namespace scanbench
