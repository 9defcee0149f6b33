#include "measure/ratio.hpp"

#include <cmath>

namespace scanbench {

Ratio ratio_of_medians(const Statistics& numerator, const Statistics& denominator) {
  Ratio ratio{.value = numerator.median / denominator.median, .ci95 = std::nullopt};
  if (!numerator.ci95 || !denominator.ci95) return ratio;
  const auto above = [](const Statistics& s) { return std::log(s.ci95->second / s.median); };
  const auto below = [](const Statistics& s) { return std::log(s.median / s.ci95->first); };
  ratio.ci95 = {ratio.value * std::exp(-std::hypot(below(numerator), above(denominator))),
                ratio.value * std::exp(std::hypot(above(numerator), below(denominator)))};
  return ratio;
}

}  // namespace scanbench
