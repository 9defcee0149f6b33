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
  constexpr std::array<std::string_view, 4> kNames = {"found", "none", "unclear", "stopped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

Faster faster_of(const Ratio& ratio) {
  if (!ratio.ci95) return Faster::unknown;
  if (ratio.ci95->second < 1) return Faster::first;
  return ratio.ci95->first > 1 ? Faster::second : Faster::unknown;
}

void find_crossover(std::uint64_t low, std::uint64_t high,
                    const std::function<std::optional<Ratio>(std::uint64_t n)>& measure,
                    Crossover& found) {
  const auto duel = [&](std::uint64_t n) -> std::optional<Faster> {
    const std::optional<Ratio> ratio = measure(n);
    if (!ratio) return std::nullopt;
    return faster_of(found.duels.emplace_back(Duel{n, *ratio}).ratio);
  };
  found = {};
  found.low = low;
  found.high = high;
  const auto at_low = duel(low);
  const auto at_high = at_low ? duel(high) : std::nullopt;
  if (!at_high) return;
  found.at_low = *at_low;
  if (at_low == Faster::unknown || at_high == Faster::unknown || at_low == at_high) {
    const bool same = at_low == at_high && at_low != Faster::unknown;
    found.outcome = same ? CrossoverOutcome::none : CrossoverOutcome::unclear;
    return;
  }
  for (;;) {
    found.narrowed = static_cast<double>(found.high) <= kNarrow * static_cast<double>(found.low);
    const std::uint64_t middle = between(found.low, found.high);
    if (found.narrowed || middle == 0) break;
    const auto at_middle = duel(middle);
    if (!at_middle) return;
    if (at_middle == Faster::unknown) {
      found.outcome = CrossoverOutcome::found;
      return;
    }
    (at_middle == at_low ? found.low : found.high) = middle;
  }
  found.outcome = CrossoverOutcome::found;
  found.narrowed = true;
}

}  // namespace scanbench
