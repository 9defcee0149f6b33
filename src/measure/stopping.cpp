#include "measure/stopping.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace scanbench {
namespace {

constexpr std::size_t kLeastForPrecision = 11;
constexpr std::size_t kFirstLook = 128;
constexpr double kNarrowing = 0.7;

bool within(const Centre& centre, double precision) {
  const double margin = precision * std::abs(centre.median);
  return centre.ci95->second - centre.median <= margin &&
         centre.median - centre.ci95->first <= margin;
}

/// Infinite around a median of 0.
double relative_width(const Centre& centre) {
  if (centre.median == 0) return std::numeric_limits<double>::infinity();
  return (centre.ci95->second - centre.ci95->first) / std::abs(centre.median);
}

}  // namespace

std::optional<StoppedBy> enough(std::span<const double> samples_in_order, double precision) {
  const std::size_t count = samples_in_order.size();
  if (count < kLeastForPrecision) return std::nullopt;
  const auto centre = centre_of(samples_in_order);
  if (within(*centre, precision)) return StoppedBy::precision;
  if (count >= kFirstLook && std::has_single_bit(count)) {
    const auto quarter = centre_of(samples_in_order.first(count / 4));
    if (relative_width(*centre) > kNarrowing * relative_width(*quarter)) return StoppedBy::settled;
  }
  return std::nullopt;
}

}  // namespace scanbench
