#include <array>

#include "scan/algorithm.hpp"

// Takes the place of scan/registry.cpp: the same scans, but of Hillis-Steele's passes each
// REPEAT_EVERY-th is dispatched twice. The answer stays right, since a pass reads what it does not
// write; the time does not: a regression that a comparison of two builds must find.
namespace scanbench {

Algorithm serial();
Algorithm hillis_steele();
Algorithm blelloch_inplace();

namespace {

Plan repeated(const Request& request) {
  const Plan original = hillis_steele().plan(request);
  Plan plan = original;
  plan.passes.clear();
  for (std::size_t i = 0; i < original.passes.size(); ++i) {
    append(plan, original.passes[i]);
    if ((i + 1) % REPEAT_EVERY == 0) append(plan, original.passes[i]);
  }
  return plan;
}

}  // namespace

std::span<const Algorithm> registry() {
  static const std::array rows = [] {
    std::array<Algorithm, 3> all = {serial(), hillis_steele(), blelloch_inplace()};
    all[1].plan = repeated;
    return all;
  }();
  return rows;
}

}  // namespace scanbench
