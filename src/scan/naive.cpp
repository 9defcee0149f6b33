#include "scan/algorithm.hpp"
#include "scan/passes.hpp"

namespace scanbench {
namespace {

Plan plan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  Pass pass = cells_pass(plan, request, request.n, "naive", "sum");
  pass.tuning = single_tuning(request);
  pass.groups = groups_for(request.n, pass.tuning.workgroup, request.target);
  // Every cell reads all before it: no window holds that.
  for (Binding& binding : pass.bindings) binding.span = Span::all;
  pass.active = request.n - 1;
  pass.additions = request.n * (request.n - 1) / 2;
  plan.tuning = pass.tuning;
  append_cells(plan, std::move(pass));
  plan.depth = {std::nullopt, request.n - 1};
  return plan;
}

}  // namespace

/// Everyone sums their own prefix: one pass, and quadratic work.
Algorithm naive() {
  return {.name = "naive",
          .max_n = 65536,
          .max_n_reason =
              "every cell sums its own prefix, and so much work in one dispatch runs "
              "into device time-outs",
          .summary = "each invocation sums its own prefix; one pass, quadratic work",
          .source = "the definition, once per cell",
          .plan = plan};
}

}  // namespace scanbench
