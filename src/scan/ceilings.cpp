#include "scan/ceilings.hpp"

#include <algorithm>
#include <utility>

#include "scan/passes.hpp"

namespace scanbench {
namespace {

/// A pass over the elements' bytes, as words of 32 bits: a copy knows no elements.
Plan one_pass(const Request& elements, const std::string& kernel, std::string variant,
              const Tuning& tuning) {
  Request request = elements;
  request.type = ElementType::u32;
  request.n = elements.n * (element_bytes(elements.type) / element_bytes(request.type));
  Plan plan = make_plan(request, request.n);
  plan.tuning = tuning;
  Pass pass = cells_pass(plan, request, request.n, kernel, kernel);
  pass.variant = std::move(variant);
  pass.tuning = tuning;
  pass.groups =
      groups_for((request.n + tuning.items - 1) / tuning.items, tuning.workgroup, request.target);
  append_cells(plan, std::move(pass));
  return plan;
}

}  // namespace

Plan floor_plan(Plan plan) {
  for (Pass& pass : plan.passes) {
    pass.kernel = "empty";
    pass.variant = "u32";
    pass.constants.clear();
    pass.active = pass.additions = pass.bytes_moved = 0;
  }
  return plan;
}

std::vector<Plan> copy_plans(const Request& request) {
  std::vector<Tuning> cuts;
  if (request.target.kind == DeviceKind::cpu) {
    for (const std::uint32_t about : {256U, 1024U, 4096U, 16384U}) {
      const std::uint32_t items = staggered_items(about, ElementType::u32);
      cuts.push_back({.workgroup = request.target.subgroup_size, .items = items, .blocked = true});
    }
  } else {
    const std::uint32_t workgroup = std::min(256U, request.target.max_workgroup);
    for (const std::uint32_t items : {4U, 16U, 32U}) {
      cuts.push_back({.workgroup = workgroup, .items = items});
    }
  }
  std::vector<Plan> plans;
  for (const Tuning& cut : cuts) {
    plans.push_back(one_pass(request, "copy", "u32", cut));
    if (!request.target.has_int64) continue;
    Plan wider = plans.back();
    Pass& pass = wider.passes.front();
    read_texels(pass, wider);
    // Where these are not to be had, words of 64 bits cost nothing to try.
    if (pass.kernel == "copy") pass.variant = "w64";
    plans.push_back(std::move(wider));
  }
  return plans;
}

Plan launch_yardstick(const Request& request) {
  constexpr int kDispatches = 16;
  Request small = request;
  small.n = 1;
  Plan plan = make_plan(small, 1);
  const Tuning tuning{.workgroup = std::min(64U, request.target.max_workgroup)};
  for (int i = 0; i < kDispatches; ++i) {
    Pass pass = cells_pass(plan, small, 1, "empty", "empty");
    pass.variant = "u32";
    pass.tuning = tuning;
    pass.groups = {};
    append_cells(plan, std::move(pass));
  }
  return plan;
}

Plan copy_yardstick(const Request& request) {
  return one_pass(request, "yardstick_copy", "u32",
                  {.workgroup = std::min(64U, request.target.max_workgroup), .items = 64});
}

}  // namespace scanbench
