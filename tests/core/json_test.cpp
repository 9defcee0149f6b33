#include "report/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "results.hpp"

namespace scanbench {
namespace {

using nlohmann::json;

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

TEST(JsonReport, HoldsWhatJsonHasNoExactNumberForAsText) {
  const auto total = [](const Scalar& scalar) {
    Row row = timed_row("blelloch", 4e-4, 2046);
    row.answer->total = scalar;
    return json::parse(report_json(report_of({row}))).at("results").at(0).at("answer").at("total");
  };
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  EXPECT_EQ(total(kExact - 1), kExact - 1);
  EXPECT_EQ(total(kExact), "9007199254740992");
  EXPECT_EQ(total(kExact + 1), "9007199254740993");
  EXPECT_EQ(total(~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(total(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(total(std::int64_t{-5}), -5);
  EXPECT_EQ(total(0x1p60), 0x1p60) << "a float is what it is";
  EXPECT_EQ(total(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(total(-std::numeric_limits<float>::infinity()), "-inf");
}

TEST(JsonReport, NamesTheOperator) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.op = Op::max;
  const json result = json::parse(report_json(report_of({row}))).at("results").at(0);
  EXPECT_EQ(result.at("op"), "max");
}

TEST(JsonReport, HoldsWhatVersion11Added) {
  Row row = timed_row("hillis-steele", 4e-4, 9217);
  row.ceilings.copy_s = 5e-4;
  row.ceilings.relative_to_copy = around(2);
  row.limited_by = Limit::memory;
  row.stopped_by = StoppedBy::max_time;
  row.raw_time_s = {4e-4, 5e-4};
  Report report = report_of({row});
  report.label = "a \"label\"";
  report.shuffle_seed = 7;
  report.host.load_average.clear();
  const json parsed = json::parse(report_json(report));
  EXPECT_EQ(parsed.at("schema_version"), "1.2");
  EXPECT_EQ(parsed.at("label"), "a \"label\"");
  EXPECT_EQ(parsed.at("shuffle_seed"), 7);
  EXPECT_EQ(parsed.at("yardstick_version"), kYardstickVersion);
  EXPECT_TRUE(parsed.at("host").at("load_average").is_null());
  const json& result = parsed.at("results").at(0);
  EXPECT_EQ(result.at("suspect"), true);
  EXPECT_DOUBLE_EQ(result.at("fraction_of_copy"), 1.25);
  EXPECT_EQ(result.at("relative_to_copy").at("median"), 2);
  EXPECT_EQ(result.at("limited_by"), "memory");
  EXPECT_EQ(result.at("stopped_by"), "max_time");
  EXPECT_EQ(result.at("cache"), "warm");
  EXPECT_EQ(result.at("raw_time_s").size(), 2U);
  for (const char* key : {"floor_s", "transfer_s", "relative_to_launch", "yardstick_copy_s",
                          "end_to_end_s", "minimum_detectable", "raw_wall_time_s"}) {
    EXPECT_TRUE(result.at(key).is_null()) << key;
  }
  EXPECT_TRUE(result.at("time_s").at("p95").is_null());
  EXPECT_EQ(result.at("time_s").at("outliers"), 0);
}

TEST(JsonReport, KnowsNoCacheStateOfARowThatWasNotSampled) {
  Row row = timed_row("hillis-steele", 4e-4, 9217);
  row.rounds = 0;
  EXPECT_TRUE(json::parse(report_jsonl_row(row)).at("cache").is_null());
}

TEST(JsonLines, AreTheReportInPieces) {
  const Report report = report_of({timed_row("a", 4e-4, 9217), timed_row("b", 4e-4, 9217)});
  json joined = json::parse(report_jsonl_header(report));
  EXPECT_FALSE(joined.contains("results"));
  for (const Row& row : report.rows) {
    const std::string line = report_jsonl_row(row);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    joined["results"].push_back(json::parse(line));
  }
  EXPECT_EQ(joined, json::parse(report_json(report)));
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
