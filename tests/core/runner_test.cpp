#include "measure/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_stage.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Runner, AnswersAndTimesARightRow) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024})).rows.at(0);
  EXPECT_EQ(row.status, Status::ok);
  EXPECT_EQ(row.answer->exclusive.at(512), Scalar(515.5F));
  EXPECT_EQ(row.answer->total, Scalar(1037.625F));
  EXPECT_TRUE(row.check->ok);
  EXPECT_EQ(row.rounds, 7U);
  EXPECT_EQ(row.time_s->samples, 7U);
  EXPECT_EQ(row.wall_time_s->samples, 7U);
  EXPECT_TRUE(row.time_s->ci95);
  EXPECT_DOUBLE_EQ(*row.timer_cost_s, 1e-7);
  EXPECT_EQ(row.passes.size(), 10U);
}

TEST(Runner, LeavesATimeUnknownThatNoStampTold) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024})).rows.at(0);
  EXPECT_FALSE(row.passes[0].time_s);
  EXPECT_TRUE(row.passes[1].time_s);
  EXPECT_FALSE(row.passes_sum_s());
  EXPECT_FALSE(row.instrumentation_ratio());
}

class FlippedBit : public testing::TestWithParam<std::pair<int, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Runner, FlippedBit,
                         testing::Values(std::pair{1, "on the verifying walk"},
                                         std::pair{2, "on the asked input"},
                                         // Four runs that scan are a round.
                                         std::pair{3, "in sample 0"}, std::pair{11, "in sample 2"},
                                         std::pair{30, "in sample 6"}));

TEST_P(FlippedBit, IsFoundInWhicheverRunItHappens) {
  const int run = GetParam().first;
  const char* when = GetParam().second;
  const Row row = run_with(request_for({"hillis-steele"}, {1024}), {.flip_in_run = run}).rows.at(0);
  EXPECT_EQ(row.status, Status::wrong);
  EXPECT_THAT(*row.reason, testing::AllOf(HasSubstr(when), HasSubstr("cell 700 should be")));
  EXPECT_EQ(row.check->mismatches, 1U);
  EXPECT_EQ(row.check->first_mismatch->index, 700U);
  EXPECT_NE(row.check->first_mismatch->expected, row.check->first_mismatch->got);
  EXPECT_FALSE(row.check->ok);
  EXPECT_FALSE(row.answer);
  EXPECT_FALSE(row.time_s);
  EXPECT_FALSE(row.wall_time_s);
  EXPECT_THAT(row.passes, IsEmpty());
}

/// A row whose answer in one sample has another lowest bit in one cell.
Row row_with_another_rounding(bool order_varies, Pattern pattern) {
  static Algorithm varying = *find_algorithm("hillis-steele");
  varying.plan = [](const Request& request) {
    Plan plan = find_algorithm("hillis-steele")->plan(request);
    plan.order_varies = true;
    return plan;
  };
  RunRequest request = request_for({"hillis-steele"}, {1024});
  if (order_varies) request.algorithms[0] = &varying;
  request.pattern = pattern;
  return run_with(request, {.flip_in_run = 11}).rows.at(0);
}

TEST(Runner, TakesAnotherRoundingOnlyWhereTheOrderVaries) {
  const Row varied = row_with_another_rounding(true, Pattern::random);
  EXPECT_EQ(varied.status, Status::ok);
  EXPECT_EQ(varied.deterministic, false);
  EXPECT_EQ(varied.rounds, 7U);
  EXPECT_EQ(row_with_another_rounding(false, Pattern::random).status, Status::wrong);
}

TEST(Runner, TakesNoOtherAnswerWhereSumsAreExact) {
  EXPECT_EQ(row_with_another_rounding(true, Pattern::course).status, Status::wrong);
}

TEST(Runner, SaysThatAllAnswersWereTheSame) {
  const Outcome outcome = run_with(request_for({"hillis-steele", "serial"}, {1024}));
  for (const Row& row : outcome.rows) EXPECT_EQ(row.deterministic, true);
}

TEST(Runner, GoesOnWithTheOthersWhenOneRowIsWrong) {
  const Outcome outcome =
      run_with(request_for({"hillis-steele", "blelloch", "serial"}, {1024}), {.flip_in_run = 9});
  EXPECT_EQ(outcome.rows[0].status, Status::wrong);
  EXPECT_EQ(outcome.rows[1].status, Status::ok);
  EXPECT_EQ(outcome.rows[2].status, Status::ok);
  EXPECT_EQ(outcome.rows[1].rounds, 7U);
}

TEST(Runner, MeasuresTheCeilingsOfTheSameRounds) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024})).rows.at(0);
  EXPECT_DOUBLE_EQ(*row.ceilings.floor_s, 1e-7);
  EXPECT_DOUBLE_EQ(*row.ceilings.copy_s, 4e-6) << "the fastest of several copies";
  EXPECT_DOUBLE_EQ(*row.ceilings.transfer_s, 2e-6);
  EXPECT_DOUBLE_EQ(*row.ceilings.yardstick_launch_s, 1e-6);
  EXPECT_FALSE(row.ceilings.yardstick_copy_s) << "never timed";
  EXPECT_EQ(row.ceilings.relative_to_launch->samples, 7U);
  EXPECT_DOUBLE_EQ(row.ceilings.relative_to_launch->median, row.time_s->median / 1e-6);
  EXPECT_FALSE(row.ceilings.relative_to_copy);
  EXPECT_DOUBLE_EQ(*row.fraction_of_copy(), 4e-6 / row.time_s->median);
}

TEST(Runner, GivesNoCeilingToTheHost) {
  const Row row = run_with(request_for({"serial", "blelloch"}, {1024})).rows.at(0);
  EXPECT_FALSE(row.ceilings.copy_s);
  EXPECT_FALSE(row.ceilings.relative_to_launch);
  EXPECT_FALSE(row.limited_by);
  EXPECT_TRUE(row.end_to_end_s);
}

TEST(Runner, DisplacesTheCachesOnlyWhenAskedTo) {
  RunRequest request = request_for({"blelloch"}, {1024});
  FakeStage::displaced = 0;
  EXPECT_EQ(run_with(request).rows.at(0).cache, CacheState::warm);
  EXPECT_EQ(FakeStage::displaced, 0);
  request.sampling.cache = CacheState::cold;
  EXPECT_EQ(run_with(request).rows.at(0).cache, CacheState::cold);
  EXPECT_GE(FakeStage::displaced, 7 * 6) << "before every run of every round";
}

TEST(Runner, KeepsSamplesOnlyWhenAskedTo) {
  RunRequest request = request_for({"blelloch"}, {1024});
  EXPECT_THAT(run_with(request).rows.at(0).raw_time_s, IsEmpty());
  request.keep_samples = true;
  EXPECT_EQ(run_with(request).rows.at(0).raw_time_s.size(), 7U);
}

TEST(Runner, StopsByItselfAndSaysWhy) {
  RunRequest request = request_for({"blelloch", "serial"}, {1024});
  request.sampling = {};
  request.sampling.max_samples = 20;
  request.sampling.precision = 1e-12;
  EXPECT_EQ(run_with(request).rows.at(0).stopped_by, StoppedBy::max_samples);
  EXPECT_EQ(run_with(request).rows.at(0).rounds, 20U);
  request.sampling.max_samples = 1000000;
  request.sampling.max_time_s = 1e-9;
  EXPECT_EQ(run_with(request).rows.at(0).stopped_by, StoppedBy::max_time);
  EXPECT_EQ(run_with(request).rows.at(0).rounds, 3U) << "never fewer";
  request.sampling.max_time_s = 60;
  request.sampling.precision = 0.5;
  EXPECT_EQ(run_with(request).rows.at(0).stopped_by, StoppedBy::precision);
  request.sampling.repeat = 5;
  EXPECT_EQ(run_with(request).rows.at(0).stopped_by, StoppedBy::repeat);
}

TEST(Runner, EndsEarlyWithTheFinishedRowsInWhateverPhaseItIs) {
  for (int phase = 0; phase < 20; ++phase) {
    bool one_is_finished = false;
    int asked = 0;
    Watch watch;
    watch.keep_going = [&] { return !one_is_finished || asked++ < phase; };
    const Outcome outcome = measure(
        request_for({"blelloch"}, {8, 16, 32}), fake_venue(),
        [&](const Row&) { one_is_finished = true; }, watch);
    EXPECT_TRUE(outcome.interrupted);
    ASSERT_EQ(outcome.rows.size(), 2U);
    EXPECT_EQ(outcome.rows[0].status, Status::ok);
    EXPECT_EQ(outcome.rows[1].status, Status::skipped);
    EXPECT_FALSE(outcome.rows[1].time_s);
    EXPECT_FALSE(outcome.rows[1].check);
  }
}

/// What a run leaves with when the device hangs; thrown, since there is no program to end.
struct Left {
  Outcome outcome;
};

/// Runs on a fake device that does not come back; so many times it does all the same.
Outcome left_by(const RunRequest& request, Fault fault, int spared = 0) {
  Venue venue = fake_venue();
  std::function<void(double)> set;
  venue.set_watch = [&](std::function<void(double)> watch) { set = std::move(watch); };
  fault.hang = [&] {
    if (spared-- > 0) return;
    set(request.timeout_s);
    set(request.timeout_s + 1);
  };
  venue.open_stage = fake_venue(fault).open_stage;
  Watch watch;
  watch.leave = [](const Outcome& outcome) { throw Left{outcome}; };
  try {
    measure(request, venue, {}, watch);
  } catch (const Left& left) {
    return left.outcome;
  }
  ADD_FAILURE() << "the run came back";
  return {};
}

TEST(Runner, LeavesADeviceThatHangsInItsFirstRunAndNamesThePass) {
  const Outcome left =
      left_by(request_for({"serial", "blelloch", "hillis-steele"}, {1024}), {.hang_in_pass = 17});
  EXPECT_TRUE(left.device_lost);
  ASSERT_EQ(left.rows.size(), 3U);
  EXPECT_EQ(left.rows[0].status, Status::skipped);
  EXPECT_EQ(left.rows[1].status, Status::error);
  EXPECT_THAT(*left.rows[1].reason,
              HasSubstr("within 60 s in pass 17 of 21 (downsweep, stride 16) of its "
                        "first run: "));
  EXPECT_EQ(left.rows[2].status, Status::skipped);
  EXPECT_THAT(*left.rows[2].reason, HasSubstr("in blelloch's turn"));
}

TEST(Runner, LeavesADeviceThatHangsWithTheRowsThatAreFinished) {
  // Four runs that scan are a round, and two verify.
  const Outcome left = left_by(request_for({"blelloch", "hillis-steele"}, {8}), {.hang_in_run = 9});
  ASSERT_EQ(left.rows.size(), 2U);
  EXPECT_EQ(left.rows[0].status, Status::error);
  EXPECT_THAT(*left.rows[0].reason, HasSubstr("while it was sampled"));
  EXPECT_FALSE(left.rows[0].answer);
  EXPECT_FALSE(left.rows[0].check);
  EXPECT_EQ(left.rows[1].status, Status::skipped);
}

TEST(Runner, LeavesADeviceThatHangsWithTheRowsOfSmallerSizes) {
  const Outcome left = left_by(request_for({"blelloch"}, {8, 16}), {.hang_in_run = 3}, 1);
  ASSERT_EQ(left.rows.size(), 2U);
  EXPECT_EQ(left.rows[0].status, Status::ok);
  EXPECT_TRUE(left.rows[0].time_s);
  EXPECT_EQ(left.rows[1].status, Status::error);
}

TEST(Runner, HandsOutEachRowOnceItIsFinished) {
  std::vector<std::uint64_t> seen;
  measure(request_for({"blelloch"}, {8, 16}), fake_venue(),
          [&](const Row& row) { seen.push_back(row.n); });
  EXPECT_THAT(seen, testing::ElementsAre(8, 16));
}

TEST(Runner, NeedsNoDeviceForTheHostsLoop) {
  Venue venue;
  venue.no_device_reason = "none is there";
  const Outcome outcome = measure(request_for({"serial", "blelloch"}, {1024}), venue);
  EXPECT_EQ(outcome.rows.at(0).status, Status::ok);
  EXPECT_EQ(outcome.rows.at(0).answer->total, Scalar(1037.625F));
  EXPECT_TRUE(outcome.rows.at(0).time_s);
  EXPECT_THAT(outcome.rows.at(0).passes, IsEmpty());
  EXPECT_EQ(outcome.rows.at(1).status, Status::unsupported);
  EXPECT_EQ(outcome.rows.at(1).reason, "none is there");
}

TEST(Runner, MakesARowOfWhatCannotRunAndGoesOn) {
  const Outcome outcome = run_with(request_for({"naive", "blelloch"}, {65537}));
  EXPECT_EQ(outcome.rows.at(0).status, Status::unsupported);
  EXPECT_THAT(*outcome.rows.at(0).reason, HasSubstr("65536"));
  EXPECT_EQ(outcome.rows.at(1).status, Status::ok);
}

TEST(Runner, RefusesMoreThanTheHostsMemory) {
  const Outcome outcome = run_with(request_for({"serial"}, {std::uint64_t{1} << 47}));
  EXPECT_EQ(outcome.rows.at(0).status, Status::unsupported);
  EXPECT_THAT(*outcome.rows.at(0).reason, HasSubstr("host memory"));
}

TEST(Runner, EndsWithTheRowsThatLostTheDevice) {
  const Outcome outcome =
      run_with(request_for({"serial", "blelloch"}, {8, 16}), {.lose_device = true});
  EXPECT_TRUE(outcome.device_lost);
  ASSERT_EQ(outcome.rows.size(), 2U);
  EXPECT_EQ(outcome.rows[0].status, Status::skipped) << "it had no turn yet";
  EXPECT_EQ(outcome.rows[1].status, Status::error);
  EXPECT_THAT(*outcome.rows[1].reason,
              HasSubstr("the device was lost before the first pass of its first run"));
}

TEST(Runner, ProbesWhatTheRowHas) {
  RunRequest request = request_for({"serial"}, {8, 1024});
  request.probes = {0, 512};
  const Outcome outcome = run_with(request);
  EXPECT_EQ(outcome.rows[0].answer->exclusive.at(0), Scalar(0.0F));
  EXPECT_EQ(outcome.rows[0].answer->exclusive.at(512), std::nullopt);
  EXPECT_EQ(outcome.rows[1].answer->exclusive.at(512), Scalar(515.5F));
  request.probes.clear();
  EXPECT_TRUE(run_with(request).rows[0].answer->exclusive.contains(4));
}

TEST(Runner, GivesTheSameExclusiveSumsInBothKinds) {
  RunRequest request = request_for({"serial"}, {1024});
  request.probes = {0, 1, 512, 1023};
  request.kind = Kind::inclusive;
  const auto inclusive = run_with(request).rows[0].answer->exclusive;
  request.kind = Kind::exclusive;
  EXPECT_EQ(run_with(request).rows[0].answer->exclusive, inclusive);
}

}  // namespace
}  // namespace scanbench
