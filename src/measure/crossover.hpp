#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "measure/ratio.hpp"

namespace scanbench {

/// Two algorithms measured together at one n: the first's time over the second's.
struct Duel {
  std::uint64_t n = 0;
  Ratio ratio;
};

/// Which of two is faster, as far as the interval of their ratio tells.
enum class Faster : std::uint8_t { first, second, unknown };
Faster faster_of(const Ratio& ratio);

/// found: which is faster changes between `low` and `high`; none: the same one is faster at both
/// ends of the range; unclear: at an end of the range the interval leaves it open; stopped: a size
/// could not be measured.
enum class CrossoverOutcome : std::uint8_t { found, none, unclear, stopped };
std::string_view name_of(CrossoverOutcome outcome);

struct Crossover {
  CrossoverOutcome outcome = CrossoverOutcome::stopped;
  std::uint64_t low = 0;   ///< the largest n measured before the change
  std::uint64_t high = 0;  ///< the smallest n measured after it
  Faster at_low = Faster::unknown;
  bool narrowed = false;    ///< to within 2 %; otherwise the intervals overlap in between
  std::vector<Duel> duels;  ///< in the order measured
};

/// Narrows down where one of two overtakes the other, by bisection on a logarithmic scale of n. It
/// ends within 2 % of n, or earlier where the intervals no longer tell them apart: then the change
/// is somewhere between the two sizes that do. Assumes one change in the range. `found` is filled
/// in as the search goes on; where `measure` gives none it ends, stopped.
void find_crossover(std::uint64_t low, std::uint64_t high,
                    const std::function<std::optional<Ratio>(std::uint64_t n)>& measure,
                    Crossover& found);

}  // namespace scanbench
