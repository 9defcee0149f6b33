#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/plans.hpp"
#include "interface.h"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ReduceThenScan, HasThreePassesAtAnyN) {
  for (const std::uint64_t n : {1U, 2U, 1024U, 1U << 20, 1U << 28}) {
    for (const Request& request : {software_device(n), graphics_card(n)}) {
      EXPECT_THAT(names_of(plan_of("reduce-then-scan", request)),
                  ElementsAre("upsweep", "spine", "downsweep"));
    }
  }
}

TEST(ReduceThenScan, ScansTheTilesSumsInOneWorkGroup) {
  const Plan plan = plan_of("reduce-then-scan", graphics_card(1 << 28));
  EXPECT_EQ(plan.passes[1].n, (1U << 28) / 4096);
  EXPECT_EQ(plan.passes[1].groups.x * plan.passes[1].groups.y, 1U);
}

TEST(ScanThenPropagate, GoesUpByTilesUntilOneIsLeftAndDownAgain) {
  const auto names = [](std::uint64_t n) {
    return names_of(plan_of("scan-then-propagate", graphics_card(n)));
  };
  EXPECT_THAT(names(4096), ElementsAre("scan"));
  EXPECT_THAT(names(4097), ElementsAre("scan", "scan sums 1", "add back"));
  EXPECT_THAT(names(std::uint64_t{4096} * 4096), ElementsAre("scan", "scan sums 1", "add back"));
  EXPECT_THAT(names(4096 * 4096 + 1),
              ElementsAre("scan", "scan sums 1", "scan sums 2", "add back sums 1", "add back"));
}

TEST(ScanThenPropagate, KeepsEachLevelInAWindowOfItsOwn) {
  const Plan plan = plan_of("scan-then-propagate", graphics_card(4096 * 4096 + 1));
  std::vector<Binding> windows;
  for (const Pass& pass : plan.passes) {
    for (const Binding& binding : pass.bindings) {
      if (binding.role != Role::partials) continue;
      EXPECT_EQ(binding.offset_bytes % kWindowAlignment, 0U);
      EXPECT_LE(binding.offset_bytes + binding.bytes, plan.partials_bytes);
      windows.push_back(binding);
    }
  }
  for (const Binding& one : windows) {
    for (const Binding& other : windows) {
      if (one.offset_bytes < other.offset_bytes) {
        EXPECT_LE(one.offset_bytes + one.bytes, other.offset_bytes);
      }
    }
  }
}

TEST(TiledScans, CombineAboutTwiceAnElementOnASoftwareDevice) {
  const std::uint64_t n = 1 << 20;
  for (const char* name : {"reduce-then-scan", "scan-then-propagate"}) {
    const Work work = work_of(plan_of(name, software_device(n)));
    EXPECT_GE(work.additions, 2 * n - 1000) << name;
    EXPECT_LE(work.additions, 2 * n + n / 100) << name;
  }
}

// By hand, for one tile of 250 vectors: 4 combines each for their cells and 3 for their sum, 1 for
// where they start, and for the chain of sums 2 by subgroup operations and 1 through shared memory.
TEST(TiledScans, SumTheirVectorsFirstWhereAWorkGroupHasTheTile) {
  Request request = graphics_card(1000);
  EXPECT_EQ(work_of(plan_of("scan-then-propagate", request)).additions, 250U * 10);
  request.tile_scan = TileScan::shared;
  EXPECT_EQ(work_of(plan_of("scan-then-propagate", request)).additions, 250U * 9);
}

TEST(TiledScans, ReadAndWriteEachElementAsOftenAsTheyAreKnownTo) {
  const std::uint64_t n = 1 << 20;
  const auto accesses = [&](const char* name) {
    const auto bytes = work_of(plan_of(name, software_device(n))).bytes_moved;
    return static_cast<double>(bytes) / 4 / static_cast<double>(n);
  };
  EXPECT_NEAR(accesses("reduce-then-scan"), 3, 0.01);
  EXPECT_NEAR(accesses("scan-then-propagate"), 4, 0.01);
  EXPECT_NEAR(accesses("decoupled-lookback"), 2, 0.01);
}

TEST(TiledScans, GiveBothKindsByTheSamePasses) {
  for (const Algorithm& algorithm : registry()) {
    if (!algorithm.tiled) continue;
    EXPECT_EQ(native_kinds(algorithm), "both");
    for (const std::uint64_t n : {1U, 5000U, 1U << 25}) {
      Request request = software_device(n);
      EXPECT_EQ(plan_scan(algorithm, request).kind, Kind::exclusive);
      request.kind = Kind::inclusive;
      const Plan inclusive = plan_scan(algorithm, request);
      EXPECT_EQ(inclusive.kind, Kind::inclusive);
      request.kind = Kind::exclusive;
      EXPECT_EQ(names_of(inclusive), names_of(plan_scan(algorithm, request)));
    }
  }
}

TEST(TiledScans, CutTheirTilesByTheKindOfDevice) {
  const Tuning chunks = tile_tuning(software_device(1 << 25));
  EXPECT_TRUE(chunks.blocked);
  EXPECT_EQ(chunks.workgroup, 8U);
  EXPECT_EQ(tile_cells(chunks), chunks.items);
  const Tuning tiles = tile_tuning(graphics_card(1 << 25));
  EXPECT_FALSE(tiles.blocked);
  EXPECT_EQ(tile_cells(tiles), 256U * 16);
}

TEST(TiledScans, LeaveEveryThreadOfASoftwareDeviceEightWorkGroupsWhereNAllows) {
  for (const std::uint64_t n : {1U << 17, 1U << 20, 1U << 25}) {
    const Pass pass = plan_of("reduce-then-scan", software_device(n)).passes.front();
    EXPECT_GE(pass.groups.x, 16U) << n;
  }
}

TEST(TiledScans, TakeSubgroupsWhereTheDeviceHasThem) {
  Request request = graphics_card(1000);
  EXPECT_EQ(tile_tuning(request).tile_scan, TileScan::subgroup);
  request.workgroup = 48;  // one and a half
  EXPECT_EQ(tile_tuning(request).tile_scan, TileScan::shared);
  request.workgroup.reset();
  request.target.has_subgroup_arithmetic = false;
  EXPECT_EQ(tile_tuning(request).tile_scan, TileScan::shared);
}

TEST(DeviceBytes, CountThePartials) {
  const Request request = graphics_card(1 << 20);
  const Plan plan = plan_of("reduce-then-scan", request);
  EXPECT_EQ(plan.partials_bytes, 256U * 4);
  EXPECT_EQ(device_bytes(plan), 3 * (std::uint64_t{4} << 20) + 1024 + (4 << 20));
}

Pass toucher(Binding binding) {
  Pass pass;
  pass.bindings = {binding};
  return pass;
}

TEST(UnguardedPasses, JudgeScratchByTheWindowsThatAreTouched) {
  Plan plan;
  plan.passes = {toucher({0, Role::partials, true, Span::all, 0, 256}),
                 toucher({0, Role::partials, true, Span::all, 256, 256})};
  EXPECT_THAT(unguarded_passes(plan), IsEmpty());
  plan.passes.push_back(toucher({0, Role::partials, false, Span::all, 255, 2}));
  EXPECT_THAT(unguarded_passes(plan), ElementsAre(2));
  plan.passes.back() = toucher({0, Role::partials, false});  // to the end
  EXPECT_THAT(unguarded_passes(plan), ElementsAre(2));
  plan.passes.back().barrier_before = true;
  EXPECT_THAT(unguarded_passes(plan), IsEmpty());
}

TEST(UnguardedPasses, JudgeTheStateLikeAnyBuffer) {
  Plan plan;
  plan.passes = {toucher({0, Role::state, true}), toucher({0, Role::state, true})};
  EXPECT_THAT(unguarded_passes(plan), ElementsAre(1));
}

TEST(TileRefusals, NameWhatADeviceLacks) {
  Request request = graphics_card(1000);
  request.target.has_subgroup_arithmetic = false;
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
  request.tile_scan = TileScan::subgroup;
  EXPECT_THAT(refusal_text("reduce-then-scan", request), HasSubstr("do no arithmetic in f32"));
  request.tile_scan = TileScan::shared;
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
}

TEST(TileRefusals, NameWorkGroupsThatAreNotOfWholeSubgroups) {
  Request request = graphics_card(1000);
  request.tile_scan = TileScan::subgroup;
  request.workgroup = 48;
  EXPECT_THAT(refusal_text("scan-then-propagate", request), HasSubstr("whole subgroups"));
}

TEST(TileRefusals, NameWorkGroupsOfMoreSubgroupsThanCanBeDemanded) {
  Request request = software_device(1000);
  request.target.requires_subgroup_size = true;
  request.target.max_subgroups = 32;
  request.workgroup = 512;
  EXPECT_EQ(plan_of("reduce-then-scan", request).tuning.tile_scan, TileScan::shared);
  request.tile_scan = TileScan::subgroup;
  EXPECT_THAT(refusal_text("reduce-then-scan", request),
              HasSubstr("at most 32 subgroups, 256 invocations"));
  request.workgroup = 256;
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
}

TEST(TiledScans, KeepTheSpineWithinTheSubgroupsThatCanBeDemanded) {
  Request request = software_device(std::uint64_t{1} << 27);
  request.items = 8;
  request.tile_scan = TileScan::subgroup;
  const auto spine_of = [&] { return plan_of("reduce-then-scan", request).passes[1].tuning; };
  EXPECT_EQ(spine_of().workgroup, 256U);
  request.target.requires_subgroup_size = true;
  request.target.max_subgroups = 16;
  EXPECT_THAT(refusal_text("reduce-then-scan", request), HasSubstr("one work-group can scan"));
  request.items = 16;
  EXPECT_EQ(spine_of().workgroup, 128U);
}

TEST(TileRefusals, NameADeviceWhoseSubgroupsAreNotWhatItClaims) {
  Request request = graphics_card(1000);
  request.target.counted_subgroup = 16;
  for (const char* name : {"reduce-then-scan", "scan-then-propagate"}) {
    EXPECT_THAT(refusal_text(name, request),
                HasSubstr("claims subgroups of 32 invocations, and 16 were counted"));
  }
  EXPECT_EQ(refusal_text("hillis-steele", request), "accepted");
  request.tile_scan = TileScan::shared;
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
}

TEST(TileRefusals, NameTilesTooSmallForOneWorkGroupToScanTheirSums) {
  Request request = graphics_card(std::uint64_t{1} << 30);
  request.workgroup = 1;
  request.items = 4;
  request.tile_scan = TileScan::shared;
  EXPECT_THAT(refusal_text("reduce-then-scan", request), HasSubstr("raise --items"));
  request.items = 64;
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
}

TEST(Init, BelongsToScansByTiles) {
  Request request = graphics_card(1000);
  request.init = 5.0F;
  EXPECT_THAT(refusal_text("blelloch", request), HasSubstr("takes no initial value"));
  EXPECT_EQ(refusal_text("reduce-then-scan", request), "accepted");
  EXPECT_EQ(plan_of("reduce-then-scan", request).init, Scalar(5.0F));
}

}  // namespace
}  // namespace scanbench
