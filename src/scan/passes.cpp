#include "scan/passes.hpp"

#include <algorithm>
#include <utility>

namespace scanbench {

Plan make_plan(const Request& request, std::uint64_t padded_n) {
  Plan plan;
  plan.target = request.target;
  plan.type = request.type;
  plan.op = request.op;
  plan.n = request.n;
  plan.padded_n = padded_n;
  return plan;
}

std::uint32_t staggered_items(std::uint32_t items, ElementType type) {
  constexpr std::uint32_t kPageBytes = 4096;
  constexpr std::uint32_t kLineBytes = 64;
  const auto width = static_cast<std::uint32_t>(element_bytes(type));
  return items * width < kPageBytes ? items : items + kLineBytes / width;
}

Tuning cells_tuning(const Request& request) {
  Tuning tuning;
  if (request.target.kind == DeviceKind::cpu) {
    tuning.workgroup = request.target.subgroup_size;
    // Few large pieces for many cells, enough pieces for all threads of a small scan.
    tuning.items =
        staggered_items(request.n >= (std::uint64_t{1} << 16) ? 1024 : 256, request.type);
    tuning.blocked = true;
  } else {
    tuning.workgroup = std::min(256U, request.target.max_workgroup);
    tuning.items = 4;
  }
  if (request.workgroup || request.items) tuning.source = request.asked_by;
  tuning.workgroup = request.workgroup.value_or(tuning.workgroup);
  tuning.items = request.items.value_or(tuning.items);
  return tuning;
}

Tuning single_tuning(const Request& request) {
  Tuning tuning;
  tuning.workgroup = request.workgroup.value_or(std::min(256U, request.target.max_workgroup));
  if (request.workgroup) tuning.source = request.asked_by;
  return tuning;
}

Pass kernel_pass(const Request& request, const Tuning& tuning, std::uint64_t cells,
                 std::string kernel, std::string name) {
  Pass pass;
  pass.kernel = std::move(kernel);
  pass.name = std::move(name);
  pass.n = cells;
  pass.tuning = tuning;
  const std::uint64_t invocations = (cells + tuning.items - 1) / tuning.items;
  pass.groups = groups_for(invocations, tuning.workgroup, request.target);
  return pass;
}

void read_texels(Pass& pass, const Plan& plan) {
  constexpr std::uint64_t kTexelBytes = 16;
  const Target& target = plan.target;
  const std::uint64_t most =
      std::min(role_bytes(plan, Role::input), target.max_storage_range_bytes);
  // Mesa's software device reads four lanes of texels at once: with vectors of two it crashes.
  constexpr std::uint32_t kLanes = 4;
  if (target.kind != DeviceKind::cpu || target.subgroup_size < kLanes || !target.has_int64 ||
      most > target.max_texel_elements * kTexelBytes) {
    return;
  }
  pass.kernel += "_texels";
  for (Binding& binding : pass.bindings) {
    const bool is_cells = binding.span != Span::all && binding.span != Span::tiles;
    if (binding.slot == SCANBENCH_BINDING_SOURCE) {
      binding.slot = SCANBENCH_BINDING_TEXELS;
    } else if (binding.slot == SCANBENCH_BINDING_OPERAND && is_cells) {
      binding.slot = SCANBENCH_BINDING_OPERAND_TEXELS;
    }
  }
}

Pass cells_pass(const Plan& plan, const Request& request, std::uint64_t cells, std::string kernel,
                std::string name) {
  Pass pass =
      kernel_pass(request, cells_tuning(request), cells, std::move(kernel), std::move(name));
  const Role destination = plan.result == Role::work_0 ? Role::work_1 : Role::work_0;
  pass.bindings = {{SCANBENCH_BINDING_SOURCE, plan.result, false, Span::cells},
                   {SCANBENCH_BINDING_DESTINATION, destination, true, Span::cells}};
  pass.bytes_moved = 2 * cells * element_bytes(plan.type);
  return pass;
}

void set_stride(Pass& pass, std::uint64_t stride) {
  constexpr std::uint64_t kVector = 4;
  pass.stride = stride;
  if (stride < kVector) {
    pass.constants.push_back({SCANBENCH_CONSTANT_FINE_STRIDE, static_cast<std::uint32_t>(stride)});
  }
}

void append_cells(Plan& plan, Pass pass) {
  for (const Binding& binding : pass.bindings) {
    if (binding.slot == SCANBENCH_BINDING_DESTINATION) plan.result = binding.role;
  }
  append(plan, std::move(pass));
}

}  // namespace scanbench
