#include <fmt/format.h>

#include "scan/passes.hpp"
#include "scan/tree.hpp"

namespace scanbench {
namespace {

/// Every pass reads one buffer and writes the other; idle cells pass through.
Plan plan(const Request& request) {
  Plan plan =
      plan_tree(request, false, [&](const Plan& so_far, TreeStep step, std::uint64_t stride) {
        Pass pass = cells_pass(so_far, request, so_far.padded_n,
                               fmt::format("blelloch_{}", name_of(step)), {});
        set_stride(pass, stride);
        pass.bindings.push_back({SCANBENCH_BINDING_OPERAND, so_far.result, false, Span::sibling});
        read_texels(pass, so_far);
        return pass;
      });
  plan.tuning = cells_tuning(request);
  return plan;
}

}  // namespace

Algorithm blelloch() {
  return {.name = "blelloch",
          .native = Kind::exclusive,
          .takes_items = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "up and down a tree, the course's form; two buffers in turn, idle cells copy",
          .source = "Blelloch, Prefix sums and their applications, CMU-CS-90-190, 1990",
          .plan = plan};
}

}  // namespace scanbench
