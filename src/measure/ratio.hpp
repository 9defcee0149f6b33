#pragma once

#include <optional>
#include <utility>

#include "measure/statistics.hpp"

namespace scanbench {

/// A quotient of two medians; none stands for an interval that the samples do not give.
struct Ratio {
  double value = 1;
  std::optional<std::pair<double, double>> ci95;
};

/// The ratio of the medians of two independent samples of one unit, both medians above 0. Its 95 %
/// interval comes from theirs by the method of variance estimates recovery on logarithms: Zou and
/// Donner, Statistics in Medicine 27 (2008), 1693. None where either median has no interval.
Ratio ratio_of_medians(const Statistics& numerator, const Statistics& denominator);

}  // namespace scanbench
