#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/table.hpp"
#include "report/text.hpp"
#include "report/units.hpp"
#include "results.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;
using testing::Not;

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

TEST(Units, KeepTheSignOfATime) {
  EXPECT_EQ(time_text(-57e-6), "-57.0 µs");
  EXPECT_EQ(percent_text(0.024), "2.40 %");
  EXPECT_EQ(percent_text(1.35), "135 %");
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

TEST(TextReport, SetsTheRowBesideItsCeilings) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.ceilings.floor_s = 2e-4;
  row.ceilings.copy_s = 1e-5;
  row.ceilings.transfer_s = 5e-6;
  row.ceilings.yardstick_launch_s = 1e-4;
  row.ceilings.relative_to_launch = around(4);
  row.limited_by = Limit::launches;
  const std::string text = report_text(report_of({row}));
  EXPECT_THAT(text, HasSubstr("floor    200 µs for the same passes with empty kernels: the time "
                              "is 2.00 times that"));
  EXPECT_THAT(text, HasSubstr("this row runs at 2.50 % of a copy's speed\n"));
  EXPECT_THAT(text, HasSubstr("transfer 5.00 µs"));
  EXPECT_THAT(text, HasSubstr("relative 4.00 times 16 launches (100 µs), 95 % interval 3.88 to"));
  EXPECT_THAT(text, HasSubstr("limit    launches: the launch floor is 50.0 % of the time"));
}

TEST(TextReport, LeavesOutWhatIsUnknown) {
  const std::string text = report_text(report_of({timed_row("blelloch", 4e-4, 2046)}));
  for (const char* head : {"\nfloor", "\ncopy", "\ntransfer", "\nrelative", "\nlimit", "\nend2end",
                           "stopped by", "would show", "p95", "outlier"}) {
    EXPECT_THAT(text, Not(HasSubstr(head)));
  }
}

TEST(TextReport, FlagsARowFasterThanACopy) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.ceilings.copy_s = 4.3e-4;
  EXPECT_THAT(report_text(report_of({row})), Not(HasSubstr("suspect")));
  row.ceilings.copy_s = 4.5e-4;
  EXPECT_THAT(report_text(report_of({row})), HasSubstr("suspect"));
}

TEST(TextReport, SetsTheThreeRecordingsSideBySide) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.wall_time_s = around(5e-4);
  row.passes = {{"upsweep", 1, 512, 512, 8192, around(8e-4)}};
  EXPECT_THAT(report_text(report_of({row})),
              HasSubstr("closure  passes 800 µs in sum (stamping each takes 2.00 times the time), "
                        "outer pair 400 µs, wall 500 µs, unaccounted 100 µs\n"));
}

TEST(TextReport, TellsHowARowWasSampled) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.stopped_by = StoppedBy::precision;
  row.cache = CacheState::cold;
  row.minimum_detectable = 0.012;
  row.end_to_end_s = 1e-3;
  row.time_s->p95 = 4.4e-4;
  row.time_s->outliers = 3;
  const std::string text = report_text(report_of({row}));
  EXPECT_THAT(text, HasSubstr("sampling 11 rounds, cache cold, stopped by precision; would show a "
                              "difference of 1.20 %\n"));
  EXPECT_THAT(text, HasSubstr("end2end  1.00 ms"));
  EXPECT_THAT(text, HasSubstr("         p95 440 µs, 3 outliers among them\n"));
}

TEST(TextReport, ComparesWithCeilingsWhereTheyAreKnown) {
  Row first = timed_row("blelloch", 4e-4, 2046);
  const Row second = timed_row("hillis-steele", 2e-4, 9217);
  EXPECT_THAT(report_text(report_of({first, second})), Not(HasSubstr("x floor")));
  first.ceilings.floor_s = 2e-4;
  first.ceilings.copy_s = 1e-5;
  first.limited_by = Limit::launches;
  const std::string text = report_text(report_of({first, second}));
  EXPECT_THAT(text, HasSubstr("x floor  of copy  limited by"));
  EXPECT_THAT(text, HasSubstr("   2.00   2.50 %  launches"));
}

}  // namespace
}  // namespace scanbench
