#include <array>

#include "scan/algorithm.hpp"

// Takes the place of scan/registry.cpp: the same scans, but Hillis-Steele stops one pass early.
namespace scanbench {

Algorithm serial();
Algorithm hillis_steele();
Algorithm blelloch();

namespace {

Plan one_pass_short(const Request& request) {
  Plan plan = hillis_steele().plan(request);
  if (plan.passes.size() < 2) return plan;
  plan.passes.pop_back();
  for (const Binding& binding : plan.passes.back().bindings) {
    if (binding.writes) plan.result = binding.role;
  }
  return plan;
}

}  // namespace

std::span<const Algorithm> registry() {
  static const std::array rows = [] {
    std::array<Algorithm, 3> all = {serial(), hillis_steele(), blelloch()};
    all[1].plan = one_pass_short;
    return all;
  }();
  return rows;
}

}  // namespace scanbench
