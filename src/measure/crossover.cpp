#include "measure/crossover.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scanbench {
namespace {

constexpr double kNarrow = 1.02;

/// The geometric mean, strictly between the two; 0 where there is nothing between.
std::uint64_t between(std::uint64_t low, std::uint64_t high) {
  if (high - low < 2) return 0;
  const double mean = std::sqrt(static_cast<double>(low) * static_cast<double>(high));
  const auto n = static_cast<std::uint64_t>(std::llround(mean));
  return std::min(std::max(n, low + 1), high - 1);
}

}  // namespace

std::string_view name_of(CrossoverOutcome outcome) {
  constexpr std::array<std::string_view, 3> kNames = {"found", "none", "unclear"};
  return kNames[static_cast<std::size_t>(outcome)];
}

Faster faster_of(const Ratio& ratio) {
  if (!ratio.ci95) return Faster::unknown;
  if (ratio.ci95->second < 1) return Faster::first;
  return ratio.ci95->first > 1 ? Faster::second : Faster::unknown;
}

Crossover find_crossover(std::uint64_t low, std::uint64_t high,
                         const std::function<Ratio(std::uint64_t n)>& measure) {
  Crossover found;
  const auto duel = [&](std::uint64_t n) {
    return faster_of(found.duels.emplace_back(Duel{n, measure(n)}).ratio);
  };
  found.low = low;
  found.high = high;
  found.at_low = duel(low);
  const Faster at_high = duel(high);
  if (found.at_low == Faster::unknown || at_high == Faster::unknown) return found;
  if (found.at_low == at_high) {
    found.outcome = CrossoverOutcome::none;
    return found;
  }
  found.outcome = CrossoverOutcome::found;
  for (;;) {
    found.narrowed = static_cast<double>(found.high) <= kNarrow * static_cast<double>(found.low);
    const std::uint64_t middle = between(found.low, found.high);
    if (found.narrowed || middle == 0) break;
    const Faster at_middle = duel(middle);
    if (at_middle == Faster::unknown) return found;
    (at_middle == found.at_low ? found.low : found.high) = middle;
  }
  found.narrowed = true;
  return found;
}

}  // namespace scanbench
