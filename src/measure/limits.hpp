#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "measure/result.hpp"

namespace scanbench {

/// The rate of a copy too large for any cache; asked for only where a rule needs it.
using LargeCopyRate = std::function<std::optional<double>()>;

/// What it moves where the device can: 2^25 elements of four bytes, read and written.
constexpr std::uint64_t kLargeCopyBytes = std::uint64_t{1} << 28;

/// What bounds a row's time:
///  launches  the same dispatches with empty kernels take at least half of it;
///  memory    beyond those launches, it moves its bytes at half of a copy's rate or more;
///  cache     the same, where a copy of this n runs at least 1.25 times as fast, byte for byte, as
///            one of `large_copy_bytes_per_s`, which fits no cache and is larger;
///  latency   neither, or this n is too small for the copy to come near half of that rate: its
///  invocations wait for one another, or compute.
/// None where a time that the rules need is unknown. Where the large copy's rate is unknown
/// cache and memory cannot be told apart, and it is memory.
std::optional<Limit> limit_of(const Row& row, const LargeCopyRate& large_copy_bytes_per_s);

}  // namespace scanbench
