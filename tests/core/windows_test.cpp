#include "scan/windows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "interface.h"
#include "scan/algorithm.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kCut[] = {"hillis-steele", "blelloch", "scan-then-propagate",
                                "reduce-then-scan"};

/// A device that binds little at once.
Request short_sighted(std::uint64_t n, ElementType type = ElementType::u32) {
  Request request;
  request.n = n;
  request.type = type;
  request.workgroup = 8;
  request.items = 4;
  request.target.max_storage_range_bytes = 16384;
  request.target.has_subgroup_arithmetic = true;
  request.target.subgroup_size = 8;
  request.target.has_int64 = true;
  request.target.has_subgroup_int64 = true;
  return request;
}

Plan plan_of(std::string_view name, const Request& request) {
  return plan_scan(*find_algorithm(name), request);
}

const Binding& bound_at(const Window& window, std::uint32_t slot) {
  const auto found = std::ranges::find(window.bindings, slot, &Binding::slot);
  if (found == window.bindings.end()) throw std::logic_error("nothing is bound there");
  return *found;
}

void for_every_cut_plan(const std::function<void(const Plan&)>& visit) {
  for (const char* name : kCut) {
    for (const ElementType type : {ElementType::u32, ElementType::u64}) {
      for (const std::uint64_t n : {4097U, 8191U, 8192U, 8193U, 60001U, 1U << 16}) {
        for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
          Request request = short_sighted(n, type);
          request.kind = kind;
          ASSERT_EQ(refusal(*find_algorithm(name), request), std::nullopt) << name << " " << n;
          visit(plan_of(name, request));
        }
      }
    }
  }
}

TEST(Windows, AreOneAPassBelowTheLimit) {
  for (const Algorithm& algorithm : registry()) {
    for (const std::uint64_t n : {1U, 1000U, 1U << 25}) {
      if (n > algorithm.max_n.value_or(n)) continue;
      Request request;
      request.n = n;
      const Plan plan = plan_scan(algorithm, request);
      EXPECT_EQ(work_of(plan).dispatches, plan.passes.size()) << algorithm.name << " " << n;
      for (const Pass& pass : plan.passes) {
        const std::vector<Window> windows = windows_of(plan, pass);
        ASSERT_EQ(windows.size(), 1U);
        EXPECT_EQ(windows.front().first, 0U);
        EXPECT_EQ(windows.front().n, pass.n);
        EXPECT_EQ(windows.front().groups.x, pass.groups.x);
      }
    }
  }
}

TEST(Windows, CoverEachCellOnceWithinWhatTheDeviceBinds) {
  for_every_cut_plan([](const Plan& plan) {
    EXPECT_GT(work_of(plan).dispatches, plan.passes.size());
    for (const Pass& pass : plan.passes) {
      std::uint64_t next = 0;
      for (const Window& window : windows_of(plan, pass)) {
        EXPECT_EQ(window.first, next);
        next += window.n;
        for (const Binding& binding : window.bindings) {
          EXPECT_EQ(binding.offset_bytes % kWindowAlignment, 0U);
          EXPECT_GT(binding.bytes, 0U);
          EXPECT_LE(binding.bytes, plan.target.max_storage_range_bytes);
          EXPECT_LE(binding.offset_bytes + binding.bytes, role_bytes(plan, binding.role))
              << plan.algorithm << ", " << pass.name << " " << pass.stride;
        }
      }
      EXPECT_EQ(next, pass.n);
    }
  });
}

TEST(Windows, OfOnePassNeedNoBarrierBetweenThem) {
  for_every_cut_plan([](const Plan& plan) {
    for (const Pass& pass : plan.passes) {
      const std::vector<Window> windows = windows_of(plan, pass);
      for (const Window& one : windows) {
        for (const Window& other : windows) {
          if (one.first == other.first) continue;
          for (const Binding& a : one.bindings) {
            for (const Binding& b : other.bindings) {
              // The total is written by the last window alone.
              if (a.role != Role::total) {
                EXPECT_FALSE(conflict(a, b)) << plan.algorithm << ", " << pass.name;
              }
            }
          }
        }
      }
    }
  });
}

TEST(Windows, ShowHillisAndSteelesPartnersWhereverTheyLie) {
  for_every_cut_plan([](const Plan& plan) {
    if (plan.algorithm != "hillis-steele") return;
    const std::uint64_t vector_bytes = 4 * element_bytes(plan.type);
    for (const Pass& pass : plan.passes) {
      const std::uint64_t distance = std::max<std::uint64_t>(pass.stride, 4) / 4;
      for (const Window& window : windows_of(plan, pass)) {
        const Binding& operand = bound_at(window, SCANBENCH_BINDING_OPERAND);
        for (std::uint64_t quad = 0; quad < (window.n + 3) / 4; ++quad) {
          const std::uint64_t cell = window.first / 4 + quad;
          if (cell < distance) continue;
          const std::uint32_t local = static_cast<std::uint32_t>(quad) + window.partner;
          ASSERT_LE((local + 1) * vector_bytes, operand.bytes) << plan.n << " " << pass.stride;
          ASSERT_EQ(operand.offset_bytes / vector_bytes + local, cell - distance);
        }
      }
    }
  });
}

TEST(Windows, NameTheLargestNOfTheMemoryAndNotOfTheBinding) {
  for (const auto& [name, largest] : {std::pair{"hillis-steele", 133169152U},
                                      {"blelloch", 67108864U},
                                      {"blelloch-inplace", 33554432U}}) {
    Request request;
    request.n = std::uint64_t{1} << 40;
    EXPECT_THAT(refusal(*find_algorithm(name), request).value_or("accepted"),
                HasSubstr(" is " + std::to_string(largest)));
    request.n = largest;
    EXPECT_EQ(refusal(*find_algorithm(name), request), std::nullopt) << name;
    request.n += 1;
    EXPECT_NE(refusal(*find_algorithm(name), request), std::nullopt) << name;
  }
}

TEST(Windows, CountUpTo2ToThe32CellsAndRefuseMore) {
  Request request;
  request.target.heap_bytes = std::uint64_t{1} << 50;
  request.target.max_buffer_bytes = std::uint64_t{1} << 50;
  request.target.max_storage_range_bytes = std::numeric_limits<std::uint32_t>::max();
  request.target.has_subgroup_arithmetic = true;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
  for (const char* name : kCut) {
    for (const std::uint64_t n : {kHalf - 1, kHalf, kHalf + 1, 2 * kHalf - 1, 2 * kHalf}) {
      request.n = n;
      ASSERT_EQ(refusal(*find_algorithm(name), request), std::nullopt) << name << " " << n;
      const Plan plan = plan_of(name, request);
      for (const Pass& pass : plan.passes) {
        EXPECT_LE(pass.stride, kHalf);
        std::uint64_t covered = 0;
        for (const Window& window : windows_of(plan, pass)) {
          // What goes to kernels as 32 bits: cells, and vectors before the window.
          EXPECT_LE(window.n, std::numeric_limits<std::uint32_t>::max());
          EXPECT_LE(window.groups.x, request.target.max_groups_x);
          EXPECT_LE(window.groups.y, request.target.max_groups_y);
          covered += window.n;
        }
        EXPECT_EQ(covered, pass.n) << name << " " << n;
      }
    }
    for (const std::uint64_t n : {2 * kHalf + 1, std::numeric_limits<std::uint64_t>::max()}) {
      request.n = n;
      EXPECT_THAT(refusal(*find_algorithm(name), request).value_or("accepted"),
                  HasSubstr(" is 4294967296"));
    }
  }
}

TEST(Windows, AreNoneWhereATileAloneIsMoreThanTheDeviceBinds) {
  Request request = short_sighted(100000);
  request.items = 4096;
  request.target.kind = DeviceKind::cpu;
  const Plan plan = plan_of("reduce-then-scan", request);
  EXPECT_THAT(windows_of(plan, plan.passes.front()), IsEmpty());
  EXPECT_THAT(refusal(*find_algorithm("reduce-then-scan"), request).value_or("accepted"),
              HasSubstr("16384 bytes at once"));
}

}  // namespace
}  // namespace scanbench
