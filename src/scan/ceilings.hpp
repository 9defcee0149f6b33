#pragma once

#include <vector>

#include "scan/algorithm.hpp"

namespace scanbench {

/// The same dispatches, work-groups and barriers with kernels that do nothing: the launch floor.
Plan floor_plan(Plan plan);

/// Copies of n elements from the input to a work buffer, by every kernel and cut that suits the
/// kind of device; the fastest is the ceiling of any shader. Such a plan counts words of 32 bits.
std::vector<Plan> copy_plans(const Request& request);

/// 16 empty dispatches of one work-group, a barrier between each two.
Plan launch_yardstick(const Request& request);

/// The frozen copy of n elements: 64 invocations a work-group, 64 words of 32 bits each.
Plan copy_yardstick(const Request& request);

}  // namespace scanbench
