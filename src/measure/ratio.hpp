#pragma once

#include <optional>
#include <span>
#include <utility>

#include "measure/statistics.hpp"

namespace scanbench {

/// How many times larger one median is than another, with a 95 % confidence interval.
struct Ratio {
  double value = 1;
  std::optional<std::pair<double, double>> ci95;
};

/// The numerator's median over the denominator's. The interval joins those of the two medians by
/// MOVER on logarithms: Zou and Donner, Statistics in Medicine 27 (2008) 1693–1702, after Newcombe
/// (1998). None unless both have an interval and every number is positive. The samples of the two
/// must be independent.
/// Always finite: 0 over 0 is 1, and what lies beyond the largest double (a median over 0 is so)
/// stays at it.
Ratio ratio_of_medians(const Statistics& numerator, const Statistics& denominator);

/// The same ratio with an interval that also allows for a deviation of its logarithm which its
/// samples do not show, ± `margin`: the two margins add in squares.
Ratio widened(const Ratio& ratio, double margin);

/// The least relative difference that the samples could have shown: the half-width of the ratio's
/// interval, max(high / value − 1, 1 − low / value), between the samples at even and at odd places.
/// Samples stand in the order taken, so that a slow drift falls on both halves alike. Two whole
/// rows of as many samples see about 1 / √2 of it. None where a half has under 6 samples, where a
/// sample that bounds the interval is not positive, or where it exceeds the largest double.
std::optional<double> minimum_detectable(std::span<const double> samples_in_order);

}  // namespace scanbench
