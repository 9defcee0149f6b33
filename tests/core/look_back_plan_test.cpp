#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/plans.hpp"
#include "interface.h"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One that says what work-groups see of one another, and reads cells as texels.
Request capable_device(std::uint64_t n) {
  Request request = software_device(n);
  request.target.has_device_scope = true;
  request.target.has_int64 = true;
  request.target.has_subgroup_int64 = true;
  return request;
}

Request short_sighted(std::uint64_t n, ElementType type) {
  Request request = capable_device(n);
  request.type = type;
  request.items = 16;
  request.target.max_storage_range_bytes = 16384;
  return request;
}

Plan plan_of(const Request& request) {
  return plan_of("decoupled-lookback", request);
}

std::string refusal_text(const Request& request) {
  return refusal_text("decoupled-lookback", request);
}

const Binding& bound_at(const Pass& pass, std::uint32_t slot) {
  return *std::ranges::find(pass.bindings, slot, &Binding::slot);
}

TEST(LookBack, ClearsItsStateThenScansInOnePass) {
  for (const std::uint64_t n : {1U, 1000U, 1U << 20, 1U << 25}) {
    const Plan plan = plan_of(capable_device(n));
    EXPECT_THAT(names_of(plan), ElementsAre("clear", "scan"));
    EXPECT_TRUE(plan.passes.back().barrier_before);
    EXPECT_EQ(plan.passes.front().n * 4, plan.state_bytes);
    EXPECT_EQ(plan.partials_bytes, 0U);
  }
}

TEST(LookBack, SaysThatEachRunMayCombineInAnotherOrder) {
  EXPECT_TRUE(plan_of(capable_device(1000)).order_varies);
}

TEST(LookBack, StartsPastWhatTheDeviceBindsFromTheTotalSoFar) {
  for (const ElementType type : {ElementType::u32, ElementType::u64}) {
    const std::uint64_t window = 16384 / element_bytes(type);
    const Plan plan = plan_of(short_sighted(2 * window + 1, type));
    EXPECT_THAT(names_of(plan),
                ElementsAre("clear 1", "scan 1", "clear 2", "scan 2", "clear 3", "scan 3"));
    EXPECT_THAT(unguarded_passes(plan), IsEmpty());
    std::uint64_t next = 0;
    const Binding* before = nullptr;
    for (std::size_t i = 1; i < plan.passes.size(); i += 2) {
      const Pass& pass = plan.passes[i];
      EXPECT_TRUE(pass.barrier_before);
      for (const std::uint32_t slot : {SCANBENCH_BINDING_TEXELS, SCANBENCH_BINDING_DESTINATION}) {
        EXPECT_EQ(bound_at(pass, slot).offset_bytes, next * element_bytes(type));
        EXPECT_LE(bound_at(pass, slot).bytes, plan.target.max_storage_range_bytes);
      }
      next += pass.n;
      const Binding& init = bound_at(pass, SCANBENCH_BINDING_OPERAND);
      EXPECT_EQ(init.role, before == nullptr ? Role::init : before->role);
      EXPECT_EQ(init.offset_bytes, before == nullptr ? 0 : before->offset_bytes);
      before = &bound_at(pass, SCANBENCH_BINDING_CELL);
    }
    EXPECT_EQ(next, plan.n);
    EXPECT_EQ(before->role, Role::total);
  }
}

TEST(LookBack, TakesWhateverItsMemoryHolds) {
  Request request = capable_device(std::uint64_t{1} << 40);
  request.target.heap_bytes = std::uint64_t{1} << 34;
  request.target.max_buffer_bytes = std::uint64_t{1} << 33;
  EXPECT_THAT(refusal_text(request), HasSubstr("the largest n here for decoupled-lookback in f32"));
  for (const std::uint64_t n : {1ULL << 27, 1ULL << 29}) {
    request.n = n;
    EXPECT_EQ(refusal_text(request), "accepted");
  }
}

TEST(LookBack, RefusesChunksThatALoopMightBeCutShortIn) {
  Request request = capable_device(1 << 25);
  EXPECT_EQ(refusal_text(request), "accepted");
  request.items = 1 << 19;
  EXPECT_THAT(refusal_text(request), HasSubstr("lower --items"));
  request.target.threads = 64;
  request.target.has_subgroup_arithmetic = false;  // one invocation looks back for all
  request.items.reset();
  EXPECT_EQ(refusal_text(request), "accepted");
}

TEST(LookBack, RefusesADeviceWithoutAMemoryModelForIt) {
  Request request = capable_device(1000);
  request.target.has_device_scope = false;
  EXPECT_THAT(refusal_text(request), HasSubstr("vulkanMemoryModelDeviceScope"));
}

}  // namespace
}  // namespace scanbench
