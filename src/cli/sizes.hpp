#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scanbench {

inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 48;
inline constexpr std::size_t kMostSizes = 10'000;

/// A sweep: comma-separated numbers and ranges, each value from 1 to kMostElements.
///   number   1000   1k 3M 2G (powers of 1000)   1Ki 4Mi 1Gi (powers of 1024)   2^10
///   range    2^10..2^24     doubles
///            2^10..2^24x4   multiplies, by 2 or more
///            100..1000+100  adds, 1 or more
/// A range begins at its first number and ends at its last where it meets it, else below. The
/// sizes come sorted, each once. Throws Error(bad_usage), one line that names the option, the token
/// at fault and its column in the text (from 1), also for more than kMostSizes sizes.
std::vector<std::uint64_t> parse_sizes(const std::string& option, const std::string& text);

}  // namespace scanbench
