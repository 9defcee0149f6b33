#pragma once

#include <cstddef>
#include <span>

#include "measure/ratio.hpp"

namespace scanbench {

/// The ratio that several pairs of runs agree on: ratios[i] is run i of one build over run i of the
/// other, all above 0 and at least one of them. The value is their geometric mean, the interval
/// Student's paired t at 95 % on their logarithms (Box, Hunter and Hunter, Statistics for
/// Experimenters, 2nd edition, 3.2); none for one pair.
///
/// Runs differ more from one another than the samples within a run do, so each run counts once:
/// samples of several runs in one pool would pass for more evidence than they are (Kalibera and
/// Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
Ratio ratio_over_runs(std::span<const double> ratios);

/// The 97.5 % point of Student's t with at least 1 degree of freedom, within 0.0005.
double student_t975(std::size_t degrees_of_freedom);

}  // namespace scanbench
