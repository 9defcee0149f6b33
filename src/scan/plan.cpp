#include "scan/plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "scan/windows.hpp"

namespace scanbench {

bool conflict(const Binding& one, const Binding& other) {
  const auto end = [](const Binding& binding) {
    return binding.bytes > 0 ? binding.offset_bytes + binding.bytes
                             : std::numeric_limits<std::uint64_t>::max();
  };
  return one.role == other.role && (one.writes || other.writes) && one.offset_bytes < end(other) &&
         other.offset_bytes < end(one);
}

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, kRoleCount> kNames = {
      "input", "work 0", "work 1", "total", "partials", "state", "init"};
  return kNames[static_cast<std::size_t>(role)];
}

std::string_view name_of(Tuning::Source source) {
  constexpr std::array<std::string_view, 3> kNames = {"default", "cached", "flag"};
  return kNames[static_cast<std::size_t>(source)];
}

std::string_view name_of(DeviceKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"discrete", "integrated", "virtual", "other",
                                                      "cpu"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(TileScan tile_scan) {
  return tile_scan == TileScan::subgroup ? "subgroup" : "shared";
}

std::optional<TileScan> tile_scan_of(std::string_view name) {
  for (const TileScan tile_scan : {TileScan::subgroup, TileScan::shared}) {
    if (name == name_of(tile_scan)) return tile_scan;
  }
  return std::nullopt;
}

Work work_of(const Plan& plan) {
  Work work;
  work.additions = plan.host_additions;
  work.bytes_moved = plan.host_bytes_moved;
  for (const Pass& pass : plan.passes) {
    work.dispatches += windows_of(plan, pass).size();
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
  std::vector<Binding> since_barrier;
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const Pass& pass = plan.passes[i];
    if (pass.barrier_before) since_barrier.clear();
    const bool guarded = std::ranges::none_of(pass.bindings, [&](const Binding& own) {
      return std::ranges::any_of(since_barrier,
                                 [&](const Binding& earlier) { return conflict(earlier, own); });
    });
    if (!guarded) unguarded.push_back(i);
    since_barrier.insert(since_barrier.end(), pass.bindings.begin(), pass.bindings.end());
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

std::uint64_t role_bytes(const Plan& plan, Role role) {
  switch (role) {
    case Role::total:
    case Role::init:
      return kCellBytes;
    case Role::partials:
      return plan.partials_bytes;
    case Role::state:
      return plan.state_bytes;
    default:
      return buffer_elements(plan) * element_bytes(plan.type);
  }
}

Groups groups_for(std::uint64_t invocations, std::uint32_t workgroup, const Target& target) {
  const std::uint64_t groups = (invocations + workgroup - 1) / workgroup;
  if (groups <= target.max_groups_x) return {groups, 1};
  const std::uint64_t rows = (groups + target.max_groups_x - 1) / target.max_groups_x;
  return {(groups + rows - 1) / rows, rows};
}

}  // namespace scanbench
