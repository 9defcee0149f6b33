#include "scan/algorithm.hpp"
#include "scan/passes.hpp"

namespace scanbench {
namespace {

Plan plan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  plan.host_additions = request.n - 1;
  plan.host_bytes_moved = 2 * request.n * element_bytes(request.type);
  plan.depth = {std::nullopt, request.n - 1};
  return plan;
}

}  // namespace

/// The loop that everybody writes first, on the host: the yardstick of the course.
Algorithm serial() {
  return {.name = "serial",
          .on_device = false,
          .native = Kind::exclusive,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "a loop on the host; needs no device",
          .source = "the definition",
          .plan = plan};
}

}  // namespace scanbench
