#include "measure/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "recorded_rows.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Verdict verdict(const RecordedRow& base, const RecordedRow& next,
                const ComparisonSettings& settings = {}) {
  const Comparison comparison = compare_rows({base}, {next}, settings);
  EXPECT_THAT(comparison.rows, SizeIs(1));
  return comparison.rows.front().verdict;
}

TEST(AVerdict, NeedsTheWholeInterval) {
  const auto of = [](double low, double high) {
    return verdict_of({.value = 1, .ci95 = std::pair(low, high)}, 0.05);
  };
  EXPECT_EQ(of(1.051, 1.2), Verdict::slower);
  EXPECT_EQ(of(1.049, 1.2), Verdict::cannot_tell);
  EXPECT_EQ(of(0.953, 1.049), Verdict::same);
  EXPECT_EQ(of(0.953, 1.051), Verdict::cannot_tell);
  EXPECT_EQ(of(0.951, 1.049), Verdict::cannot_tell);
  EXPECT_EQ(of(0.8, 0.952), Verdict::faster);
  EXPECT_EQ(of(0.8, 0.953), Verdict::cannot_tell);
  EXPECT_EQ(of(0.5, 2), Verdict::cannot_tell);
}

TEST(AVerdict, IsOpenWithoutAnInterval) {
  EXPECT_EQ(verdict_of({.value = 9, .ci95 = std::nullopt}, 0.05), Verdict::cannot_tell);
}

TEST(AComparison, FindsTheSlowerTheFasterAndTheSame) {
  EXPECT_EQ(verdict(row_of(1), row_of(1.2)), Verdict::slower);
  EXPECT_EQ(verdict(row_of(1.2), row_of(1)), Verdict::faster);
  EXPECT_EQ(verdict(row_of(1), row_of(1.01)), Verdict::same);
}

TEST(AComparison, HoldsToItsThreshold) {
  EXPECT_EQ(verdict(row_of(1), row_of(1.2), {.threshold = 0.5}), Verdict::same);
  EXPECT_EQ(verdict(row_of(1), row_of(1.1), {.threshold = 0.01}), Verdict::slower);
}

// The samples' interval is ± 1.4 %; another start of the same program is no slower program.
TEST(AComparison, AllowsOnAProcessorForWhatOneStartASideCannotShow) {
  const auto verdict_on = [](const char* type, double time_s, std::size_t runs) {
    std::vector<RecordedRun> base(runs, run_of({row_of(1)}));
    std::vector<RecordedRun> next(runs, run_of({row_of(time_s)}));
    for (auto* side : {&base, &next}) {
      for (RecordedRun& run : *side) run.device->type = type;
    }
    return compare_runs(base, next).rows[0].verdict;
  };
  EXPECT_EQ(verdict_on("discrete", 1.1, 1), Verdict::slower);
  EXPECT_EQ(verdict_on("cpu", 1.1, 1), Verdict::cannot_tell);
  EXPECT_EQ(verdict_on("cpu", 1.2, 1), Verdict::slower);
  EXPECT_EQ(verdict_on("cpu", 1.1, 6), Verdict::slower);
}

TEST(AComparison, SaysSoWhereTheSamplesCannotDetectTheThreshold) {
  const Comparison comparison = compare_rows({row_of(1, 0.2)}, {row_of(1, 0.2)});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::cannot_tell);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("cannot detect"));
}

TEST(AComparison, SaysSoWhereTheIntervalSpansTheThreshold) {
  const Comparison comparison = compare_rows({row_of(1)}, {row_of(1.05)});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::cannot_tell);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("spans"));
}

TEST(AComparison, CannotTellFromTooFewSamples) {
  RecordedRow few = row_of(2);
  few.time_s->ci95.reset();
  const Comparison comparison = compare_rows({row_of(1)}, {few});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::cannot_tell);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("6 samples"));
}

TEST(AComparison, ReportsTheRatioNewOverBase) {
  const Comparison comparison = compare_rows({row_of(2)}, {row_of(3)});
  const ComparedRow& row = comparison.rows[0];
  EXPECT_EQ(row.base_time_s, 2);
  EXPECT_EQ(row.new_time_s, 3);
  EXPECT_DOUBLE_EQ(row.plain->value, 1.5);
  EXPECT_FALSE(row.normalized);
}

TEST(AComparison, UsesTheHostsClockWhereTheDeviceHasNone) {
  RecordedRow base = row_of(1);
  base.time_s.reset();
  base.wall_time_s = around(1);
  RecordedRow next = row_of(1);  // its time_s has no counterpart
  next.wall_time_s = around(1.5);
  const Comparison comparison = compare_rows({base}, {next});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::slower);
  EXPECT_FALSE(comparison.rows[0].on_device_clock);
}

TEST(AComparison, CannotTellWithoutAClockInCommon) {
  RecordedRow next = row_of(1);
  next.time_s.reset();
  next.wall_time_s = around(1);
  EXPECT_EQ(verdict(row_of(1), next), Verdict::cannot_tell);
}

TEST(AComparison, PassesOverRowsWithNothingToTime) {
  RecordedRow row = row_of(1);
  row.time_s.reset();
  EXPECT_EQ(verdict(row, row), Verdict::not_compared);
}

TEST(Normalizing, IsByTheLaunchYardstickWhereTheBaseIsLimitedByLaunches) {
  const Comparison comparison =
      compare_rows({relative_row(1, 2, 3, true)}, {relative_row(2, 3, 3, false)});
  const ComparedRow& row = comparison.rows[0];
  EXPECT_EQ(row.yardstick, Yardstick::launch);
  EXPECT_DOUBLE_EQ(row.normalized->value, 1.5);
  EXPECT_DOUBLE_EQ(row.plain->value, 2);
  EXPECT_EQ(row.verdict, Verdict::slower);
}

TEST(Normalizing, IsByTheCopyElsewhere) {
  const Comparison comparison =
      compare_rows({relative_row(1, 2, 3, false)}, {relative_row(2, 3, 3, true)});
  const ComparedRow& row = comparison.rows[0];
  EXPECT_EQ(row.yardstick, Yardstick::copy);
  EXPECT_DOUBLE_EQ(row.normalized->value, 1);
  EXPECT_EQ(row.verdict, Verdict::same);
}

TEST(Normalizing, ConvictsNobodyWhoseTimeItselfWentTheOtherWay) {
  for (const double time_s : {0.5, 0.8, 0.99}) {
    const Comparison comparison =
        compare_rows({relative_row(1, 2, 3, true)}, {relative_row(time_s, 3, 3, true)});
    const ComparedRow& row = comparison.rows[0];
    EXPECT_DOUBLE_EQ(row.normalized->value, 1.5);
    EXPECT_EQ(row.verdict, Verdict::cannot_tell) << time_s;
    EXPECT_THAT(*row.reason, testing::HasSubstr("went the other way"));
  }
}

TEST(Normalizing, CanBeTurnedOff) {
  const Comparison comparison = compare_rows({relative_row(1, 2, 3, false)},
                                             {relative_row(2, 3, 3, false)}, {.normalize = false});
  EXPECT_FALSE(comparison.rows[0].normalized);
  EXPECT_FALSE(comparison.rows[0].yardstick);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::slower);
}

TEST(Normalizing, FallsBackToThePlainRatioWhereASideHasNoYardstick) {
  for (const bool in_base : {true, false}) {
    RecordedRow base = relative_row(1, 2, 3, false);
    RecordedRow next = relative_row(2, 3, 3, false);
    (in_base ? base : next).relative_to_copy.reset();
    const Comparison comparison = compare_rows({base}, {next});
    EXPECT_FALSE(comparison.rows[0].normalized);
    EXPECT_EQ(comparison.rows[0].verdict, Verdict::slower);
  }
}

TEST(Matching, TellsRowsApartByEveryPartOfTheirKey) {
  const RecordedRow base = row_of(1);
  std::vector<RecordedRow> others(9, base);
  others[0].key.algorithm = "naive";
  others[1].key.n = 1025;
  others[2].key.type = "u32";
  others[3].key.op = "max";
  others[4].key.kind = "inclusive";
  others[5].key.pattern = "walk";
  others[6].key.seed = 1;
  others[7].key.cache = "cold";
  others[8].key.tuning = RecordedTuning{64, 4};
  for (const RecordedRow& other : others) {
    const Comparison comparison = compare_rows({base}, {other});
    EXPECT_THAT(comparison.rows, SizeIs(2));
    EXPECT_FALSE(comparison.matched());
    EXPECT_EQ(exit_code_of(comparison), ExitCode::inconclusive);
  }
}

TEST(Matching, IgnoresTheOrderOfRows) {
  RecordedRow other = row_of(5);
  other.key.n = 7;
  const Comparison comparison = compare_rows({row_of(1), other}, {other, row_of(1)});
  EXPECT_THAT(comparison.rows, SizeIs(2));
  EXPECT_EQ(comparison.count(Verdict::same), 2U);
}

TEST(Matching, ListsRowsOfOneSideWithoutFailing) {
  RecordedRow left = row_of(1);
  left.key.n = 1;
  RecordedRow right = row_of(1);
  right.key.n = 2;
  const Comparison comparison = compare_rows({left, row_of(1)}, {row_of(1), right});
  ASSERT_THAT(comparison.rows, SizeIs(3));
  EXPECT_EQ(comparison.only_in_base(), 1U);
  EXPECT_EQ(comparison.only_in_new(), 1U);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("only in base"));
  EXPECT_THAT(*comparison.rows[2].reason, HasSubstr("only in new"));
  EXPECT_EQ(exit_code_of(comparison), ExitCode::ok);
}

TEST(ARowThatWasRight, IsBrokenIfItIsWrongNow) {
  const Comparison comparison = compare_rows({row_of(1)}, {failed_row("wrong")});
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::broken);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("so it is"));
  EXPECT_EQ(exit_code_of(comparison), ExitCode::wrong_answer);
}

TEST(ARowThatWasRight, LeavesItOpenIfItCouldNotRunNow) {
  EXPECT_EQ(verdict(row_of(1), failed_row("unsupported")), Verdict::cannot_tell);
  EXPECT_EQ(verdict(row_of(1), failed_row("error")), Verdict::cannot_tell);
}

TEST(ARowThatWasNotRight, IsNotCompared) {
  for (const char* status : {"wrong", "unsupported", "error"}) {
    EXPECT_EQ(verdict(failed_row(status), row_of(1)), Verdict::not_compared);
    EXPECT_EQ(verdict(failed_row(status), failed_row("wrong")), Verdict::not_compared);
  }
}

TEST(TheExitCode, IsTheGravestOfItsRows) {
  const auto code_of = [](const std::vector<Verdict>& verdicts) {
    Comparison comparison;
    for (const Verdict verdict : verdicts) {
      ComparedRow row;
      row.in_base = row.in_new = true;
      row.verdict = verdict;
      comparison.rows.push_back(row);
    }
    return exit_code_of(comparison);
  };
  using enum Verdict;
  EXPECT_EQ(code_of({same, faster, not_compared}), ExitCode::ok);
  EXPECT_EQ(code_of({same, cannot_tell, faster}), ExitCode::inconclusive);
  EXPECT_EQ(code_of({cannot_tell, slower, faster}), ExitCode::regression);
  EXPECT_EQ(code_of({cannot_tell, slower, broken}), ExitCode::wrong_answer);
  EXPECT_EQ(code_of({}), ExitCode::inconclusive);
}

TEST(Drift, IsTheMedianOverTheRowsOnBothSides) {
  std::vector<RecordedRow> base(3, row_of(1));
  std::vector<RecordedRow> next(3, row_of(1));
  for (std::size_t i = 0; i < base.size(); ++i) {
    base[i].key.n = next[i].key.n = i + 1;
    base[i].yardstick_launch_s = 1;
    next[i].yardstick_launch_s = std::vector{1.5, 9.0, 1.4}[i];
  }
  base[0].yardstick_copy_s = 2;
  next[0].yardstick_copy_s = 1;
  base[1].yardstick_copy_s = 5;  // without a counterpart
  const Comparison comparison = compare_rows(base, next);
  EXPECT_DOUBLE_EQ(*comparison.launch_drift, 1.5);
  EXPECT_DOUBLE_EQ(*comparison.copy_drift, 0.5);
}

TEST(Drift, IsLargeBeyondAQuarterEitherWay) {
  EXPECT_TRUE(is_large(1.26));
  EXPECT_FALSE(is_large(1.24));
  EXPECT_FALSE(is_large(0.81));
  EXPECT_TRUE(is_large(0.79));
  EXPECT_FALSE(is_large(std::nullopt));
}

}  // namespace
}  // namespace scanbench
