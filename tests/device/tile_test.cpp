#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "gpu/subgroup.hpp"
#include "interface.h"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

std::vector<const Algorithm*> tiled_algorithms() {
  std::vector<const Algorithm*> found = device_algorithms();
  std::erase_if(found, [](const Algorithm* algorithm) { return !algorithm->tiled; });
  return found;
}

/// An algorithm, how its work-groups scan, and whether they are cut as for a GPU.
using Way = std::tuple<const Algorithm*, TileScan, bool>;

/// Named "Tiled" so that the suite can be run again with other sizes of the subgroup.
class TiledScan : public DeviceTest, public testing::WithParamInterface<Way> {
 protected:
  const Algorithm& algorithm() const { return *std::get<0>(GetParam()); }

  Request request(std::uint64_t n, ElementType type = ElementType::u32,
                  std::optional<Kind> kind = {}) const {
    Request asked = rig().request(n, type, kind);
    asked.tile_scan = std::get<1>(GetParam());
    if (std::get<2>(GetParam())) asked.target.kind = DeviceKind::discrete;
    return asked;
  }

  void expect_right(const Request& asked, Pattern pattern) {
    const Target& target = rig().device.info().target;
    const bool int64 = asked.type == ElementType::u64 || asked.type == ElementType::i64;
    if (int64 && asked.tile_scan == TileScan::subgroup && !target.has_subgroup_int64) return;
    ASSERT_EQ(refusal(algorithm(), asked), std::nullopt);
    const Plan plan = plan_scan(algorithm(), asked);
    const Values input = make_input(pattern, asked.type, asked.n, kDefaultSeed);
    const Check check = rig().check(plan, input);
    EXPECT_TRUE(check.ok) << "n = " << asked.n << ", " << name_of(asked.type) << ", "
                          << name_of(plan.kind) << ", " << plan.tuning.workgroup << " x "
                          << plan.tuning.items << ": " << check.mismatches << " cells are wrong";
  }

  void expect_right_in_every_type_and_kind(Request asked) {
    for (const ElementType type : kElementTypes) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        asked.type = type;
        asked.kind = kind;
        expect_right(asked, Pattern::random);
        expect_right(asked, Pattern::walk);
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, TiledScan,
                         testing::Combine(testing::ValuesIn(tiled_algorithms()),
                                          testing::Values(TileScan::subgroup, TileScan::shared),
                                          testing::Bool()),
                         [](const auto& info) {
                           std::string name = fmt::format(
                               "{}_by_{}_{}", std::get<0>(info.param)->name,
                               name_of(std::get<1>(info.param)),
                               std::get<2>(info.param) ? "striped" : "as_the_device_likes_it");
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(TiledScan, IsRightAroundTheEdgesOfItsTiles) {
  Request asked = request(1);
  asked.items = 12;  // three vectors: no power of two
  const std::uint64_t tile = tile_cells(tile_tuning(asked));
  for (const std::uint64_t n :
       {std::uint64_t{1}, std::uint64_t{2}, tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile,
        2 * tile + 1, std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{257}}) {
    asked.n = n;
    expect_right_in_every_type_and_kind(asked);
  }
}

TEST_P(TiledScan, IsRightWhereTheSumsOfTilesFillATile) {
  Request asked = request(1);
  asked.items = 4;
  asked.workgroup = rig().device.info().target.subgroup_size;
  const std::uint64_t tile = tile_cells(tile_tuning(asked));
  for (const std::uint64_t n :
       {tile * tile - 1, tile * tile, tile * tile + 1, tile * tile * tile + 1}) {
    asked.n = n;
    expect_right_in_every_type_and_kind(asked);
  }
}

TEST_P(TiledScan, IsRightAtLargeSizes) {
  for (const std::uint64_t n : {1000003U, (1U << 22) + 7}) {
    for (const ElementType type : {ElementType::f32, ElementType::u32}) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        expect_right(request(n, type, kind),
                     type == ElementType::f32 ? Pattern::walk : Pattern::random);
      }
    }
  }
}

TEST_P(TiledScan, KeepsTheRoundingOfFloatsWithinItsDepth) {
  for (const std::uint64_t n : {1000U, 100000U, 1000003U}) {
    expect_right(request(n, ElementType::f32), Pattern::random);
  }
}

TEST_P(TiledScan, IsRightAtBothEndsOfItsTuning) {
  const Target& target = rig().device.info().target;
  const std::uint32_t most = std::get<1>(GetParam()) == TileScan::subgroup
                                 ? target.max_workgroup_by_subgroups()
                                 : target.max_workgroup;
  for (const std::uint32_t workgroup : {target.subgroup_size, most}) {
    for (const std::uint32_t items : {4U, kMostStripedItems, 65536U}) {
      Request asked = request(300001);
      if (items > kMostStripedItems && !tile_tuning(asked).blocked) continue;
      asked.workgroup = workgroup;
      asked.items = items;
      expect_right(asked, Pattern::random);
    }
  }
}

TEST_P(TiledScan, StartsFromTheInitialValue) {
  const auto expect_from = [&](ElementType type, Scalar init, Pattern pattern) {
    for (const std::uint64_t n : {1U, 1000U, 70001U}) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        Request asked = request(n, type, kind);
        asked.init = init;
        const Plan plan = plan_scan(algorithm(), asked);
        const Values input = make_input(pattern, type, n, kDefaultSeed);
        const Answer answer = rig().answer(plan, input);
        const Check check = check_answer(input, answer, plan, Rounding::any);
        EXPECT_TRUE(check.ok) << text_of(init) << ", n = " << n << ", " << name_of(kind);
        if (kind == Kind::exclusive) {
          EXPECT_EQ(element_at(answer.cells, 0), init);
        }
        Plan from_nothing = plan;
        from_nothing.init.reset();
        EXPECT_FALSE(check_answer(input, answer, from_nothing, Rounding::any).ok)
            << "the initial value is nowhere to be seen";
      }
    }
  };
  expect_from(ElementType::f32, -1000.125F, Pattern::walk);
  expect_from(ElementType::u32, 0xfffffff0U, Pattern::random);
  expect_from(ElementType::i32, -7, Pattern::random);
}

TEST_P(TiledScan, ChainsByHandingTheTotalOn) {
  const auto whole = std::get<std::vector<std::uint32_t>>(
      make_input(Pattern::random, ElementType::u32, 30011, kDefaultSeed));
  const Answer right = rig().answer(plan_scan(algorithm(), request(whole.size())), whole);
  Request asked = request(0);
  std::vector<std::uint32_t> cells;
  for (const auto& [begin, end] : {std::pair(0, 10007), std::pair(10007, 30011)}) {
    const std::vector<std::uint32_t> part(whole.begin() + begin, whole.begin() + end);
    asked.n = part.size();
    const Answer answer = rig().answer(plan_scan(algorithm(), asked), part);
    const auto& scanned = std::get<std::vector<std::uint32_t>>(answer.cells);
    cells.insert(cells.end(), scanned.begin(), scanned.end());
    asked.init = answer.total;
  }
  EXPECT_EQ(Values(cells), right.cells);
  EXPECT_EQ(*asked.init, right.total);
}

TEST_P(TiledScan, IsWrongWhereAPassDoesNothing) {
  Request asked = request(100000);
  const Plan plan = plan_scan(algorithm(), asked);
  const Values input = make_input(Pattern::random, ElementType::u32, asked.n, kDefaultSeed);
  ASSERT_TRUE(rig().check(plan, input).ok);
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    Plan broken = plan;
    broken.passes[i].kernel = "empty";
    broken.passes[i].variant = "u32";
    broken.passes[i].constants.clear();
    EXPECT_FALSE(rig().check(broken, input).ok) << "without " << plan.passes[i].name;
  }
}

class TiledDevice : public DeviceTest {};

TEST_F(TiledDevice, HasSubgroupsOfTheSizeItClaims) {
  const Target& target = rig().device.info().target;
  EXPECT_EQ(count_subgroup(rig().device, rig().kernels), target.subgroup_size);
  // Mesa's software device makes them as wide as it is told, in bits of 32 an invocation.
  if (const char* width = std::getenv("LP_NATIVE_VECTOR_WIDTH")) {
    EXPECT_EQ(target.subgroup_size, std::strtoul(width, nullptr, 10) / 32);
  }
}

}  // namespace
}  // namespace scanbench
