#include "gpu/kernels.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "device/fixture.hpp"
#include "gpu/embedded.hpp"

namespace scanbench {
namespace {

// SPIR-V's numbers: instructions stand behind a header of five words, each with its length and
// opcode in its first.
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kRoundingModeRTE = 4462;

/// Whether a module says that its floats of that width in bits round to nearest.
bool declares_rounding(std::span<const std::uint32_t> words, std::uint32_t width) {
  for (std::size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    // Entry point, mode, bits of the type.
    if ((words[at] & 0xffffU) == kOpExecutionMode && words[at + 2] == kRoundingModeRTE &&
        words[at + 3] == width) {
      return true;
    }
  }
  return false;
}

/// Every kernel of elements that a plan of the registry names; others know words only.
std::set<std::string> scan_kernels() {
  std::set<std::string> kernels;
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      Request request;
      request.n = 1024;
      request.kind = kind;
      for (const Pass& pass : plan_scan(*algorithm, request).passes) {
        if (pass.variant.empty()) kernels.insert(pass.kernel);
      }
    }
  }
  return kernels;
}

const EmbeddedKernel& kernel_named(const std::string& name) {
  const auto kernels = embedded_kernels();
  const auto found = std::ranges::find(kernels, std::string_view(name), &EmbeddedKernel::name);
  if (found == kernels.end()) throw std::logic_error("no kernel is named " + name);
  return *found;
}

TEST(EmbeddedKernels, RoundToNearestInTheirRteVariantOnly) {
  ASSERT_GE(scan_kernels().size(), 10U);
  for (const std::string& kernel : scan_kernels()) {
    EXPECT_TRUE(declares_rounding(kernel_named(kernel + ".f32_rte").words, 32)) << kernel;
    EXPECT_TRUE(declares_rounding(kernel_named(kernel + ".f64_rte").words, 64)) << kernel;
    // A device without it refuses a module that declares it.
    for (const char* variant : {".f32", ".u32", ".i32", ".f64", ".u64", ".i64"}) {
      for (const std::uint32_t width : {32U, 64U}) {
        EXPECT_FALSE(declares_rounding(kernel_named(kernel + variant).words, width))
            << kernel << variant;
      }
    }
  }
}

class KernelsTest : public DeviceTest {};

TEST_F(KernelsTest, RoundToNearestWhereTheDeviceOffersIt) {
  // A pipeline is made once for a kernel's name and tuning, so that equal ones are of one variant.
  const Target& target = rig().device.info().target;
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const Pass& pass : plan_scan(*algorithm, rig().request(1024)).passes) {
      if (!pass.variant.empty()) continue;
      for (const ElementType type : device_types(rig())) {
        Pass named = pass;
        named.variant =
            fmt::format("{}{}", name_of(type), target.rounds_to_nearest(type) ? "_rte" : "");
        EXPECT_EQ(rig().kernels.pipeline(pass, type, Op::add),
                  rig().kernels.pipeline(named, type, Op::add))
            << pass.kernel << ", " << name_of(type);
      }
    }
  }
}

TEST_F(KernelsTest, AreOtherPipelinesForOtherOperators) {
  const Pass pass = plan_scan(*find_algorithm("hillis-steele"), rig().request(8)).passes.front();
  std::set<VkPipeline> pipelines;
  for (const Op op : kOps) pipelines.insert(rig().kernels.pipeline(pass, ElementType::f32, op));
  EXPECT_EQ(pipelines.size(), kOps.size());
}

}  // namespace
}  // namespace scanbench
