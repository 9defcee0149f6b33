#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

/// Both ends of the range that a cut can be asked for, and what is chosen where nothing is.
enum class CutAt : std::uint8_t { least, most, by_default };

/// Every scan in both kinds and at both ends of its tuning, over data that fills the type.
class EveryCut : public DeviceTest,
                 public testing::WithParamInterface<std::tuple<const Algorithm*, ElementType>> {
 protected:
  void SetUp() override {
    if (const auto reason = refusal(algorithm(), rig().request(1, type()))) GTEST_SKIP() << *reason;
  }

  const Algorithm& algorithm() const { return *std::get<0>(GetParam()); }
  ElementType type() const { return std::get<1>(GetParam()); }

  Request request(std::uint64_t n, Kind kind, CutAt cut) const {
    // About what tune tries at most. By hand 65536 are taken, but a striped work-group walks them
    // all however few cells there are: blelloch-inplace then takes 2.9 s at n = 131071.
    constexpr std::uint32_t kMostItems = 4096;
    Request asked = rig().request(n, type(), kind);
    if (cut == CutAt::by_default) return asked;
    const bool least = cut == CutAt::least;
    const std::uint32_t most =
        algorithm().tiled ? asked.target.max_workgroup_by_subgroups() : asked.target.max_workgroup;
    asked.workgroup = least ? asked.target.subgroup_size : most;
    if (!algorithm().takes_items) return asked;
    asked.items = least ? 4 : kMostItems;
    // A scan by tiles takes no more of them than it can sum, nor larger ones than it can hold.
    while (least && *asked.items < kMostItems && refusal(algorithm(), asked)) *asked.items *= 2;
    while (!least && *asked.items > 4 && refusal(algorithm(), asked)) *asked.items /= 2;
    return asked;
  }

  void expect_right(const Request& asked) {
    ASSERT_EQ(refusal(algorithm(), asked), std::nullopt);
    const Plan plan = plan_scan(algorithm(), asked);
    for (const Pattern pattern : {Pattern::random, Pattern::walk}) {
      // Integers are exact in whatever range, so that one of the two tells all.
      if (pattern == Pattern::walk && !is_float(type())) continue;
      const Check check = rig().check(plan, make_input(pattern, type(), asked.n, kDefaultSeed));
      EXPECT_TRUE(check.ok) << "n = " << asked.n << ", " << name_of(*asked.kind) << ", "
                            << plan.tuning.workgroup << " x " << plan.tuning.items << ", "
                            << name_of(pattern) << ": " << check.mismatches << " cells are wrong";
    }
  }

  /// In both kinds, cut so; sizes that the scan does not take at all are left out.
  void expect_right_at(const std::set<std::uint64_t>& sizes, CutAt cut) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      for (const std::uint64_t n : sizes) {
        if (refusal(algorithm(), request(n, kind, CutAt::by_default))) continue;
        expect_right(request(n, kind, cut));
      }
    }
  }

  /// Around the edges of the tiles and work-groups that this cut makes, up to `most` elements.
  std::set<std::uint64_t> edges(CutAt cut, std::uint64_t most) const {
    const Tuning tuning = plan_scan(algorithm(), request(1, Kind::inclusive, cut)).tuning;
    const std::uint64_t tile = tile_cells(tuning);
    const std::uint64_t group = std::uint64_t{tuning.workgroup} * tuning.items;
    std::set<std::uint64_t> sizes{tile * tile};
    for (const std::uint64_t edge : {tile, group}) {
      sizes.insert({edge - 1, edge, edge + 1, 2 * edge - 1});
    }
    for (const std::uint64_t count : {255U, 256U, 257U}) {
      sizes.insert({count * tile - 1, count * tile + 1});
    }
    std::erase_if(sizes, [&](std::uint64_t n) { return n == 0 || n > most; });
    return sizes;
  }
};

std::string name_of_case(
    const testing::TestParamInfo<std::tuple<const Algorithm*, ElementType>>& info) {
  std::string name =
      fmt::format("{}_{}", std::get<0>(info.param)->name, name_of(std::get<1>(info.param)));
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryCut,
                         testing::Combine(testing::ValuesIn(device_algorithms()),
                                          testing::ValuesIn(kElementTypes)),
                         name_of_case);

TEST_P(EveryCut, IsRightAtItsEdgesInBothKinds) {
  // naive's work is quadratic.
  const std::uint64_t most = algorithm().max_n ? 4096 : 262144;
  for (const CutAt cut : {CutAt::least, CutAt::most}) {
    expect_right_at({1, 2, 255, 256, 257}, cut);
    expect_right_at(edges(cut, most), cut);
  }
}

/// Minutes: `scripts/test.sh --long`.
class LongEveryCut : public EveryCut {};

INSTANTIATE_TEST_SUITE_P(Registry, LongEveryCut,
                         testing::Combine(testing::ValuesIn(device_algorithms()),
                                          testing::ValuesIn(kElementTypes)),
                         name_of_case);

TEST_P(LongEveryCut, IsRightAtLargeSizesInBothKinds) {
  const std::uint64_t most = algorithm().max_n ? 16384 : std::uint64_t{1} << 22;
  for (const CutAt cut : {CutAt::by_default, CutAt::least, CutAt::most}) {
    std::set<std::uint64_t> sizes = edges(cut, most);
    sizes.insert({1000003, 1048577, (1 << 22) + 7, 33554431});
    expect_right_at(sizes, cut);
  }
}

/// Minutes: `scripts/test.sh --long`.
class LongLarge : public DeviceTest {};

TEST_F(LongLarge, ScanOf2ToThe27IsRightInThreePasses) {
  const Request asked = rig().request(std::uint64_t{1} << 27, ElementType::u32);
  const Algorithm& algorithm = *find_algorithm("reduce-then-scan");
  if (const auto reason = refusal(algorithm, asked)) GTEST_SKIP() << *reason;
  const Plan plan = plan_scan(algorithm, asked);
  EXPECT_EQ(plan.passes.size(), 3U);
  const Check check =
      rig().check(plan, make_input(Pattern::random, ElementType::u32, asked.n, kDefaultSeed));
  EXPECT_TRUE(check.ok) << check.mismatches << " cells are wrong";
}

}  // namespace
}  // namespace scanbench
