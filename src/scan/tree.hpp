#pragma once

#include <functional>

#include "scan/algorithm.hpp"

namespace scanbench {

/// What a tree pass does; its kernel's file is named after it.
enum class TreeStep : std::uint8_t { upsweep, clear, downsweep };

std::string_view name_of(TreeStep step);

/// Plans Blelloch's tree over n padded to a power of two: an upsweep at strides 1, 2, …, the clear
/// of the last cell once the total is set aside, and a downsweep back to stride 1. `make_pass`
/// gives a step's pass (its stride is already known); names and counts are filled in here.
Plan plan_tree(const Request& request, bool in_place,
               const std::function<Pass(const Plan&, TreeStep, std::uint64_t stride)>& make_pass);

}  // namespace scanbench
