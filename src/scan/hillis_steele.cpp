#include "scan/algorithm.hpp"
#include "scan/passes.hpp"

namespace scanbench {
namespace {

/// One pass per stride 1, 2, 4, … < n: every cell at or past the stride adds its partner to the
/// left, the others pass through.
Plan plan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  plan.tuning = cells_tuning(request);
  for (std::uint64_t stride = 1; stride < request.n; stride *= 2) {
    Pass pass = cells_pass(plan, request, request.n, "hillis_steele", "scan");
    set_stride(pass, stride);
    pass.bindings.push_back({SCANBENCH_BINDING_OPERAND, plan.result, false, Span::left});
    read_texels(pass, plan);
    pass.active = request.n - stride;
    pass.additions = pass.active;
    append_cells(plan, std::move(pass));
  }
  plan.depth = {ceil_log2(request.n), ceil_log2(request.n)};
  return plan;
}

}  // namespace

Algorithm hillis_steele() {
  return {.name = "hillis-steele",
          .takes_items = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "every cell adds its partner at stride 1, 2, 4, …; two buffers in turn",
          .source = "Hillis and Steele, Data parallel algorithms, CACM 29(12), 1986",
          .plan = plan};
}

}  // namespace scanbench
