#pragma once

#include <cstdint>
#include <optional>

#include "scan/element.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// The first cell that is wrong; index n stands for the grand total.
struct Mismatch {
  std::uint64_t index = 0;
  Scalar expected;
  Scalar got;
};

/// What the comparison of every cell with the reference found.
struct Check {
  bool ok = false;
  std::uint64_t mismatches = 0;
  std::optional<Mismatch> first_mismatch;
  double max_abs_error = 0;  ///< max |got − exact|; +inf where a cell holds no number
  double max_rel_error = 0;  ///< max |got − exact| / Σ|x| up to that cell: what `bound` bounds
  double bound = 0;          ///< the largest relative error allowed; 0: equality was demanded
};

/// Unit roundoff of an f32 addition: half a unit in the last place where it rounds to nearest, a
/// whole one where it may round either way.
inline constexpr double kNearestRoundoff = 0x1p-24;
inline constexpr double kAnyRoundoff = 0x1p-23;

/// Compares every cell and the total of `answer` with a reference computed here and apart: f64 for
/// floats, exact integers modulo 2^32 for integers. Where every sum of a contiguous range is exact
/// in the type, equality is demanded; otherwise
///     |got − exact| ≤ min(depth · roundoff, 2^−10) · Σ|x| up to that cell.
/// The cap is there because a bound that grows with n lets an f32 sum pass that has stopped
/// growing at 2^24. Source of the bound: Higham, Accuracy and Stability of Numerical Algorithms,
/// 2nd edition, section 4.2.
Check check_answer(const Values& input, const Answer& answer, Kind kind, const Depth& depth,
                   double roundoff);

/// Whether every sum of a contiguous range of these is exact: always for integers; for floats,
/// where all are multiples of one power of two and max prefix − min prefix (0 included) is at most
/// 2^24 of it.
bool sums_are_exact(const Values& input);

/// Whether the total is past what the type can hold, so that it wrapped; never for floats.
bool total_wraps(const Values& input);

}  // namespace scanbench
