#pragma once

#include <optional>
#include <string>

#include "measure/result.hpp"

namespace scanbench {

/// Whether a row claims to be more than a tenth faster than a copy of the same bytes, which no scan
/// can be: then one of the two times is not what it seems. None where there is no copy to compare.
std::optional<bool> is_suspect(const Row& row);

/// The row's time over its launch floor; none where either is unknown.
std::optional<double> times_the_floor(const Row& row);

/// What the device could do at best beside what the row did, for a reader: a line for each ceiling
/// that is known, the yardsticks, and what limits the row. Empty where nothing is known.
std::string ceiling_lines(const Row& row);

}  // namespace scanbench
