#pragma once

#include <optional>
#include <span>

#include "measure/result.hpp"

namespace scanbench {

/// Whether the samples of a row suffice; they stand in the order taken, and this is asked after
/// each. `precision` is relative: 0.01 for 1 %.
/// - StoppedBy::precision: at least 11 samples, and the 95 % interval of their median lies within
///   median × (1 ± precision). Below 11 the interval hangs on the very smallest and largest sample.
/// - StoppedBy::settled: more samples no longer narrow it. Asked at 128, 256, … samples: the
///   interval, relative to the median, is wider than 0.7 times that of the first quarter of them.
///   Independent samples would bring it to 0.5 times. (Asked from 32 on, of the first half, it
///   stopped every other row by chance.)
/// - none: go on.
/// Costs O(samples).
std::optional<StoppedBy> enough(std::span<const double> samples_in_order, double precision);

}  // namespace scanbench
