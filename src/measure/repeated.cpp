#include "measure/repeated.hpp"

#include <array>
#include <cmath>

namespace scanbench {

double student_t975(std::size_t degrees_of_freedom) {
  // Fisher and Yates, Statistical Tables, table III; from 10 on the expansion in 1 / degrees is as
  // exact: Abramowitz and Stegun 26.7.5.
  constexpr std::array<double, 9> kTable = {12.706, 4.303, 3.182, 2.776, 2.571,
                                            2.447,  2.365, 2.306, 2.262};
  if (degrees_of_freedom <= kTable.size()) return kTable[degrees_of_freedom - 1];
  const double z = 1.959964;
  const auto v = static_cast<double>(degrees_of_freedom);
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

Ratio ratio_over_runs(std::span<const double> ratios) {
  const auto count = static_cast<double>(ratios.size());
  double sum = 0;
  for (const double ratio : ratios) sum += std::log(ratio);
  const double mean = sum / count;
  Ratio result{.value = std::exp(mean), .ci95 = std::nullopt};
  if (ratios.size() < 2) return result;
  double squares = 0;
  for (const double ratio : ratios) squares += std::pow(std::log(ratio) - mean, 2);
  const double half =
      student_t975(ratios.size() - 1) * std::sqrt(squares / (count - 1)) / std::sqrt(count);
  result.ci95 = {std::exp(mean - half), std::exp(mean + half)};
  return result;
}

}  // namespace scanbench
