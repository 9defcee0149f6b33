#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/text.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"
#include "results.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Row row_at(const char* name, std::uint64_t n, double median_s) {
  Row row = timed_row(name, median_s, 2046);
  row.n = row.padded_n = n;
  return row;
}

/// Rows of two algorithms, a and b, at n = 256, 512, 1024, …
std::vector<Row> race(const std::vector<std::pair<double, double>>& medians_s) {
  std::vector<Row> rows;
  std::uint64_t n = 256;
  for (const auto& [a, b] : medians_s) {
    rows.push_back(row_at("a", n, a));
    rows.push_back(row_at("b", n, b));
    n *= 2;
  }
  return rows;
}

/// The words of each line of the table of choices, its title first.
std::vector<std::string> choices(const std::vector<Row>& rows) {
  std::istringstream text(choice_table(rows));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string joined;
    for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
    if (!joined.empty()) lines.push_back(joined);
  }
  return lines;
}

constexpr const char* kChoiceTitle =
    "n on the device take limited by x floor of copy x the host's time";

TEST(Choices, StretchAsFarAsTheFastestScanAndItsLimitStay) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {2e-4, 4e-4}, {9e-4, 5e-4}, {9e-3, 6e-4}});
  for (Row& row : rows) row.limited_by = row.n < 2048 ? Limit::launches : Limit::memory;
  EXPECT_THAT(choices(rows), ElementsAre(kChoiceTitle, "256 to 512 a launches - - -",
                                         "1024 b launches - - -", "2048 b memory - - -"));
}

TEST(Choices, StayWhereTwoAreLevel) {
  EXPECT_THAT(choices(race({{1e-4, 2e-4}, {1e-4, 0.99e-4}, {1e-4, 2e-4}})),
              ElementsAre(kChoiceTitle, "256 to 1024 a - - - -"));
}

TEST(Choices, SayHowFarFromTheCeilingsAndTheHostTheyAre) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {2e-4, 4e-4}});
  for (Row& row : rows) {
    row.ceilings.floor_s = 1e-4;
    row.ceilings.copy_s = 0.5e-4;
  }
  rows.push_back(row_at("serial", 512, 1e-4));
  EXPECT_THAT(choices(rows),
              ElementsAre(kChoiceTitle, "256 to 512 a - 1.00 to 2.00 25.0 % to 50.0 % 2.00"));
}

TEST(Choices, AreOfScansOnTheDeviceAlone) {
  std::vector<Row> rows = race({{2e-4, 3e-4}});
  rows.push_back(row_at("serial", 256, 1e-6));
  EXPECT_THAT(choices(rows), ElementsAre(kChoiceTitle, "256 a - - - 200"));
}

TEST(Choices, PassOverScansThatDidNotRun) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}});
  rows.front().status = Status::wrong;
  EXPECT_THAT(choices(rows), ElementsAre(kChoiceTitle, "256 b - - - -", "512 a - - - -"));
}

TEST(Choices, EndAtASizeAtWhichNothingRan) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}, {1e-4, 2e-4}});
  for (Row& row : rows) {
    if (row.n == 512) row.status = Status::unsupported;
  }
  EXPECT_THAT(choices(rows), ElementsAre(kChoiceTitle, "256 a - - - -", "1024 a - - - -"));
}

TEST(Choices, AreNoneOfASingleScan) {
  std::vector<Row> rows = {row_at("a", 256, 1e-4), row_at("serial", 256, 1e-6)};
  EXPECT_THAT(choices(rows), IsEmpty());
}

TEST(Crossovers, StandBetweenTheNeighboursWhereTheOrderFlips) {
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}, {2e-4, 3e-4}, {9e-4, 5e-4}, {9e-3, 6e-4}})),
              ElementsAre("b overtakes a between n = 512 and n = 1024"));
}

TEST(Crossovers, AreSeenBothWays) {
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}, {2e-4, 1e-4}, {1e-4, 2e-4}})),
              ElementsAre("b overtakes a between n = 256 and n = 512",
                          "a overtakes b between n = 512 and n = 1024"));
}

TEST(Crossovers, AreNoneWhereTheOrderStays) {
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}, {1e-4, 2e-4}})), IsEmpty());
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}})), IsEmpty());
  EXPECT_THAT(crossover_lines({}), IsEmpty());
}

TEST(Crossovers, CannotBeToldWhereIntervalsOverlap) {
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}, {1.01e-4, 1e-4}})),
              ElementsAre("cannot tell whether b overtakes a between n = 256 and n = 512: their "
                          "intervals overlap"));
  EXPECT_THAT(crossover_lines(race({{1e-4, 2e-4}, {1e-4, 1e-4}, {2e-4, 1e-4}})),
              ElementsAre("b overtakes a between n = 256 and n = 1024; cannot tell closer"));
}

TEST(Crossovers, CannotBeToldWithoutIntervals) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {2e-4, 1e-4}});
  for (Row& row : rows) row.time_s->ci95.reset();
  EXPECT_THAT(crossover_lines(rows), ElementsAre(HasSubstr("too few samples for intervals")));
}

TEST(Crossovers, AreNotGuessedAcrossASizeThatDidNotRun) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 1e-4}, {2e-4, 1e-4}});
  rows[2].status = Status::wrong;
  rows[2].reason = "cell 3 is off";
  EXPECT_THAT(crossover_lines(rows), IsEmpty());
}

TEST(Sweep, HasALineASizeAndMarksTheFastest) {
  const std::string text = sweep_text(race({{1e-4, 2e-4}, {9e-4, 5e-4}}));
  EXPECT_THAT(text, HasSubstr("input    n = 256 to 512, f32, course, seed 5109\n"));
  EXPECT_THAT(text, HasSubstr("256  * 100 µs  2.56 M    200 µs  1.28 M\n"));
  EXPECT_THAT(text, HasSubstr("512    900 µs   569 k  * 500 µs  1.02 M\n"));
  EXPECT_THAT(text, HasSubstr("b overtakes a between n = 256 and n = 512\n"));
}

TEST(Sweep, SaysWhenNoCrossoverWasSeen) {
  EXPECT_THAT(sweep_text(race({{1e-4, 2e-4}, {1e-4, 2e-4}})), HasSubstr("no crossover was seen"));
  EXPECT_THAT(sweep_text(std::vector{row_at("a", 8, 1e-4), row_at("a", 16, 1e-4)}),
              Not(HasSubstr("crossover")));
}

TEST(Sweep, GivesEachReasonOnceBelowTheTable) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}, {1e-4, 2e-4}});
  for (const std::size_t i : {1U, 3U}) {
    rows[i].status = Status::unsupported;
    rows[i].reason = "too many elements";
  }
  rows[4].status = Status::wrong;
  rows[4].reason = "cell 3 is off";
  const std::string text = sweep_text(rows);
  EXPECT_THAT(text, HasSubstr("256  * 100 µs  2.56 M   unsupported (1)\n"));
  EXPECT_THAT(text, HasSubstr("wrong (2)"));
  EXPECT_THAT(text, HasSubstr("\n(1) unsupported: too many elements\n(2) wrong: cell 3 is off\n"));
}

TEST(Sweep, ShowsWhatAnInterruptedRunLeftOpen) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}});
  rows.pop_back();
  rows[2].time_s.reset();
  rows[2].wall_time_s.reset();
  EXPECT_THAT(sweep_text(rows), HasSubstr("no pass"));
  EXPECT_THAT(sweep_text(rows), testing::ContainsRegex("\n512 .* -\n"));
}

TEST(Sweep, SaysFromWhichSizeTheInputIsAnother) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}});
  rows[2].pattern = rows[3].pattern = "walk";
  EXPECT_THAT(sweep_text(rows), HasSubstr("course, seed 5109; from n = 512 on walk, seed 5109\n"));
}

TEST(Sweep, FitsATerminalWithFourAlgorithmsAndGoesOnBelowWithMore) {
  std::vector<Row> rows;
  const std::vector<const char*> names = {"scan-then-propagate", "reduce-then-scan",
                                          "decoupled-lookback",  "blelloch-inplace",
                                          "hillis-steele",       "serial"};
  for (const std::uint64_t n : {std::uint64_t{256}, std::uint64_t{1} << 28}) {
    for (const char* name : names) rows.push_back(row_at(name, n, 1e-4));
  }
  const auto lines_with = [](const std::string& text, const std::string& word) {
    int count = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("µs") != std::string::npos || line.find("elem/s") != std::string::npos) {
        EXPECT_LE(columns_in(line), 120U) << line;
      }
      if (line.find(word) != std::string::npos) ++count;
    }
    return count;
  };
  EXPECT_EQ(lines_with(sweep_text(rows), "elem/s"), 2);
  std::erase_if(
      rows, [&](const Row& row) { return row.algorithm == names[4] || row.algorithm == names[5]; });
  EXPECT_EQ(lines_with(sweep_text(rows), "elem/s"), 1);
}

TEST(Sweep, ShowsTheProbedCellsOnlyWhereTheyWereAskedFor) {
  std::vector<Row> rows = race({{1e-4, 2e-4}, {1e-4, 2e-4}, {1e-4, 2e-4}});
  for (Row& row : rows) row.answer->exclusive = {{row.n > 512 ? 512 : row.n / 2, std::nullopt}};
  EXPECT_THAT(sweep_text(rows), Not(HasSubstr("exclusive")));
  for (Row& row : rows) {
    row.answer->exclusive = {{3, Scalar(1.5F)}, {300, std::nullopt}};
    if (row.n > 300) row.answer->exclusive[300] = Scalar(7.0F);
  }
  const std::string text = sweep_text(rows);
  EXPECT_THAT(text, HasSubstr("n  exclusive[3]  exclusive[300]     total\n"));
  EXPECT_THAT(text, HasSubstr("256           1.5               -  1037.625\n"));
  EXPECT_THAT(text, HasSubstr("512           1.5               7  1037.625\n"));
}

TEST(TextReport, TurnsIntoASweepWithSeveralSizes) {
  const std::string text = report_text(report_of(race({{1e-4, 2e-4}, {1e-4, 2e-4}})));
  EXPECT_THAT(text, HasSubstr("elem/s"));
  EXPECT_THAT(text, Not(HasSubstr("beats")));
}

}  // namespace
}  // namespace scanbench
