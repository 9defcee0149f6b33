#include "scan/tuning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace scanbench {
namespace {

const std::vector<Tuned> kTunings = {{"blelloch", ElementType::f32, 1 << 10, {8, 64}},
                                     {"blelloch", ElementType::f32, 1 << 16, {8, 1024}},
                                     {"blelloch", ElementType::u32, 1 << 10, {32, 4}}};

std::optional<Cut> cut_at(std::uint64_t n, ElementType type = ElementType::f32) {
  return tuned_cut(kTunings, "blelloch", type, n);
}

TEST(TunedCut, IsThatOfTheNearestNByRatio) {
  EXPECT_EQ(cut_at(1 << 10), (Cut{8, 64}));
  EXPECT_EQ(cut_at(8191), (Cut{8, 64}));
  EXPECT_EQ(cut_at(8193), (Cut{8, 1024}));
  EXPECT_EQ(cut_at(1 << 10, ElementType::u32), (Cut{32, 4}));
}

TEST(TunedCut, ReachesNoFurtherThanEightTimesItsN) {
  EXPECT_EQ(cut_at(128), (Cut{8, 64}));
  EXPECT_EQ(cut_at(127), std::nullopt);
  EXPECT_EQ(cut_at(1 << 19), (Cut{8, 1024}));
  EXPECT_EQ(cut_at((1 << 19) + 1), std::nullopt);
}

TEST(TunedCut, BelongsToOneAlgorithmAndType) {
  EXPECT_EQ(cut_at(1 << 10, ElementType::i32), std::nullopt);
  EXPECT_EQ(tuned_cut(kTunings, "hillis-steele", ElementType::f32, 1 << 10), std::nullopt);
  EXPECT_EQ(tuned_cut({}, "blelloch", ElementType::f32, 1 << 10), std::nullopt);
}

Request request_for(DeviceKind kind, std::uint64_t n) {
  Request request;
  request.n = n;
  request.target.kind = kind;
  request.target.subgroup_size = 8;
  request.target.max_workgroup = 512;
  request.target.has_device_scope = true;
  return request;
}

TEST(CutsToTry, BeginWithTheDefaultAndComeToDifferentPlans) {
  for (const Algorithm& algorithm : registry()) {
    if (!algorithm.on_device) continue;
    for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::discrete}) {
      for (const std::uint64_t n : {1U, 2U, 7U, 1024U, 65536U}) {
        const Request request = request_for(kind, n);
        const std::vector<Cut> cuts = cuts_to_try(algorithm, request);
        // For a few cells a pair an invocation may be all that there is.
        ASSERT_GE(cuts.size(), n < 1024 ? 1U : 2U) << algorithm.name;
        EXPECT_EQ(cuts.front(), Cut{});
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::optional<TileScan>>> tunings;
        for (const Cut& cut : cuts) {
          const Request asked = cut_as(request, cut, Tuning::Source::flag);
          EXPECT_FALSE(refusal(algorithm, asked)) << algorithm.name;
          const Tuning tuning = plan_scan(algorithm, asked).tuning;
          EXPECT_TRUE(tunings.emplace(tuning.workgroup, tuning.items, tuning.tile_scan).second)
              << algorithm.name;
          EXPECT_EQ(cut.items.has_value(), algorithm.takes_items && cut != Cut{});
        }
      }
    }
  }
}

TEST(CutsToTry, LeaveOutWhatOnlyIdles) {
  const Algorithm& scan = *find_algorithm("hillis-steele");
  for (const Cut& cut : cuts_to_try(scan, request_for(DeviceKind::cpu, 1024))) {
    if (cut == Cut{}) continue;
    EXPECT_TRUE(cut.workgroup == 8U || *cut.workgroup * *cut.items < 2048);
    EXPECT_LT(*cut.items, 2048U);
  }
}

TEST(CutsToTry, StaggerChunksOfWholePagesOnACpuDevice) {
  const Algorithm& scan = *find_algorithm("reduce-then-scan");
  Request request = request_for(DeviceKind::cpu, 1 << 22);
  const auto items = [&] {
    std::set<std::uint32_t> counts;
    for (const Cut& cut : cuts_to_try(scan, request)) counts.insert(cut.items.value_or(0));
    return counts;
  };
  EXPECT_THAT(items(), testing::IsSupersetOf({4U, 256U, 1040U, 4112U}));
  request.type = ElementType::u64;
  request.target.has_int64 = true;
  EXPECT_THAT(items(), testing::IsSupersetOf({4U, 256U, 1032U, 4104U}));
}

TEST(CutsToTry, AreFewEnoughForSuccessiveHalving) {
  for (const Algorithm& algorithm : registry()) {
    if (!algorithm.on_device) continue;
    EXPECT_LE(cuts_to_try(algorithm, request_for(DeviceKind::cpu, 1 << 22)).size(), 100U);
  }
}

TEST(ARequest, SaysWhoseCutThePlanHas) {
  const Algorithm& scan = *find_algorithm("blelloch");
  const Request plain = request_for(DeviceKind::cpu, 1024);
  const auto source = [&](const Cut& cut, Tuning::Source who) {
    return plan_scan(scan, cut_as(plain, cut, who)).tuning.source;
  };
  EXPECT_EQ(source({16, 64}, Tuning::Source::cached), Tuning::Source::cached);
  EXPECT_EQ(source({16, {}}, Tuning::Source::flag), Tuning::Source::flag);
  EXPECT_EQ(source({}, Tuning::Source::cached), Tuning::Source::defaults)
      << "a search that kept the default";
}

}  // namespace
}  // namespace scanbench
