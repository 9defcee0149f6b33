#include "report/flat.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "report/csv.hpp"
#include "report/markdown.hpp"
#include "results.hpp"

namespace scanbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string cell(const FlatTable& table, std::size_t row, const std::string& column) {
  const auto found = std::ranges::find(table.columns, column);
  if (found == table.columns.end()) return "no such column";
  return table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin()));
}

TEST(FlatTables, HoldARowAResultWithNumbersAsInJson) {
  const FlatTable table = results_table(report_of({timed_row("blelloch", 4e-4, 2046)}));
  EXPECT_EQ(cell(table, 0, "algorithm"), "blelloch");
  EXPECT_EQ(cell(table, 0, "n"), "1024");
  EXPECT_EQ(cell(table, 0, "time_s.median"), "0.0004");
  EXPECT_DOUBLE_EQ(std::stod(cell(table, 0, "time_s.ci95_high")), 1.03 * 4e-4);
  EXPECT_EQ(cell(table, 0, "exclusive[512]"), "515.5");
  EXPECT_EQ(cell(table, 0, "check.ok"), "true");
  EXPECT_EQ(cell(table, 0, "floor_s"), "");
  EXPECT_EQ(cell(table, 0, "check.first_mismatch.got"), "");
  EXPECT_EQ(cell(table, 0, "device.name"), "");
  EXPECT_EQ(cell(table, 0, "tool.version"), this_tool().version);
}

TEST(FlatTables, HaveTheSameColumnsWhateverIsKnown) {
  Row unsupported;
  unsupported.status = Status::unsupported;
  const FlatTable known = results_table(report_of({timed_row("blelloch", 4e-4, 2046)}));
  FlatTable unknown = results_table(report_of({unsupported}));
  for (const FlatTable* table : {&known, &std::as_const(unknown)}) {
    EXPECT_EQ(table->rows.at(0).size(), table->columns.size());
    const std::set<std::string> distinct(table->columns.begin(), table->columns.end());
    EXPECT_EQ(distinct.size(), table->columns.size());
  }
  unknown.columns.insert(std::ranges::find(unknown.columns, "answer.total"), "exclusive[512]");
  EXPECT_EQ(unknown.columns, known.columns);
}

TEST(FlatTables, HaveAColumnForEveryCellThatAnyRowProbed) {
  Row second = timed_row("serial", 4e-4, 1023);
  second.answer->exclusive = {{7, std::nullopt}, {1000, Scalar(3.0F)}};
  const FlatTable table = results_table(report_of({timed_row("blelloch", 4e-4, 2046), second}));
  EXPECT_THAT(table.columns, Contains("exclusive[7]"));
  EXPECT_EQ(cell(table, 0, "exclusive[1000]"), "");
  EXPECT_EQ(cell(table, 1, "exclusive[1000]"), "3.0");
  EXPECT_EQ(cell(table, 1, "exclusive[7]"), "");
}

TEST(FlatTables, NameTheDeviceInEveryRow) {
  Report report = report_of({timed_row("a", 4e-4, 2046), timed_row("b", 4e-4, 2046)});
  report.device.emplace().name = "a device";
  report.label = "nightly";
  const FlatTable table = results_table(report);
  EXPECT_EQ(cell(table, 1, "device.name"), "a device");
  EXPECT_EQ(cell(table, 1, "label"), "nightly");
}

TEST(FlatTables, ListPassesApart) {
  Row row = timed_row("blelloch", 4e-4, 2046);
  row.passes = {{"upsweep", 1, 512, 512, 8192, around(2e-5)}, {"clear", 0, 0, 0, 8196, {}}};
  const FlatTable table = passes_table(report_of({timed_row("serial", 1e-6, 1023), row}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(cell(table, 0, "algorithm"), "blelloch");
  EXPECT_EQ(cell(table, 0, "pass.time_s.median"), "2e-05");
  EXPECT_EQ(cell(table, 1, "pass.index"), "1");
  EXPECT_EQ(cell(table, 1, "pass.name"), "clear");
  EXPECT_EQ(cell(table, 1, "pass.stride"), "");
  EXPECT_EQ(cell(table, 1, "pass.time_s.median"), "");
}

TEST(FlatTables, ReplaceWhatIsNotUtf8) {
  Report report = report_of({timed_row("a", 4e-4, 2046)});
  report.label = "bad \xff byte";
  EXPECT_EQ(cell(results_table(report), 0, "label"), "bad \xef\xbf\xbd byte");
}

TEST(FlatTables, ListNothingUnderTheSameHeader) {
  EXPECT_THAT(devices_table({}, std::nullopt).columns, Contains("memory.heap_bytes"));
  EXPECT_THAT(algorithms_table(registry()).columns,
              ElementsAre("name", "where", "native_kind", "max_n", "summary", "source"));
  EXPECT_EQ(algorithms_table(registry()).rows.size(), registry().size());
}

TEST(Csv, QuotesWhatWouldBreakALine) {
  EXPECT_EQ(csv_text({{"a", "b,c"}, {{"1", "say \"x\""}, {"", "two\nlines"}, {" s ", "'"}}}),
            "a,\"b,c\"\r\n1,\"say \"\"x\"\"\"\r\n,\"two\nlines\"\r\n s ,'\r\n");
}

TEST(Markdown, EscapesPipesAndKeepsARowOnItsLine) {
  EXPECT_EQ(markdown_text({{"a"}, {{"x|y"}, {"a\\|b"}, {"two\nlines"}, {"<b>*"}}}),
            "| a |\n| --- |\n| x\\|y |\n| a\\\\\\|b |\n| two lines |\n| \\<b>\\* |\n");
}

TEST(Markdown, LeavesOutColumnsThatAreEmptyEverywhere) {
  const std::string text = markdown_text({{"a", "b", "c"}, {{"1", "", ""}, {"", "", "2"}}});
  EXPECT_EQ(text, "| a | c |\n| --- | --- |\n| 1 |  |\n|  | 2 |\n");
  EXPECT_THAT(markdown_text({{"a", "b"}, {}}), HasSubstr("| a | b |"));
  EXPECT_THAT(text, Not(HasSubstr("b")));
}

}  // namespace
}  // namespace scanbench
