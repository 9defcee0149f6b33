#pragma once

#include <cstdint>
#include <optional>

namespace scanbench {

/// Seconds from stamp `begin` to stamp `end`: subtracted, masked to the valid bits (so that one
/// wrap is right), then scaled in double by the period, which is no integer on many devices. None
/// where the device has no timestamps (0 valid bits), its period is no positive number, or both
/// stamps are the same: then the time is unknown, not zero.
/// Source: Vulkan specification, "Timestamp Queries".
std::optional<double> stamped_s(std::uint64_t begin, std::uint64_t end, std::uint32_t valid_bits,
                                double period_ns);

}  // namespace scanbench
