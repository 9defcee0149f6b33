#include "scan/algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scan/passes.hpp"
#include "scan/tiles.hpp"
#include "scan/windows.hpp"

namespace scanbench {
namespace {

/// The shift of the course: exclusive[i] = inclusive[i − 1], the total set aside.
void append_shift(Plan& plan, const Request& request) {
  Pass pass = cells_pass(plan, request, plan.n, "shift", "shift");
  pass.bindings.push_back({SCANBENCH_BINDING_OPERAND, plan.result, false, Span::left});
  pass.bindings.push_back({SCANBENCH_BINDING_CELL, Role::total, true});
  read_texels(pass, plan);
  pass.bytes_moved += element_bytes(plan.type);
  plan.keeps_total = true;
  append_cells(plan, std::move(pass));
}

/// inclusive[i] = exclusive[i] + x[i].
void append_add_input(Plan& plan, const Request& request) {
  Pass pass = cells_pass(plan, request, plan.n, "add_input", "add input");
  pass.bindings.push_back({SCANBENCH_BINDING_OPERAND, Role::input, false, Span::cells});
  read_texels(pass, plan);
  pass.active = plan.n;
  pass.additions = plan.n;
  pass.bytes_moved += plan.n * element_bytes(plan.type);
  plan.keeps_total = false;
  if (plan.depth.cells) {
    *plan.depth.cells += 1;
    plan.depth.total = *plan.depth.cells;
  }
  append_cells(plan, std::move(pass));
}

/// What the type needs of kernels and this target's do not have.
std::optional<std::string> type_refusal(ElementType type, const Target& target) {
  const bool lacks_float = type == ElementType::f64 && !target.has_float64;
  const bool is_int = type == ElementType::u64 || type == ElementType::i64;
  if (!lacks_float && !(is_int && !target.has_int64)) return std::nullopt;
  return fmt::format("this device has no 64-bit {}: choose --type {}",
                     lacks_float ? "floats (shaderFloat64)" : "integers (shaderInt64)",
                     lacks_float                ? "f32"
                     : type == ElementType::u64 ? "u32"
                                                : "i32");
}

std::uint64_t largest_buffer_bytes(const Plan& plan) {
  return std::max({role_bytes(plan, Role::input), plan.partials_bytes, plan.state_bytes});
}

/// Whether buffers and dispatches of this plan stay within the target's limits.
bool fits(const Plan& plan) {
  const Target& target = plan.target;
  if (plan.padded_n > kMostCells || largest_buffer_bytes(plan) > target.max_buffer_bytes ||
      device_bytes(plan) > target.heap_bytes) {
    return false;
  }
  return std::ranges::all_of(plan.passes, [&](const Pass& pass) {
    const std::vector<Window> windows = windows_of(plan, pass);
    return !windows.empty() && std::ranges::all_of(windows, [&](const Window& window) {
      return window.groups.y <= target.max_groups_y;
    });
  });
}

/// What a plan that does not fit has too much of.
std::string lacking(const Plan& plan) {
  const Target& target = plan.target;
  if (plan.padded_n > kMostCells) return fmt::format("kernels count up to {} cells", kMostCells);
  if (largest_buffer_bytes(plan) > target.max_buffer_bytes ||
      device_bytes(plan) > target.heap_bytes) {
    return fmt::format(
        "needs buffers of {} bytes, {} in all, and this device takes {} a buffer and {} in all",
        largest_buffer_bytes(plan), device_bytes(plan), target.max_buffer_bytes, target.heap_bytes);
  }
  return fmt::format(
      "this device binds {} bytes at once and takes {} x {} work-groups, and no cut of the passes "
      "stays within both",
      target.max_storage_range_bytes, target.max_groups_x, target.max_groups_y);
}

/// The largest n that fits, by bisection: needs never shrink as n grows.
std::uint64_t largest_n(const Algorithm& algorithm, Request request) {
  std::uint64_t fitting = 0;
  std::uint64_t failing = request.n;
  while (failing - fitting > 1) {
    request.n = fitting + (failing - fitting) / 2;
    (fits(plan_scan(algorithm, request)) ? fitting : failing) = request.n;
  }
  return fitting;
}

}  // namespace

const Algorithm* find_algorithm(std::string_view name) {
  const auto rows = registry();
  const auto found = std::ranges::find(rows, name, &Algorithm::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string_view native_kinds(const Algorithm& algorithm) {
  return algorithm.tiled ? "both" : name_of(algorithm.native);
}

std::string algorithm_names() {
  std::string names;
  for (const Algorithm& algorithm : registry()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", algorithm.name);
  }
  return names;
}

Plan plan_scan(const Algorithm& algorithm, const Request& asked) {
  Request request = asked;
  // Nor does the pass that converts the kind take what the algorithm does not.
  if (!algorithm.takes_items) request.items.reset();
  request.kind = request.kind.value_or(algorithm.native);
  Plan plan = algorithm.plan(request);
  plan.algorithm = algorithm.name;
  const Kind kind = *request.kind;
  if (algorithm.tiled) {
    plan.init = request.init;
  } else if (kind != algorithm.native) {
    if (!algorithm.on_device) {
      // The loop's second sweep: cells and input read, cells written.
      plan.host_additions += plan.n;
      plan.host_bytes_moved += 3 * plan.n * element_bytes(plan.type);
    } else if (kind == Kind::exclusive) {
      append_shift(plan, request);
    } else {
      append_add_input(plan, request);
    }
  }
  plan.kind = kind;
  return plan;
}

std::uint64_t device_bytes(const Plan& plan) {
  const std::uint64_t bytes = buffer_elements(plan) * element_bytes(plan.type);
  std::uint64_t arrays = 2;  // the input, and the kept answer
  for (const Role role : {Role::work_0, Role::work_1}) arrays += uses(plan, role) ? 1 : 0;
  return arrays * bytes + plan.partials_bytes + plan.state_bytes + std::min(bytes, kStagingBytes);
}

std::optional<std::string> refusal(const Algorithm& algorithm, const Request& request) {
  if (algorithm.max_n && request.n > *algorithm.max_n) {
    return fmt::format("{}: the largest n is {}", algorithm.max_n_reason, *algorithm.max_n);
  }
  if (request.init && !algorithm.tiled) {
    return "takes no initial value: leave --init out, or choose a scan by tiles";
  }
  if (!algorithm.on_device) return std::nullopt;
  if (auto reason = type_refusal(request.type, request.target)) return reason;
  if (request.workgroup.value_or(1) > request.target.max_workgroup) {
    return fmt::format("a work-group of {} invocations is more than this device takes: at most {}",
                       *request.workgroup, request.target.max_workgroup);
  }
  Request asked = request;
  asked.n = std::min(request.n, kMostCells + 1);
  const Plan plan = plan_scan(algorithm, asked);
  if (fits(plan)) {
    if (auto reason = algorithm.tiled ? tile_refusal(request) : std::nullopt) return reason;
    return algorithm.refuses != nullptr ? algorithm.refuses(request) : std::nullopt;
  }
  return fmt::format("{}: the largest n here for {} in {} is {}", lacking(plan), algorithm.name,
                     name_of(request.type), largest_n(algorithm, asked));
}

}  // namespace scanbench
