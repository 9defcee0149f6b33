#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace scanbench {
namespace {

constexpr double kFarthestScore = 3.5;
constexpr std::size_t kLeastForP5 = 20;
constexpr std::size_t kLeastForP99 = 100;

double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  // lerp, since the difference of two finite numbers need not be finite.
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

std::size_t count_outliers(const std::vector<double>& sorted, double median) {
  const double largest = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  if (largest == 0) return 0;
  // In units of a power of two near the largest: exact, and no difference or sum overflows.
  const int unit = -std::ilogb(largest);
  std::vector<double> deviations;
  deviations.reserve(sorted.size());
  for (const double sample : sorted) {
    deviations.push_back(std::abs(std::scalbn(sample, unit) - std::scalbn(median, unit)));
  }
  std::ranges::sort(deviations);
  double one_sigma = quantile(deviations, 0.5) / 0.6745;
  if (one_sigma == 0) {
    one_sigma = 1.253314 * std::accumulate(deviations.begin(), deviations.end(), 0.0) /
                static_cast<double>(deviations.size());
  }
  const auto near = std::ranges::upper_bound(deviations, kFarthestScore * one_sigma);
  return static_cast<std::size_t>(deviations.end() - near);
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
  if (sorted.size() >= kLeastForP5) {
    result.p5 = quantile(sorted, 0.05);
    result.p95 = quantile(sorted, 0.95);
  }
  if (sorted.size() >= kLeastForP99) result.p99 = quantile(sorted, 0.99);
  result.outliers = count_outliers(sorted, result.median);
  if (const auto rank = median_interval_rank(sorted.size())) {
    result.ci95 = {sorted[*rank - 1], sorted[sorted.size() - *rank]};
  }
  return result;
}

std::optional<Centre> centre_of(std::span<const double> samples) {
  if (samples.empty()) return std::nullopt;
  std::vector<double> parted(samples.begin(), samples.end());
  const auto begin = parted.begin();
  const auto middle = begin + static_cast<std::ptrdiff_t>((parted.size() - 1) / 2);
  std::nth_element(begin, middle, parted.end());
  Centre result;
  result.median = *middle;
  if (parted.size() % 2 == 0) {
    result.median = std::lerp(*middle, *std::min_element(middle + 1, parted.end()), 0.5);
  }
  if (const auto rank = median_interval_rank(parted.size())) {
    // Below six samples there is no rank, so both ends lie apart from the middle.
    const auto low = begin + static_cast<std::ptrdiff_t>(*rank - 1);
    const auto high = parted.end() - static_cast<std::ptrdiff_t>(*rank);
    std::nth_element(begin, low, middle);
    std::nth_element(middle + 1, high, parted.end());
    result.ci95 = {*low, *high};
  }
  return result;
}

std::optional<std::size_t> median_interval_rank(std::size_t samples) {
  constexpr double kTail = 0.025;
  if (samples < 6) return std::nullopt;
  const auto count = static_cast<double>(samples);
  // Start where the normal approximation puts the rank; from there terms fall off within a few √n.
  double k = std::floor(std::max(0.0, count / 2 - 0.98 * std::sqrt(count)));
  // In logarithms: 2^−samples itself is below the smallest double from 1,075 samples on.
  double term = std::exp(std::lgamma(count + 1) - std::lgamma(k + 1) - std::lgamma(count - k + 1) -
                         count * std::log(2.0));
  double tail = term;  // P(Binomial ≤ k)
  double j = k;
  double lower = term;
  while (j > 0 && lower > tail * 1e-17) {
    lower *= j / (count - j + 1);
    tail += lower;
    j -= 1;
  }
  while (tail > kTail) {
    tail -= term;
    term *= k / (count - k + 1);
    k -= 1;
  }
  for (;;) {
    term *= (count - k) / (k + 1);
    if (tail + term > kTail) return static_cast<std::size_t>(k) + 1;
    tail += term;
    k += 1;
  }
}

}  // namespace scanbench
