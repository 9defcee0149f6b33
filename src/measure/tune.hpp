#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/ratio.hpp"
#include "measure/runner.hpp"

namespace scanbench {

/// One cut in a search, as the last heat that it ran in has found it.
struct Candidate {
  Cut cut;  ///< nothing in it: the default
  Row row;
  std::uint32_t heats = 0;  ///< in which it ran

  bool is_default() const { return cut == Cut{}; }
};

/// A finished search for the best cut of one algorithm at one n.
struct Search {
  std::vector<Candidate> candidates;  ///< the winner first, then those that went furthest
  bool any_right = false;             ///< otherwise there is no winner
  /// The default's median over that of the fastest other, in the last heat, of as many samples as
  /// a run takes; none where either is wrong or could not run.
  std::optional<Ratio> gain;

  const Candidate* winner() const { return any_right ? &candidates.front() : nullptr; }
};

/// Measures these cuts together: a row each, in that order.
using Heat = std::function<std::vector<Row>(std::span<const Cut> cuts)>;

/// Successive halving (Karnin, Koren and Somekh, ICML 2013; Jamieson and Talwalkar, AISTATS 2016):
/// all cuts run a heat, the faster half of them runs the next, and so on to the last
/// `kFinalists`. Out is, too, whose interval lies wholly above the fastest one's, and who is wrong
/// in any heat. The default, the first of `cuts`, runs in every heat. The fastest finalist wins, if
/// the intervals of the last heat tell it from the default; else the default does.
Search search_cuts(std::span<const Cut> cuts, const Heat& heat);
inline constexpr std::size_t kFinalists = 3;

/// What of --max-time a candidate gets in a heat of so many: every heat takes about as long as the
/// last one.
double heat_time_s(double max_time_s, std::size_t candidates);

}  // namespace scanbench
