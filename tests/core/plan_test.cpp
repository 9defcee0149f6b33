#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "interface.h"
#include "scan/algorithm.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kSizes[] = {1, 2, 3, 7, 8, 1000, 1024, 1025, 1 << 20};

Plan plan_of(std::string_view name, std::uint64_t n, std::optional<Kind> kind = {}) {
  Request request;
  request.n = n;
  request.kind = kind;
  return plan_scan(*find_algorithm(name), request);
}

std::vector<std::uint64_t> strides_of(const Plan& plan) {
  std::vector<std::uint64_t> strides;
  for (const Pass& pass : plan.passes) strides.push_back(pass.stride);
  return strides;
}

Role bound_at(const Pass& pass, std::uint32_t slot) {
  for (const Binding& binding : pass.bindings) {
    if (binding.slot == slot) return binding.role;
  }
  ADD_FAILURE() << "nothing is bound at " << slot;
  return Role::input;
}

TEST(HillisSteele, HasOnePassPerStrideBelowN) {
  EXPECT_THAT(strides_of(plan_of("hillis-steele", 1)), IsEmpty());
  EXPECT_THAT(strides_of(plan_of("hillis-steele", 2)), ElementsAre(1));
  EXPECT_THAT(strides_of(plan_of("hillis-steele", 3)), ElementsAre(1, 2));
  EXPECT_THAT(strides_of(plan_of("hillis-steele", 8)), ElementsAre(1, 2, 4));
  EXPECT_THAT(strides_of(plan_of("hillis-steele", 1000)),
              ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256, 512));
  EXPECT_EQ(plan_of("hillis-steele", 1024).passes.size(), 10U);
  EXPECT_EQ(plan_of("hillis-steele", 1025).passes.size(), 11U);
  EXPECT_EQ(plan_of("hillis-steele", 1 << 20).passes.size(), 20U);
}

TEST(HillisSteele, ReadsTheInputFirstAndThenWhatThePassBeforeWrote) {
  const Plan plan = plan_of("hillis-steele", 1024);
  Role expected = Role::input;
  for (const Pass& pass : plan.passes) {
    EXPECT_EQ(bound_at(pass, SCANBENCH_BINDING_SOURCE), expected);
    expected = bound_at(pass, SCANBENCH_BINDING_DESTINATION);
    EXPECT_NE(expected, Role::input);
  }
  EXPECT_EQ(plan.result, expected);
}

TEST(HillisSteele, CombinesEveryCellAtOrPastTheStride) {
  const Plan plan = plan_of("hillis-steele", 1000);
  for (const Pass& pass : plan.passes) {
    EXPECT_EQ(pass.active, 1000 - pass.stride);
    EXPECT_EQ(pass.bytes_moved, 8000U);
  }
}

TEST(Blelloch, SweepsUpClearsAndSweepsDown) {
  for (const char* name : {"blelloch", "blelloch-inplace"}) {
    EXPECT_THAT(strides_of(plan_of(name, 1)), ElementsAre(0)) << name;
    EXPECT_THAT(strides_of(plan_of(name, 2)), ElementsAre(1, 0, 1)) << name;
    EXPECT_THAT(strides_of(plan_of(name, 7)), ElementsAre(1, 2, 4, 0, 4, 2, 1)) << name;
    EXPECT_EQ(plan_of(name, 1000).passes.size(), 21U) << name;
    EXPECT_EQ(plan_of(name, 1024).passes.size(), 21U) << name;
    EXPECT_EQ(plan_of(name, 1025).passes.size(), 23U) << name;
    const Plan plan = plan_of(name, 8);
    EXPECT_EQ(plan.passes[2].name, "upsweep");
    EXPECT_EQ(plan.passes[3].name, "clear");
    EXPECT_EQ(plan.passes[4].name, "downsweep");
  }
}

TEST(Blelloch, PadsToTheNextPowerOfTwoAndCountsThePadding) {
  for (const char* name : {"blelloch", "blelloch-inplace"}) {
    for (const auto& [n, padded_n] : {std::pair<std::uint64_t, std::uint64_t>{1, 1},
                                      {3, 4},
                                      {1000, 1024},
                                      {1024, 1024},
                                      {1025, 2048}}) {
      const Plan plan = plan_of(name, n);
      EXPECT_EQ(plan.padded_n, padded_n);
      EXPECT_EQ(work_of(plan).additions, 2 * (padded_n - 1));
    }
  }
}

TEST(Blelloch, SetsTheTotalAsideInTheClear) {
  for (const char* name : {"blelloch", "blelloch-inplace"}) {
    const Plan plan = plan_of(name, 1024);
    EXPECT_TRUE(plan.keeps_total);
    EXPECT_EQ(bound_at(plan.passes[10], SCANBENCH_BINDING_CELL), Role::total);
  }
}

TEST(BlellochInplace, HasOneInvocationPerActivePairOrVectorOfTwoOnOneBuffer) {
  const Plan plan = plan_of("blelloch-inplace", 1024);
  EXPECT_TRUE(plan.fresh_copy);
  EXPECT_EQ(plan.passes.front().active, 512U);
  EXPECT_EQ(plan.passes[9].active, 1U);
  for (const Pass& pass : plan.passes) {
    EXPECT_EQ(bound_at(pass, SCANBENCH_BINDING_SOURCE), Role::work_0);
    EXPECT_EQ(bound_at(pass, SCANBENCH_BINDING_DESTINATION), Role::work_0);
    EXPECT_EQ(pass.tuning.items, 4U) << "a pair counts as four";
    const std::uint64_t needed = pass.stride == 1 ? pass.active / 2 : pass.active;
    EXPECT_GE(pass.groups.x * pass.tuning.workgroup, needed);
    EXPECT_LT((pass.groups.x - 1) * pass.tuning.workgroup, std::max<std::uint64_t>(needed, 1));
  }
  EXPECT_EQ(plan.passes[0].bytes_moved, 3U * 512 * 4);
  EXPECT_EQ(plan.passes[20].bytes_moved, 4U * 512 * 4);
}

TEST(EveryPlan, DoesTheCoursesAdditions) {
  const std::pair<const char*, std::uint64_t> expected[] = {{"serial", 1023},
                                                            {"naive", 523776},
                                                            {"hillis-steele", 9217},
                                                            {"blelloch", 2046},
                                                            {"blelloch-inplace", 2046}};
  for (const auto& [name, additions] : expected) {
    const Work work = work_of(plan_of(name, 1024));
    EXPECT_EQ(work.additions, additions) << name;
    EXPECT_EQ(work.minimum_additions, 1023U);
    EXPECT_EQ(work.minimum_bytes, 8192U);
  }
}

TEST(EveryPlan, TakesOneMorePassForTheOtherKind) {
  for (const Algorithm& algorithm : registry()) {
    if (algorithm.tiled) continue;  // they have both kinds natively
    const Kind other = algorithm.native == Kind::inclusive ? Kind::exclusive : Kind::inclusive;
    for (const std::uint64_t n : kSizes) {
      if (n > algorithm.max_n.value_or(n)) continue;
      const Plan native = plan_of(algorithm.name, n, algorithm.native);
      const Plan converted = plan_of(algorithm.name, n, other);
      EXPECT_EQ(converted.kind, other);
      EXPECT_EQ(converted.passes.size(), native.passes.size() + (algorithm.on_device ? 1 : 0));
      EXPECT_EQ(work_of(converted).additions - work_of(native).additions,
                other == Kind::inclusive ? n : 0);
    }
  }
}

TEST(EveryPlan, NeverWritesTheInput) {
  for (const Algorithm& algorithm : registry()) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      for (const Pass& pass : plan_of(algorithm.name, 1000, kind).passes) {
        for (const Binding& binding : pass.bindings) {
          EXPECT_FALSE(binding.writes && binding.role == Role::input) << algorithm.name;
        }
      }
    }
  }
}

TEST(EveryPlan, GuardsEveryPassByABarrierAndNeedsEachOne) {
  for (const Algorithm& algorithm : registry()) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      for (const std::uint64_t n : kSizes) {
        if (n > algorithm.max_n.value_or(n)) continue;
        Plan plan = plan_of(algorithm.name, n, kind);
        EXPECT_THAT(unguarded_passes(plan), IsEmpty()) << algorithm.name << " at " << n;
        for (std::size_t i = 1; i < plan.passes.size(); ++i) {
          ASSERT_TRUE(plan.passes[i].barrier_before);
          plan.passes[i].barrier_before = false;
          EXPECT_THAT(unguarded_passes(plan), ElementsAre(i)) << algorithm.name << " at " << n;
          plan.passes[i].barrier_before = true;
        }
      }
    }
  }
}

TEST(EveryPlan, CoversItsCellsWithinTheGroupLimits) {
  Request request;
  request.target.max_groups_x = 16;
  request.target.max_groups_y = 1024;
  for (const Algorithm& algorithm : registry()) {
    for (const std::uint64_t n : {1U, 1000U, 65536U}) {
      request.n = n;
      for (const Pass& pass : plan_scan(algorithm, request).passes) {
        EXPECT_LE(pass.groups.x, 16U);
        EXPECT_LE(pass.groups.y, 1024U);
        const std::uint64_t invocations = pass.groups.x * pass.groups.y * pass.tuning.workgroup;
        const std::uint64_t needed =
            pass.name == "clear" || algorithm.name != "blelloch-inplace" ? 1 : pass.active;
        EXPECT_GE(invocations * pass.tuning.items, needed);
      }
    }
  }
}

TEST(Names, AreUniqueAndFindTheirAlgorithm) {
  std::set<std::string_view> names;
  for (const Algorithm& algorithm : registry()) {
    EXPECT_TRUE(names.insert(algorithm.name).second);
    EXPECT_EQ(find_algorithm(algorithm.name)->name, algorithm.name);
    EXPECT_FALSE(algorithm.source.empty());
  }
  EXPECT_EQ(find_algorithm("nope"), nullptr);
}

std::string refusal_text(std::string_view name, const Request& request) {
  return refusal(*find_algorithm(name), request).value_or("accepted");
}

TEST(Refusals, NameAnNHalfAsLargeForElementsOf8Bytes) {
  Request request;
  request.target.has_int64 = request.target.has_float64 = true;
  for (const ElementType type : {ElementType::f64, ElementType::u64, ElementType::i64}) {
    request.type = type;
    request.n = 66584577;
    EXPECT_THAT(refusal_text("hillis-steele", request), HasSubstr(" is 66584576"));
    request.n = 66584576;
    EXPECT_EQ(refusal_text("hillis-steele", request), "accepted");
  }
}

TEST(Refusals, NameTheFeatureThatATypeLacksAndOneThatIsThere) {
  Request request;
  request.n = 8;
  request.type = ElementType::f64;
  EXPECT_THAT(refusal_text("blelloch", request),
              testing::AllOf(HasSubstr("shaderFloat64"), HasSubstr("--type f32")));
  request.type = ElementType::u64;
  EXPECT_THAT(refusal_text("blelloch", request),
              testing::AllOf(HasSubstr("shaderInt64"), HasSubstr("--type u32")));
  request.type = ElementType::i64;
  EXPECT_THAT(refusal_text("blelloch", request), HasSubstr("--type i32"));
  EXPECT_EQ(refusal_text("serial", request), "accepted") << "the host has every type";
  request.target.has_int64 = true;
  EXPECT_EQ(refusal_text("blelloch", request), "accepted");
  request.type = ElementType::f64;
  EXPECT_THAT(refusal_text("blelloch", request), HasSubstr("shaderFloat64"));
}

TEST(Refusals, NameTheLargestNOfTheMemory) {
  Request request;
  request.target.heap_bytes = 4 * 4096 * 4 + 4096 * 4;
  request.n = 4096;
  EXPECT_EQ(refusal_text("hillis-steele", request), "accepted");
  request.n = 4097;
  EXPECT_THAT(refusal_text("hillis-steele", request), HasSubstr(" is 4096"));
}

TEST(Refusals, NameTheLargestNOfTheGroupLimits) {
  Request request;
  request.target.max_groups_x = 2;
  request.target.max_groups_y = 2;
  request.workgroup = 8;
  request.items = 4;
  request.n = 128;
  EXPECT_EQ(refusal_text("hillis-steele", request), "accepted");
  request.n += 1;
  EXPECT_THAT(refusal_text("hillis-steele", request), HasSubstr(" is 128"));
}

TEST(Refusals, AnswerAtOnceForAnyN) {
  Request request;
  request.n = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(refusal_text("blelloch", request), HasSubstr(" is 67108864"));
  EXPECT_THAT(refusal_text("naive", request), HasSubstr(" is 65536"));
}

TEST(Refusals, NameAWorkgroupBeyondTheDevice) {
  Request request;
  request.n = 8;
  request.workgroup = 4096;
  EXPECT_THAT(refusal_text("hillis-steele", request), HasSubstr("at most 128"));
}

}  // namespace
}  // namespace scanbench
