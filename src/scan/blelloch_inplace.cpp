#include <fmt/format.h>

#include <algorithm>

#include "scan/passes.hpp"
#include "scan/tree.hpp"

namespace scanbench {
namespace {

/// One invocation per active pair, on one buffer; the clear is a single invocation.
Pass pair_pass(const Plan& plan, const Request& request, TreeStep step, std::uint64_t stride) {
  const std::uint64_t pairs = step == TreeStep::clear ? 1 : plan.padded_n / (2 * stride);
  Pass pass;
  pass.kernel = fmt::format("blelloch_inplace_{}", name_of(step));
  pass.bindings = {{SCANBENCH_BINDING_SOURCE, Role::work_0, false},
                   {SCANBENCH_BINDING_DESTINATION, Role::work_0, true}};
  pass.tuning = single_tuning(request);
  pass.groups = groups_for(pairs, pass.tuning.workgroup, request.target);
  // Cells: an upsweep reads two and writes the top, a downsweep writes both, a clear moves one.
  const std::uint64_t cells = step == TreeStep::upsweep ? 3 : step == TreeStep::downsweep ? 4 : 2;
  pass.bytes_moved = cells * pairs * element_bytes(request.type);
  return pass;
}

Plan plan(const Request& request) {
  Plan plan =
      plan_tree(request, true, [&](const Plan& so_far, TreeStep step, std::uint64_t stride) {
        return pair_pass(so_far, request, step, stride);
      });
  plan.tuning = single_tuning(request);
  return plan;
}

}  // namespace

Algorithm blelloch_inplace() {
  return {.name = "blelloch-inplace",
          .native = Kind::exclusive,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "the same tree in the textbook's form; one buffer, one invocation a pair",
          .source = "Blelloch 1990; Harris, Sengupta and Owens, GPU Gems 3, chapter 39, 2007",
          .plan = plan};
}

}  // namespace scanbench
