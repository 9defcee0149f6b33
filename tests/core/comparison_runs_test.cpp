#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "measure/comparison.hpp"
#include "recorded_rows.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> what_differs(const RecordedRun& base, const RecordedRun& next) {
  std::vector<std::string> names;
  for (const Difference& one : differences({&base, 1}, {&next, 1})) names.push_back(one.what);
  return names;
}

TEST(Differences, AreNoneBetweenLikeRuns) {
  EXPECT_THAT(what_differs(run_of({}), run_of({})), ElementsAre());
}

TEST(Differences, NameWhatForbidsAComparison) {
  const RecordedRun base = run_of({});
  std::vector<RecordedRun> others(5, base);
  others[0].device->uuid = "0-2";
  others[1].device->driver_name = "another";
  others[2].device->driver_info = "1.1";
  others[3].yardstick_version = 2;
  others[4].schema_version = "2.0";
  EXPECT_THAT(what_differs(base, others[0]), ElementsAre("uuid"));
  EXPECT_THAT(what_differs(base, others[1]), ElementsAre("driver_name"));
  EXPECT_THAT(what_differs(base, others[2]), ElementsAre("driver_info"));
  EXPECT_THAT(what_differs(base, others[3]), ElementsAre("yardstick_version"));
  EXPECT_THAT(what_differs(base, others[4]), ElementsAre("schema_version"));
  const auto found = differences({&base, 1}, {&others[2], 1});
  EXPECT_EQ(found[0].base, "1.0");
  EXPECT_EQ(found[0].other, "1.1");
}

TEST(Differences, TakeTheUnknownAndAMinorVersionForAlike) {
  const RecordedRun base = run_of({});
  RecordedRun old = base;
  old.schema_version = "1.0";
  old.yardstick_version.reset();
  old.device->uuid.reset();
  EXPECT_THAT(what_differs(base, old), ElementsAre());
  EXPECT_THAT(what_differs(old, base), ElementsAre());
}

TEST(Differences, AreThereBetweenFilesOfAVersionYetToCome) {
  RecordedRun future = run_of({});
  future.schema_version = "2.0";
  EXPECT_THAT(what_differs(future, future), ElementsAre("schema_version"));
}

TEST(Differences, CountTheProcessorWhereScansRanOnIt) {
  RecordedRun base = run_of({});
  RecordedRun next = base;
  next.host_cpu = "another processor";
  EXPECT_THAT(what_differs(base, next), ElementsAre());
  base.device->type = next.device->type = "cpu";
  EXPECT_THAT(what_differs(base, next), ElementsAre("cpu"));
  base.device.reset();
  next.device.reset();
  EXPECT_THAT(what_differs(base, next), ElementsAre("cpu"));
}

TEST(Differences, AreSoughtInEveryRunOfBothSides) {
  std::vector<RecordedRun> base(2, run_of({}));
  const std::vector<RecordedRun> next = base;
  base[1].device->driver_info = "1.1";
  EXPECT_THAT(differences(base, next), SizeIs(1));
  EXPECT_THAT(differences(next, base), SizeIs(1));
}

std::vector<RecordedRun> runs_of(const std::vector<double>& medians_s) {
  std::vector<RecordedRun> runs;
  runs.reserve(medians_s.size());
  for (const double median_s : medians_s) runs.push_back(run_of({row_of(median_s, 0.0001)}));
  return runs;
}

TEST(SeveralRuns, AreComparedByWhatThePairsAgreeOn) {
  const auto base = runs_of({1, 2, 3, 4, 5});  // the machine slows down; each pair shares it
  const Comparison comparison = compare_runs(base, runs_of({1.2, 2.4, 3.6, 4.8, 6.0}));
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::slower);
  EXPECT_NEAR(comparison.rows[0].plain->value, 1.2, 1e-12);
}

TEST(SeveralRuns, LeaveItOpenWhereTheyContradictEachOther) {
  // Within each run the interval is a hundredth of a percent.
  const Comparison comparison = compare_runs(runs_of({1, 1, 1}), runs_of({1.3, 0.9, 1.1}));
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::cannot_tell);
  EXPECT_THAT(*comparison.rows[0].reason, HasSubstr("runs cannot detect"));
}

TEST(SeveralRuns, AreWrongIfOneIs) {
  auto next = runs_of({1, 1});
  next[1].rows[0] = failed_row("wrong");
  EXPECT_EQ(compare_runs(runs_of({1, 1}), next).rows[0].verdict, Verdict::broken);
}

TEST(SeveralRuns, LeaveOpenWhatSomeOfThemLack) {
  auto next = runs_of({1, 1});
  next[1].rows.clear();
  EXPECT_EQ(compare_runs(runs_of({1, 1}), next).rows[0].verdict, Verdict::cannot_tell);
  EXPECT_EQ(compare_runs(next, runs_of({1, 1})).rows[0].verdict, Verdict::not_compared);
}

TEST(SeveralRuns, AreNormalizedRunByRun) {
  std::vector<RecordedRun> base;
  std::vector<RecordedRun> next;
  for (const double speed : {1.0, 2.0, 0.5, 1.3}) {
    base.push_back(run_of({relative_row(speed, 1, 4, true)}));
    next.push_back(run_of({relative_row(1, 1.01, 9, true)}));
  }
  const Comparison comparison = compare_runs(base, next);
  EXPECT_EQ(comparison.rows[0].yardstick, Yardstick::launch);
  EXPECT_EQ(comparison.rows[0].verdict, Verdict::same);
}

/// Runs over a yardstick, 1.5 times slower in the new ones; whose times are those given.
Verdict verdict_of_times(const std::vector<double>& times_s) {
  std::vector<RecordedRun> base;
  std::vector<RecordedRun> next;
  for (const double time_s : times_s) {
    base.push_back(run_of({relative_row(1, 2, 3, true)}));
    next.push_back(run_of({relative_row(time_s, 3, 3, true)}));
  }
  return compare_runs(base, next).rows[0].verdict;
}

TEST(SeveralRuns, ConvictNobodyWhoseTimesAllWentTheOtherWay) {
  EXPECT_EQ(verdict_of_times({0.8, 0.81, 0.79, 0.8}), Verdict::cannot_tell);
  EXPECT_EQ(verdict_of_times({1.2, 1.21, 1.19, 1.2}), Verdict::slower);
}

TEST(SeveralRuns, ConvictWhereTheMachineAloneMovesTheTimesEitherWay) {
  EXPECT_EQ(verdict_of_times({0.5, 1.3, 0.6, 1.2}), Verdict::slower);
}

}  // namespace
}  // namespace scanbench
