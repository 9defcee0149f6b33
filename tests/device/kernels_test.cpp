#include "gpu/kernels.hpp"

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

/// Whether a module says that its 32-bit floats round to nearest.
bool declares_rounding(std::span<const std::uint32_t> words) {
  for (std::size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    // Entry point, mode, bits of the type.
    if ((words[at] & 0xffffU) == kOpExecutionMode && words[at + 2] == kRoundingModeRTE &&
        words[at + 3] == 32) {
      return true;
    }
  }
  return false;
}

/// Every kernel that a plan of the registry names.
std::set<std::string> scan_kernels() {
  std::set<std::string> kernels;
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      Request request;
      request.n = 1024;
      request.kind = kind;
      for (const Pass& pass : plan_scan(*algorithm, request).passes) kernels.insert(pass.kernel);
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
    EXPECT_TRUE(declares_rounding(kernel_named(kernel + ".f32_rte").words)) << kernel;
    // A device without it refuses a module that declares it.
    for (const char* variant : {".f32", ".u32", ".i32"}) {
      EXPECT_FALSE(declares_rounding(kernel_named(kernel + variant).words)) << kernel << variant;
    }
  }
}

class KernelsTest : public DeviceTest {};

TEST_F(KernelsTest, RoundToNearestWhereTheDeviceOffersIt) {
  // A pipeline is made once for a kernel's name and tuning, so that equal ones are of one variant.
  const bool offered = rig().device.info().target.rounds_to_nearest;
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const Pass& pass : plan_scan(*algorithm, rig().request(1024)).passes) {
      Pass named = pass;
      named.variant = offered ? "f32_rte" : "f32";
      EXPECT_EQ(rig().kernels.pipeline(pass, ElementType::f32),
                rig().kernels.pipeline(named, ElementType::f32))
          << pass.kernel;
      named.variant = "u32";
      EXPECT_EQ(rig().kernels.pipeline(pass, ElementType::u32),
                rig().kernels.pipeline(named, ElementType::u32))
          << pass.kernel << ": integers do not round";
    }
  }
}

}  // namespace
}  // namespace scanbench
