#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace scanbench {

/// What a set of samples says, in the samples' unit.
struct Statistics {
  std::size_t samples = 0;
  double median = 0;
  double min = 0;
  double q1 = 0;  ///< quartiles by linear interpolation (Hyndman and Fan 1996, definition 7)
  double q3 = 0;
  /// Percentiles, likewise interpolated; none where the samples do not reach that far: 20 samples
  /// for p5 and p95, 100 for p99.
  std::optional<double> p5;
  std::optional<double> p95;
  std::optional<double> p99;
  /// Samples far from the median: modified z-score |0.6745 (x − median) / MAD| above 3.5 (Iglewicz
  /// and Hoaglin 1993). Where the MAD is 0, since over half the samples are equal, the score is
  /// |x − median| / (1.253314 × mean absolute deviation), IBM SPSS's; of equal samples none counts.
  /// They are counted, never dropped.
  std::size_t outliers = 0;
  /// Confidence interval of the median between two order statistics, at 95 % or just above.
  std::optional<std::pair<double, double>> ci95;
};

/// None where there is no sample. Samples must be finite; then so is every number here.
std::optional<Statistics> summarize(std::span<const double> samples);

/// The median and its interval alone.
struct Centre {
  double median = 0;
  std::optional<std::pair<double, double>> ci95;
};

/// The same two numbers as summarize's without sorting everything, in O(samples): for whoever asks
/// after each sample.
std::optional<Centre> centre_of(std::span<const double> samples);

/// The rank r (from 1) of the lower end of that interval; the upper end has rank samples + 1 − r.
/// The largest r for which P(Binomial(samples, 1/2) < r) ≤ 2.5 %; none below 6 samples, where even
/// the whole range covers less. Source: David and Nagaraja, Order Statistics, 3rd edition, 7.1.
/// Costs O(√samples) multiplications.
std::optional<std::size_t> median_interval_rank(std::size_t samples);

}  // namespace scanbench
