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

/// How the additions of floats were rounded: to nearest, or either way.
enum class Rounding : std::uint8_t { nearest, any };

/// Compares every cell and the total of `answer` with a reference computed here and apart, for the
/// operator, kind, initial value and depth of the plan. Equality is demanded of min and max, of
/// integers (sums modulo 2^32 or 2^64), and of floats whose sums of contiguous ranges are all exact
/// in the type. Otherwise, the exact sum being known in twice the type's digits or more,
///     |got − exact| ≤ min(depth · u, 2^14 · u₀) · Σ|x| up to that cell,
/// where u₀ is half a unit in the last place (2^−24, f64: 2^−53) and u is u₀, or twice that where
/// rounding may go either way. The cap is there because a bound that grows with n lets an f32 sum
/// pass that has stopped growing at 2^24. A NaN is never right, and −0 is 0. Source of the bound:
/// Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 4.2.
Check check_answer(const Values& input, const Answer& answer, const Plan& plan, Rounding rounding);

/// Whether every sum of a contiguous range of these is exact: always for integers; for floats,
/// where all are multiples of one power of two and max prefix − min prefix (0 included) is at most
/// 2^24 of it (f64: 2^52, one bit below what it holds, so that the prefixes can be summed in f64).
bool sums_are_exact(const Values& input, const std::optional<Scalar>& init = {});

/// Whether the sum is past what the type can hold, so that it wrapped; never for floats.
bool total_wraps(const Values& input, const std::optional<Scalar>& init = {});

}  // namespace scanbench
