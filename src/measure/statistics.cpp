#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scanbench {
namespace {

double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::optional<Statistics> summarize(std::span<const double> samples) {
  if (samples.empty()) return std::nullopt;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  Statistics result;
  result.samples = sorted.size();
  result.median = quantile(sorted, 0.5);
  result.min = sorted.front();
  result.q1 = quantile(sorted, 0.25);
  result.q3 = quantile(sorted, 0.75);
  if (const auto rank = median_interval_rank(sorted.size())) {
    result.ci95 = {sorted[*rank - 1], sorted[sorted.size() - *rank]};
  }
  return result;
}

std::optional<std::size_t> median_interval_rank(std::size_t samples) {
  // In logarithms: 2^−samples itself is below the smallest double from 1,075 samples on.
  const auto count = static_cast<double>(samples);
  double tail = 0;
  std::size_t rank = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const auto successes = static_cast<double>(k);
    tail += std::exp(std::lgamma(count + 1) - std::lgamma(successes + 1) -
                     std::lgamma(count - successes + 1) - count * std::log(2.0));
    if (tail > 0.025) break;
    rank = k + 1;
  }
  if (rank == 0) return std::nullopt;
  return rank;
}

}  // namespace scanbench
