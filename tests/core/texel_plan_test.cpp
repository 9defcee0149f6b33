#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/plans.hpp"
#include "interface.h"
#include "scan/ceilings.hpp"
#include "scan/passes.hpp"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The passes of a plan that read cells as texels.
std::vector<std::string> texel_passes(const Plan& plan) {
  std::vector<std::string> names;
  for (const Pass& pass : plan.passes) {
    const bool binds = std::ranges::any_of(pass.bindings, [](const Binding& binding) {
      return binding.slot >= SCANBENCH_BINDING_TEXELS && !binding.writes;
    });
    EXPECT_EQ(binds, pass.kernel.ends_with("_texels")) << pass.kernel;
    if (binds) names.push_back(pass.name);
  }
  return names;
}

Request texel_device(std::uint64_t n) {
  Request request = software_device(n);
  request.target.has_int64 = true;
  request.target.max_texel_elements = 1U << 27;
  return request;
}

TEST(Texels, AreForCpuDevicesThatComputeWith64BitIntegers) {
  const auto read_by = [](const Request& request) {
    return texel_passes(plan_of("reduce-then-scan", request));
  };
  Request request = texel_device(1 << 20);
  EXPECT_THAT(read_by(request), ElementsAre("upsweep", "downsweep"));
  request.target.has_int64 = false;
  EXPECT_THAT(read_by(request), IsEmpty());
  request.target.has_int64 = true;
  request.target.kind = DeviceKind::discrete;
  EXPECT_THAT(read_by(request), IsEmpty());
}

TEST(Texels, AreNotReadByVectorsOfTwoLanesWhereMesasDeviceCrashes) {
  Request request = texel_device(1 << 20);
  request.target.subgroup_size = 4;
  EXPECT_THAT(texel_passes(plan_of("hillis-steele", request)), testing::SizeIs(20));
  request.target.subgroup_size = 2;
  EXPECT_THAT(texel_passes(plan_of("hillis-steele", request)), IsEmpty());
}

TEST(Texels, AreNotReadWhereTheirLimitWouldMakeMoreWindows) {
  Request request = texel_device(1 << 18);
  request.target.max_texel_elements = 1 << 16;  // as many cells as can be bound: 2^18 of 4 bytes
  const auto count = [&] { return texel_passes(plan_of("reduce-then-scan", request)).size(); };
  EXPECT_EQ(count(), 2U);
  request.n += 1;
  EXPECT_EQ(count(), 0U);
  request.target.max_storage_range_bytes = 1 << 20;
  EXPECT_EQ(count(), 2U) << "storage has the same windows";
  request.n = 1 << 17;
  request.type = ElementType::u64;
  EXPECT_EQ(count(), 2U);
  request.target.max_storage_range_bytes = 1 << 27;
  request.n += 1;
  EXPECT_EQ(count(), 0U);
}

TEST(Texels, MakeTheFastestCopyWhereScansReadThem) {
  Request request = texel_device(1 << 20);
  const auto kernels = [&] {
    std::vector<std::string> names;
    for (const Plan& plan : copy_plans(request)) {
      names.push_back(plan.passes.front().kernel + "." + plan.passes.front().variant);
    }
    return names;
  };
  EXPECT_THAT(kernels(), testing::IsSupersetOf({"copy.u32", "copy_texels.u32"}));
  request.target.max_texel_elements = 1 << 16;
  EXPECT_THAT(kernels(), testing::IsSupersetOf({"copy.u32", "copy.w64"}));
  EXPECT_THAT(kernels(), testing::Not(testing::Contains("copy_texels.u32")));
}

TEST(Texels, AreNoPartOfTheFrozenYardstick) {
  const Plan plan = copy_yardstick(texel_device(1 << 20));
  EXPECT_EQ(plan.passes.front().kernel, "yardstick_copy");
  EXPECT_THAT(texel_passes(plan), IsEmpty());
}

TEST(Chunks, AreALineLongerThanWholePages) {
  for (const auto& [type, width] : {std::pair{ElementType::f32, 4U}, {ElementType::u64, 8U}}) {
    for (const std::uint64_t n : {1U << 20, 1U << 25}) {
      Request request = software_device(n);
      request.type = type;
      EXPECT_EQ(tile_tuning(request).items * width % 4096, 64U) << n;
    }
    EXPECT_EQ(staggered_items(4096 / width, type) * width, 4096U + 64);
    EXPECT_EQ(staggered_items(4096 / width - 4, type) * width, 4096U - 4 * width);
  }
}

}  // namespace
}  // namespace scanbench
