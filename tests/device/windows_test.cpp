#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "data/input.hpp"
#include "device/fixture.hpp"

namespace scanbench {
namespace {

/// What a device binds at once here: a little more than what tiles need, so that small scans have
/// many windows.
constexpr std::uint64_t kRangeBytes = 16384;

std::vector<const Algorithm*> cut_algorithms(const Rig& rig) {
  std::vector<const Algorithm*> found;
  for (const Algorithm* algorithm : device_algorithms()) {
    Request request = rig.request(30011, ElementType::u32);
    request.items = 16;
    request.target.max_storage_range_bytes = kRangeBytes;
    if (!refusal(*algorithm, request)) found.push_back(algorithm);
  }
  return found;
}

class ScanByWindows : public DeviceTest, public testing::WithParamInterface<bool> {
 protected:
  /// Cut as the software device likes it, or as for a GPU.
  Request request(std::uint64_t n, ElementType type, std::optional<Kind> kind = {}) const {
    Request asked = rig().request(n, type, kind);
    if (GetParam()) asked.target.kind = DeviceKind::discrete;
    asked.workgroup = asked.target.subgroup_size;
    asked.items = GetParam() ? 4 : 16;
    asked.target.max_storage_range_bytes = kRangeBytes;
    return asked;
  }
};

INSTANTIATE_TEST_SUITE_P(Cuts, ScanByWindows, testing::Bool(), [](const auto& info) {
  return info.param ? "Striped" : "AsTheDeviceLikesIt";
});

TEST_P(ScanByWindows, IsRightAroundTheEdgesOfItsWindows) {
  const auto algorithms = cut_algorithms(rig());
  EXPECT_GE(algorithms.size(), 4U);
  for (const Algorithm* algorithm : algorithms) {
    for (const ElementType type : device_types(rig())) {
      const std::uint64_t window = kRangeBytes / element_bytes(type);
      for (const std::uint64_t n : {window - 1, window, window + 1, 2 * window - 1, 2 * window,
                                    2 * window + 1, std::uint64_t{30011}}) {
        for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
          const Plan plan = plan_scan(*algorithm, request(n, type, kind));
          const Values input = make_input(Pattern::random, type, n, kDefaultSeed);
          const Check check = rig().check(plan, input);
          EXPECT_TRUE(check.ok) << algorithm->name << ", n = " << n << ", " << name_of(type) << ", "
                                << name_of(kind) << ": " << check.mismatches << " cells are wrong";
        }
      }
    }
  }
}

TEST_P(ScanByWindows, CountsWhatDiffersInEveryWindow) {
  constexpr std::uint64_t kCells = 30011;
  Scan scan(rig(), plan_scan(*find_algorithm("hillis-steele"), request(kCells, ElementType::u32)));
  std::vector<std::uint32_t> input(kCells);
  scan.workspace.upload(input);
  scan.run();
  scan.executor.keep();
  for (const std::uint64_t from : {0U, 4095U, 4096U, 20000U, 30010U}) {
    input.assign(kCells, 0);
    input[from] = 1;  // from there on, every sum is another
    scan.workspace.upload(input);
    scan.run();
    EXPECT_EQ(scan.executor.mismatches(), kCells - from);
  }
}

TEST_P(ScanByWindows, IsStampedOncePerPass) {
  const Plan plan = plan_scan(*find_algorithm("hillis-steele"), request(30011, ElementType::u32));
  Scan scan(rig(), plan);
  EXPECT_GT(work_of(plan).dispatches, plan.passes.size());
  EXPECT_EQ(scan.run(Stamps::each_pass).intervals_s.size(), plan.passes.size());
}

}  // namespace
}  // namespace scanbench
