#include "measure/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace scanbench {
namespace {

/// Distances from the logarithm of a value to the ends of its interval; none is negative.
struct Margins {
  double below = 0;
  double above = 0;
};

double held_finite(double value) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return std::clamp(value, -kLargest, kLargest);
}

std::optional<Margins> log_margins(double median,
                                   const std::optional<std::pair<double, double>>& ci95) {
  // The median lies between the ends: with the lower one all three are positive.
  if (!ci95 || ci95->first <= 0) return std::nullopt;
  return Margins{std::log(median) - std::log(ci95->first),
                 std::log(ci95->second) - std::log(median)};
}

/// A ratio is high where its numerator is high and its denominator low, and the other way round.
std::optional<Margins> ratio_margins(const Statistics& numerator, const Statistics& denominator) {
  const auto top = log_margins(numerator.median, numerator.ci95);
  const auto bottom = log_margins(denominator.median, denominator.ci95);
  if (!top || !bottom) return std::nullopt;
  return Margins{std::hypot(top->below, bottom->above), std::hypot(top->above, bottom->below)};
}

}  // namespace

Ratio ratio_of_medians(const Statistics& numerator, const Statistics& denominator) {
  if (denominator.median == 0) {
    return {numerator.median == 0 ? 1 : std::numeric_limits<double>::max(), std::nullopt};
  }
  Ratio ratio{held_finite(numerator.median / denominator.median), std::nullopt};
  if (const auto margins = ratio_margins(numerator, denominator)) {
    const double logarithm = std::log(numerator.median) - std::log(denominator.median);
    ratio.ci95 = {held_finite(std::exp(logarithm - margins->below)),
                  held_finite(std::exp(logarithm + margins->above))};
  }
  return ratio;
}

Ratio widened(const Ratio& ratio, double margin) {
  Ratio result = ratio;
  if (!ratio.ci95 || ratio.value <= 0 || ratio.ci95->first <= 0) return result;
  const double below = std::hypot(std::log(ratio.value / ratio.ci95->first), margin);
  const double above = std::hypot(std::log(ratio.ci95->second / ratio.value), margin);
  result.ci95 = {ratio.value * std::exp(-below), held_finite(ratio.value * std::exp(above))};
  return result;
}

std::optional<double> minimum_detectable(std::span<const double> samples_in_order) {
  std::vector<double> halves[2];
  for (std::size_t i = 0; i < samples_in_order.size(); ++i) {
    halves[i % 2].push_back(samples_in_order[i]);
  }
  const auto even = summarize(halves[0]);
  const auto odd = summarize(halves[1]);
  if (!even || !odd) return std::nullopt;
  const auto margins = ratio_margins(*even, *odd);
  if (!margins) return std::nullopt;
  const double width = std::max(std::expm1(margins->above), -std::expm1(-margins->below));
  if (!std::isfinite(width)) return std::nullopt;
  return width;
}

}  // namespace scanbench
