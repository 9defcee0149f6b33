#pragma once

#include "gpu/kernels.hpp"

namespace scanbench {

/// Counts the invocations of a subgroup by a ballot: the number that the device claims, or the one
/// that was counted where it differs. Mesa's software device can be told to claim 32 and run 16.
/// The device needs subgroup arithmetic.
std::uint32_t count_subgroup(const Device& device, Kernels& kernels);

}  // namespace scanbench
