#include <fmt/format.h>

#include <algorithm>

#include "scan/passes.hpp"
#include "scan/tree.hpp"

namespace scanbench {
namespace {

/// How kernels of pairs are cut that visit so many: a pair an invocation; on a CPU device many, but
/// few enough that all threads share the work.
Tuning pairs_tuning(const Request& request, std::uint64_t visits) {
  constexpr std::uint64_t kGroupsPerThread = 4;
  constexpr std::uint64_t kMostVisits = 256;
  Tuning tuning = single_tuning(request);
  tuning.items = 4;
  if (request.target.kind == DeviceKind::cpu) {
    tuning.workgroup = request.workgroup.value_or(request.target.subgroup_size);
    const std::uint64_t share =
        visits / (tuning.workgroup * kGroupsPerThread * request.target.threads);
    tuning.items *= static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, 1, kMostVisits));
  }
  if (request.items) {
    tuning.items = *request.items;
    tuning.source = request.asked_by;
  }
  return tuning;
}

/// What a kernel of that stride visits: pairs, or vectors where these hold two.
std::uint64_t visits_at(std::uint64_t padded_n, std::uint64_t stride) {
  constexpr std::uint64_t kVector = 4;
  return stride == 1 ? (padded_n + kVector - 1) / kVector : padded_n / (2 * stride);
}

/// Active pairs alone, on one buffer; the clear is a single invocation.
Pass pair_pass(const Plan& plan, const Request& request, TreeStep step, std::uint64_t stride) {
  const std::uint64_t pairs = step == TreeStep::clear ? 1 : plan.padded_n / (2 * stride);
  const std::uint64_t visits = step == TreeStep::clear ? 1 : visits_at(plan.padded_n, stride);
  const Tuning tuning = pairs_tuning(request, visits);
  constexpr std::uint64_t kItemsAVisit = 4;
  Pass pass = kernel_pass(request, tuning, visits * kItemsAVisit,
                          fmt::format("blelloch_inplace_{}", name_of(step)), {});
  pass.bindings = {{SCANBENCH_BINDING_SOURCE, Role::work_0, false},
                   {SCANBENCH_BINDING_DESTINATION, Role::work_0, true}};
  if (step != TreeStep::clear) {
    set_stride(pass, stride);
    read_texels(pass, plan);
  }
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
  plan.tuning = pairs_tuning(request, visits_at(plan.padded_n, 1));
  return plan;
}

}  // namespace

Algorithm blelloch_inplace() {
  return {.name = "blelloch-inplace",
          .native = Kind::exclusive,
          .takes_items = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "the same tree in the textbook's form; one buffer, active pairs alone",
          .source = "Blelloch 1990; Harris, Sengupta and Owens, GPU Gems 3, chapter 39, 2007",
          .plan = plan};
}

}  // namespace scanbench
