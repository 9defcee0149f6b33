#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fake_stage.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;

class KnownStamps : public testing::TestWithParam<std::tuple<std::uint64_t, int, bool>> {};
INSTANTIATE_TEST_SUITE_P(Rows, KnownStamps,
                         testing::Values(std::tuple{7, 3, false}, std::tuple{7, 4, true},
                                         // Half is not more than half.
                                         std::tuple{6, 3, false}, std::tuple{6, 4, true},
                                         std::tuple{7, 7, true}));

TEST_P(KnownStamps, GiveAPassItsTimeWhereMoreThanHalfToldSomething) {
  const auto [rounds, told, known] = GetParam();
  RunRequest request = request_for({"hillis-steele"}, {1024});
  request.sampling.repeat = rounds;
  const Row row = run_with(request, {.told_rounds = told}).rows.at(0);
  ASSERT_EQ(row.rounds, rounds);
  ASSERT_EQ(row.passes.at(0).time_s.has_value(), known);
  EXPECT_EQ(row.passes_sum_s().has_value(), known);
  if (!known) return;
  EXPECT_EQ(row.passes[0].time_s->samples, static_cast<std::size_t>(told));
}

class WrongTotal : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Rows, WrongTotal, testing::Values(1, 2, 3, 30));

TEST_P(WrongTotal, IsNamedThoughEveryCellIsRight) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024}),
                           {.flip_in_run = GetParam(), .flip_total = true})
                      .rows.at(0);
  EXPECT_EQ(row.status, Status::wrong);
  EXPECT_EQ(row.check->mismatches, 1U);
  ASSERT_TRUE(row.check->first_mismatch);
  EXPECT_EQ(row.check->first_mismatch->index, 1024U);
  EXPECT_NE(row.check->first_mismatch->expected, row.check->first_mismatch->got);
  EXPECT_THAT(*row.reason, HasSubstr("the total should be"));
  EXPECT_FALSE(row.time_s);
}

TEST(Roundoff, IsHalvedWhereTheDeviceRoundsToNearest) {
  RunRequest request = request_for({"hillis-steele", "blelloch"}, {1024});
  request.pattern = Pattern::random;
  Venue venue = fake_venue();
  const double depths[] = {10, 18};
  venue.target->has_float64 = true;
  for (const auto& [type, unit] :
       {std::pair(ElementType::f32, 0x1p-24), std::pair(ElementType::f64, 0x1p-53)}) {
    request.type = type;
    for (const bool nearest : {true, false}) {
      // What is said of the other width does not count.
      venue.target->declares_rte_f32 = nearest == (type == ElementType::f32);
      venue.target->declares_rte_f64 = nearest == (type == ElementType::f64);
      const Outcome outcome = measure(request, venue);
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(outcome.rows.at(i).status, Status::ok);
        EXPECT_EQ(outcome.rows[i].check->bound, depths[i] * (nearest ? unit : 2 * unit));
      }
    }
  }
}

TEST(Roundoff, OfTheHostIsThatOfRoundingToNearest) {
  RunRequest request = request_for({"serial"}, {1024});
  request.pattern = Pattern::random;
  EXPECT_EQ(run_with(request).rows.at(0).check->bound, 1023 * 0x1p-24);
}

/// What a stage of these plans takes at once, counted apart from the runner: the buffers that they
/// share, one kept answer each, and the staging buffer.
std::uint64_t stage_bytes(std::span<const Plan> plans) {
  std::uint64_t arrays = 2 + plans.size();  // the input and the staging buffer, which is as large
  for (const Role role : {Role::work_0, Role::work_1}) {
    arrays +=
        std::ranges::any_of(plans, [&](const Plan& plan) { return uses(plan, role); }) ? 1 : 0;
  }
  return arrays * buffer_elements(plans.front()) * 4;
}

/// How many plans each stage got, on a device with memory for so many arrays of n elements.
std::vector<std::size_t> stages_within(std::uint64_t arrays) {
  constexpr std::uint64_t kN = 1024;
  std::vector<std::size_t> stages;
  Venue venue = fake_venue();
  venue.target->heap_bytes = arrays * kN * 4;
  const OpenStage open = venue.open_stage;
  venue.open_stage = [&](std::span<const Plan> plans) {
    EXPECT_LE(stage_bytes(plans), venue.target->heap_bytes);
    stages.push_back(plans.size());
    return open(plans);
  };
  const Outcome outcome = measure(
      request_for({"hillis-steele", "serial", "blelloch", "blelloch-inplace", "naive"}, {kN}),
      venue);
  EXPECT_EQ(outcome.rows.size(), 5U);
  for (const Row& row : outcome.rows) {
    EXPECT_EQ(row.status, Status::ok) << row.algorithm << ": " << row.reason.value_or("");
    EXPECT_EQ(row.rounds, 7U) << row.algorithm;
    EXPECT_TRUE(row.time_s) << row.algorithm;
  }
  return stages;
}

TEST(Memory, HoldsAllRowsOfASizeAtOnceWhereItCan) {
  EXPECT_THAT(stages_within(1000), testing::ElementsAre(4));
  // The input, two work buffers, the staging buffer, and four kept answers.
  EXPECT_THAT(stages_within(8), testing::ElementsAre(4));
}

TEST(Memory, TakesTheRowsInPartsWhereTheyDoNotFitAtOnce) {
  EXPECT_THAT(stages_within(7), testing::ElementsAre(3, 1));
  EXPECT_THAT(stages_within(6), testing::ElementsAre(2, 2));
  // The last two share a single work buffer, but one by one each needs its kept answer too.
  EXPECT_THAT(stages_within(5), testing::ElementsAre(1, 1, 2));
}

}  // namespace
}  // namespace scanbench
