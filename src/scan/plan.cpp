#include "scan/plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace scanbench {
namespace {

/// What has been read and written since the last barrier, one bit a buffer.
struct Touched {
  std::uint32_t read = 0;
  std::uint32_t written = 0;

  static Touched by(const Pass& pass) {
    Touched touched;
    for (const Binding& binding : pass.bindings) {
      (binding.writes ? touched.written : touched.read) |= 1U
                                                           << static_cast<unsigned>(binding.role);
    }
    return touched;
  }

  /// Read after write, write after write, or write after read.
  bool conflicts_with(const Touched& later) const {
    return ((written & (later.read | later.written)) | (read & later.written)) != 0;
  }

  void add(const Touched& other) {
    read |= other.read;
    written |= other.written;
  }
};

}  // namespace

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, kRoleCount> kNames = {"input", "work 0", "work 1",
                                                               "total"};
  return kNames[static_cast<std::size_t>(role)];
}

std::string_view name_of(DeviceKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"discrete", "integrated", "virtual", "other",
                                                      "cpu"};
  return kNames[static_cast<std::size_t>(kind)];
}

Work work_of(const Plan& plan) {
  Work work;
  work.dispatches = plan.passes.size();
  work.additions = plan.host_additions;
  work.bytes_moved = plan.host_bytes_moved;
  for (const Pass& pass : plan.passes) {
    work.additions += pass.additions;
    work.bytes_moved += pass.bytes_moved;
  }
  work.minimum_additions = plan.n - 1;
  work.minimum_bytes = 2 * plan.n * element_bytes(plan.type);
  return work;
}

void append(Plan& plan, Pass pass) {
  plan.passes.push_back(std::move(pass));
  plan.passes.back().barrier_before = !unguarded_passes(plan).empty();
}

std::vector<std::size_t> unguarded_passes(const Plan& plan) {
  std::vector<std::size_t> unguarded;
  Touched since_barrier;
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    if (plan.passes[i].barrier_before) since_barrier = {};
    const Touched now = Touched::by(plan.passes[i]);
    if (since_barrier.conflicts_with(now)) unguarded.push_back(i);
    since_barrier.add(now);
  }
  return unguarded;
}

bool uses(const Plan& plan, Role role) {
  return std::ranges::any_of(plan.passes, [role](const Pass& pass) {
    return std::ranges::find(pass.bindings, role, &Binding::role) != pass.bindings.end();
  });
}

std::uint32_t ceil_log2(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n - 1));
}

std::uint64_t buffer_elements(const Plan& plan) {
  return (plan.padded_n + 3) / 4 * 4;
}

Groups groups_for(std::uint64_t invocations, std::uint32_t workgroup, const Target& target) {
  const std::uint64_t groups = (invocations + workgroup - 1) / workgroup;
  if (groups <= target.max_groups_x) return {groups, 1};
  const std::uint64_t rows = (groups + target.max_groups_x - 1) / target.max_groups_x;
  return {(groups + rows - 1) / rows, rows};
}

}  // namespace scanbench
