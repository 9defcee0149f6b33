#include "gpu/timestamps.hpp"

#include <cmath>

namespace scanbench {

std::optional<double> stamped_s(std::uint64_t begin, std::uint64_t end, std::uint32_t valid_bits,
                                double period_ns) {
  if (valid_bits == 0 || !std::isfinite(period_ns) || period_ns <= 0) return std::nullopt;
  const std::uint64_t mask =
      valid_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << valid_bits) - 1;
  const std::uint64_t ticks = (end - begin) & mask;
  if (ticks == 0) return std::nullopt;
  return static_cast<double>(ticks) * period_ns * 1e-9;
}

}  // namespace scanbench
