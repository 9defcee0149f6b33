#include "measure/recorded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error.hpp"

namespace scanbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kHeader = R"({"schema": "scanbench.run", "schema_version": "1.1")";
const std::string kRow =
    R"({"algorithm": "naive", "n": 8, "type": "f32", "kind": "inclusive", "status": "ok",)"
    R"( "input": {"pattern": "course", "seed": 7})";

std::string document(const std::string& rows) {
  return kHeader + R"(, "results": [)" + rows + "]}\n";
}

std::string complaint(const std::string& text) {
  try {
    parse_recorded(text, "some.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage);
    EXPECT_THAT(error.what(), HasSubstr("'some.json'"));
    return error.what();
  }
  return "accepted";
}

TEST(ARecordedRun, IsReadWithWhatItHas) {
  const RecordedRun run = parse_recorded(
      kHeader + R"(, "yardstick_version": 3, "device": {"name": "d", "type": "cpu", "uuid": "u"},
        "host": {"cpu": "c"}, "results": [)" +
          kRow + R"(, "cache": "cold", "tuning": {"workgroup": 64, "items": 4, "source": "flag"},
          "time_s": {"samples": 9, "median": 2.0, "ci95": [1.5, 2.5]}, "limited_by": "launches",
          "relative_to_launch": {"samples": 9, "median": 4.0, "ci95": null},
          "relative_to_copy": null, "yardstick_launch_s": 0.5}]})",
      "f");
  EXPECT_EQ(run.file, "f");
  EXPECT_EQ(run.yardstick_version, 3U);
  EXPECT_EQ(run.device->uuid, "u");
  EXPECT_FALSE(run.device->driver_info);
  EXPECT_EQ(run.host_cpu, "c");
  ASSERT_EQ(run.rows.size(), 1U);
  const RecordedRow& row = run.rows[0];
  EXPECT_EQ(row.key.n, 8U);
  EXPECT_EQ(row.key.seed, 7U);
  EXPECT_EQ(row.key.cache, "cold");
  EXPECT_EQ(row.key.tuning, (RecordedTuning{64, 4}));
  EXPECT_EQ(row.time_s->samples, 9U);
  EXPECT_EQ(row.time_s->ci95, std::pair(1.5, 2.5));
  EXPECT_EQ(row.relative_to_launch->median, 4);
  EXPECT_FALSE(row.relative_to_launch->ci95);
  EXPECT_FALSE(row.relative_to_copy);
  EXPECT_TRUE(row.limited_by_launches);
  EXPECT_EQ(row.yardstick_launch_s, 0.5);
}

TEST(ARecordedRun, LeavesOutWhatAnOlderVersionLacks) {
  const RecordedRun run = parse_recorded(document(kRow + "}"), "f");
  EXPECT_FALSE(run.yardstick_version);
  EXPECT_FALSE(run.device);
  EXPECT_EQ(run.rows[0].key.cache, "warm");
  EXPECT_EQ(run.rows[0].key.op, "add");
  EXPECT_FALSE(run.rows[0].time_s);
}

TEST(ARecordedRun, KeepsATuningOnlyWhereAFlagSetIt) {
  for (const char* source : {"default", "cached"}) {
    const std::string tuning =
        R"(, "tuning": {"workgroup": 64, "items": 4, "source": ")" + std::string(source) + "\"}}";
    EXPECT_FALSE(parse_recorded(document(kRow + tuning), "f").rows[0].key.tuning) << source;
  }
}

TEST(ARecordedRun, IsReadFromLinesToo) {
  std::string other = kRow;
  other.replace(other.find("naive"), 5, "serial");
  const RecordedRun run = parse_recorded(kHeader + "}\n" + kRow + "}\n\n" + other + "}\n", "f");
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_EQ(run.rows[1].key.algorithm, "serial");
}

TEST(ARecordedRun, MayBeOneLine) {
  EXPECT_EQ(parse_recorded(document(kRow + "}"), "f").rows.size(), 1U);
  EXPECT_EQ(parse_recorded(document(""), "f").rows.size(), 0U);
}

TEST(ARecordedRun, MayHoldAKeyTwice) {
  EXPECT_EQ(parse_recorded(document(kRow + R"(, "n": 9})"), "f").rows[0].key.n, 9U);
}

TEST(ARecordedRun, HasNoLineBreaksInItsTexts) {
  const std::string row = kRow + R"(, "reason": "a\nb\u001b[2J"})";
  EXPECT_EQ(parse_recorded(document(row), "f").rows[0].reason, "a b [2J");
}

TEST(TwoRowsOfOneKey, AreRefused) {
  EXPECT_THAT(complaint(document(kRow + "}," + kRow + "}")),
              AllOf(HasSubstr("two rows"), HasSubstr("naive"), HasSubstr("n = 8")));
}

class NoReport : public testing::TestWithParam<std::pair<std::string, std::string>> {};
INSTANTIATE_TEST_SUITE_P(
    Texts, NoReport,
    testing::Values(
        std::pair("", "no whole JSON"), std::pair("hello", "no whole JSON"),
        std::pair("[]", "no report"), std::pair("{}", "no schema"),
        std::pair(R"({"schema": "scanbench.devices", "schema_version": "1.0"})",
                  "scanbench.devices"),
        std::pair(kHeader + "}", "no results"), std::pair(kHeader + R"(, "results": {}})", "list"),
        std::pair(document(kRow + "}").substr(0, 150), "no whole JSON"),
        std::pair(kHeader + "}\n" + kRow + "}\n" + kRow, "no whole JSON"),
        std::pair(document("3"), "no object"),
        std::pair(document(kRow + R"(, "yardstick_copy_s": NaN})"), "no whole JSON"),
        std::pair(document(kRow + R"(, "yardstick_copy_s": 1e999})"), "number"),
        std::pair(document(kRow + R"(, "yardstick_copy_s": 0})"), "above 0"),
        std::pair(document(kRow + R"(, "n": -8})"), "whole number"),
        std::pair(document(kRow + R"(, "status": null})"), "no status"),
        std::pair(document(kRow + R"(, "time_s": 3})"), "time_s"),
        std::pair(document(kRow + R"(, "time_s": {"median": null}})"), "median"),
        std::pair(document(kRow + R"(, "time_s": {"median": "1"}})"), "median"),
        std::pair(document(kRow + R"(, "time_s": {"median": 1, "ci95": [1]}})"), "pair"),
        std::pair(document(kRow + R"(, "time_s": {"median": 1, "ci95": [2, 3]}})"), "ci95")));

TEST_P(NoReport, IsRefusedInOneLineThatNamesTheFile) {
  const std::string line = complaint(GetParam().first);
  EXPECT_THAT(line, HasSubstr(GetParam().second));
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(AFileThatCannotBeRead, IsRefused) {
  EXPECT_THROW(read_recorded("/nonexistent/report"), Error);
  EXPECT_THROW(read_recorded("/"), Error);
}

}  // namespace
}  // namespace scanbench
