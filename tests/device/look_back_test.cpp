#include <gtest/gtest.h>

#include <algorithm>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "interface.h"

namespace scanbench {
namespace {

/// Named "Tiled" so that the suite can be run again with other sizes of the subgroup.
class TiledLookBack : public DeviceTest {
 protected:
  Plan plan(std::uint64_t n, std::uint32_t items, ElementType type = ElementType::u32,
            bool striped = false) const {
    Request asked = rig().request(n, type);
    asked.items = items;
    if (striped) asked.target.kind = DeviceKind::discrete;
    return plan_scan(*find_algorithm("decoupled-lookback"), asked);
  }

  /// As many rounds as loops may take before the software device cuts them, at five a round.
  static constexpr std::uint32_t kPatient = 10000;

  static void wait_for(Plan& plan, std::uint32_t spins) {
    const auto constant = std::ranges::find(plan.passes.back().constants,
                                            std::uint32_t{SCANBENCH_CONSTANT_SPINS}, &Constant::id);
    constant->value = spins;
  }

  /// Tiles of the last run that were combined by another than their own work-group.
  static std::uint32_t fallbacks(const Scan& scan) {
    const Workspace& workspace = scan.workspace;
    const Values words = workspace.read_back(workspace.at(Role::state), ElementType::u32, 2);
    return std::get<std::vector<std::uint32_t>>(words)[1];
  }

  /// Runs it that often; each answer is compared in full with the first, which is checked.
  static void expect_always_right(const Plan& plan, Pattern pattern, int runs) {
    const Values input = make_input(pattern, plan.type, plan.n, kDefaultSeed);
    Scan scan(rig(), plan);
    scan.workspace.upload(input);
    scan.run();
    const Check check = check_answer(input, scan.executor.answer(), plan, Rounding::any);
    ASSERT_TRUE(check.ok) << check.mismatches << " cells are wrong";
    scan.executor.keep();
    for (int run = 1; run < runs; ++run) {
      scan.run();
      ASSERT_EQ(scan.executor.mismatches(), 0) << "in run " << run;
    }
  }
};

TEST_F(TiledLookBack, IsRightWhereEveryTileIsCombinedByTheNextOne) {
  for (const ElementType type : device_types(rig())) {
    for (const bool striped : {false, true}) {
      Plan forced = plan(70001, 16, type, striped);
      wait_for(forced, 0);
      const Values input = make_input(Pattern::walk, type, forced.n, kDefaultSeed);
      Scan scan(rig(), forced);
      scan.workspace.upload(input);
      scan.run();
      EXPECT_TRUE(check_answer(input, scan.executor.answer(), forced, Rounding::any).ok)
          << name_of(type) << (striped ? ", striped" : "");
      const std::uint64_t tile = std::uint64_t{forced.tuning.items} * forced.tuning.workgroup;
      EXPECT_GE(fallbacks(scan), (forced.n - 1) / tile);
    }
  }
}

TEST_F(TiledLookBack, IsRightWhereItWaitsAsLongAsItTakes) {
  Plan patient = plan(1 << 18, 16);
  wait_for(patient, kPatient);
  expect_always_right(patient, Pattern::random, 10);
}

TEST_F(TiledLookBack, CarriesAggregatesOfAllBits) {
  const Plan made = plan(100003, 64);
  const std::vector<std::uint32_t> large(made.n, 0x7fffffff);
  const Answer answer = rig().answer(made, large);
  EXPECT_TRUE(check_answer(large, answer, made, Rounding::any).ok);
}

TEST_F(TiledLookBack, ClearsItsStateInEveryRun) {
  expect_always_right(plan(100003, 16), Pattern::random, 20);
}

TEST_F(TiledLookBack, IsRightThroughManyTinyTiles) {
  expect_always_right(plan(1 << 18, 4), Pattern::random, 20);
}

/// Run by `scripts/test.sh --long`, once and three at a time.
class LongLookBack : public TiledLookBack {};

TEST_F(LongLookBack, IsRightAThousandTimes) {
  expect_always_right(
      plan_scan(*find_algorithm("decoupled-lookback"), rig().request(1 << 20, ElementType::u32)),
      Pattern::random, 1000);
}

TEST_F(LongLookBack, IsRightAThousandTimesThroughSmallTiles) {
  expect_always_right(plan(1 << 20, 64), Pattern::random, 1000);
}

TEST_F(LongLookBack, IsRightAThousandTimesWithEveryTileCombinedByTheNextOne) {
  Plan forced = plan(1 << 20, 256);
  wait_for(forced, 0);
  expect_always_right(forced, Pattern::random, 1000);
}

TEST_F(LongLookBack, IsRightAThousandTimesWhereItWaitsAsLongAsItTakes) {
  Plan patient = plan(1 << 20, 256);
  wait_for(patient, kPatient);
  expect_always_right(patient, Pattern::random, 1000);
}

}  // namespace
}  // namespace scanbench
