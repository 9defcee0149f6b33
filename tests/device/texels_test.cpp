#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "interface.h"

namespace scanbench {
namespace {

bool reads_texels(const Plan& plan) {
  return std::ranges::any_of(plan.passes, [](const Pass& pass) {
    return std::ranges::any_of(pass.bindings, [](const Binding& binding) {
      return binding.slot >= SCANBENCH_BINDING_TEXELS;
    });
  });
}

/// The software device reads cells as texels; without their limit, from storage like any other.
class Texels : public DeviceTest {};

TEST_F(Texels, GiveTheAnswerThatStorageGives) {
  std::set<std::string_view> compared;
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const ElementType type : device_types(rig())) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        for (const std::uint64_t n : {1U, 2U, 3U, 1001U, 65537U}) {
          if (n > algorithm->max_n.value_or(n)) continue;
          Request request = rig().request(n, type, kind);
          const Plan texels = plan_scan(*algorithm, request);
          if (!reads_texels(texels)) continue;
          request.target.max_texel_elements = 0;
          const Plan storage = plan_scan(*algorithm, request);
          ASSERT_FALSE(reads_texels(storage));
          // Where the order of combining varies from run to run, sums must be exact.
          const Pattern pattern = texels.order_varies ? Pattern::walk : Pattern::random;
          const Values input = make_input(pattern, type, n, kDefaultSeed);
          const Answer one = rig().answer(texels, input);
          const Answer other = rig().answer(storage, input);
          EXPECT_TRUE(one.cells == other.cells && one.total == other.total)
              << algorithm->name << ", n = " << n << ", " << name_of(type);
          compared.insert(algorithm->name);
        }
      }
    }
  }
  if (rig().device.info().target.kind != DeviceKind::cpu) GTEST_SKIP() << "no CPU device";
  EXPECT_EQ(compared.size(), device_algorithms().size()) << "naive at least in its shift";
}

}  // namespace
}  // namespace scanbench
