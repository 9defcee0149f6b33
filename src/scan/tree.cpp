#include "scan/tree.hpp"

#include <array>
#include <bit>

#include "scan/passes.hpp"

namespace scanbench {

std::string_view name_of(TreeStep step) {
  constexpr std::array<std::string_view, 3> kNames = {"upsweep", "clear", "downsweep"};
  return kNames[static_cast<std::size_t>(step)];
}

Plan plan_tree(const Request& request, bool in_place,
               const std::function<Pass(const Plan&, TreeStep, std::uint64_t)>& make_pass) {
  const std::uint64_t padded_n = std::bit_ceil(request.n);
  Plan plan = make_plan(request, padded_n);
  plan.fresh_copy = in_place;
  plan.keeps_total = true;
  if (in_place) plan.result = Role::work_0;

  const auto add_step = [&](TreeStep step, std::uint64_t stride) {
    Pass pass = make_pass(plan, step, stride);
    pass.name = name_of(step);
    pass.n = padded_n;
    pass.stride = stride;
    if (step == TreeStep::clear) {
      pass.bindings.push_back({SCANBENCH_BINDING_CELL, Role::total, true});
      pass.bytes_moved += element_bytes(request.type);
    } else {
      pass.active = padded_n / (2 * stride);
      pass.additions = pass.active;
    }
    append_cells(plan, std::move(pass));
  };
  for (std::uint64_t stride = 1; stride < padded_n; stride *= 2) {
    add_step(TreeStep::upsweep, stride);
  }
  add_step(TreeStep::clear, 0);
  for (std::uint64_t stride = padded_n / 2; stride > 0; stride /= 2) {
    add_step(TreeStep::downsweep, stride);
  }
  // The first combine below the root adds the identity, which is exact in any type.
  const std::uint64_t levels = ceil_log2(request.n);
  plan.depth = {levels > 0 ? 2 * levels - 2 : 0, levels};
  return plan;
}

}  // namespace scanbench
