#include "scan/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace scanbench {
namespace {

/// The exponent of the lowest set bit of x ≠ 0: x is a multiple of 2 to that power and no higher.
int lowest_bit_exponent(double x) {
  constexpr int kFractionBits = 52;
  constexpr std::uint64_t kHidden = std::uint64_t{1} << kFractionBits;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t exponent = bits >> kFractionBits & 0x7ffU;
  const std::uint64_t fraction = bits & (kHidden - 1);
  const std::uint64_t significand = exponent == 0 ? fraction : fraction | kHidden;
  const int scale = static_cast<int>(std::max(exponent, std::uint64_t{1})) - 1075;
  return scale + std::countr_zero(significand);
}

/// Collects what is wrong, cell by cell.
template <typename T>
class Comparison {
 public:
  void cell(std::uint64_t index, T got, T expected, bool right, double error, double abs_sum) {
    if (!right) {
      if (check_.mismatches == 0) check_.first_mismatch = Mismatch{index, expected, got};
      ++check_.mismatches;
    }
    note_error(std::isnan(error) ? std::numeric_limits<double>::infinity() : error, abs_sum);
  }

  Check finish(double bound) {
    check_.ok = check_.mismatches == 0;
    check_.bound = bound;
    return check_;
  }

 private:
  void note_error(double error, double abs_sum) {
    if (error == 0) return;
    check_.max_abs_error = std::max(check_.max_abs_error, error);
    check_.max_rel_error = std::max(check_.max_rel_error, error / abs_sum);
  }

  Check check_;
};

/// The running reference. Sums of floats are pairs of f64: `low` holds what the additions to `high`
/// have lost (Neumaier's compensated sum).
template <typename T>
class Prefix {
 public:
  explicit Prefix(Op op) : op_(op), value_(identity_of<T>(op)) {}

  void add_element(T x) {
    abs_sum_ += std::abs(static_cast<double>(x));
    if (std::is_integral_v<T> || op_ != Op::add) {
      value_ = combine(op_, value_, x);
      return;
    }
    // Knuth's two-sum: what the rounded sum lacks is itself a number.
    const auto wide = static_cast<double>(x);
    const double sum = high_ + wide;
    const double part = sum - high_;
    low_ += (high_ - (sum - part)) + (wide - part);
    high_ = sum;
    value_ = static_cast<T>(high_ + low_);
    if constexpr (std::is_same_v<T, double>) {
      // `low` is kept below a unit of `high`: n sums are then within n · 2^−105 of Σ|x|. For f32 it
      // may grow, to n² · 2^−106.
      low_ -= value_ - high_;
      high_ = value_;
    }
  }

  T value() const { return value_; }
  double abs_sum() const { return abs_sum_; }

  /// How far off a cell is that is not equal. Of integers, min and max only a measure.
  double error_of(T got) const {
    if (got == value_ && (std::is_integral_v<T> || op_ != Op::add)) return 0;
    const auto wide = static_cast<double>(got);
    if (std::is_integral_v<T> || op_ != Op::add) {
      return std::abs(wide - static_cast<double>(value_));
    }
    return std::abs((wide - high_) - low_);
  }

 private:
  Op op_;
  T value_;
  double high_ = 0;
  double low_ = 0;
  double abs_sum_ = 0;
};

/// What a plan's sums may be off by, relative to Σ|x|.
class Bound {
 public:
  Bound(ElementType type, Rounding rounding, bool equality) {
    if (equality) return;
    constexpr double kMostRoundoffs = 0x1p14;
    const double nearest = type == ElementType::f32 ? 0x1p-24 : 0x1p-53;
    roundoff_ = rounding == Rounding::nearest ? nearest : 2 * nearest;
    cap_ = kMostRoundoffs * nearest;
  }
  double at(std::uint64_t depth) const {
    return std::min(static_cast<double>(depth) * roundoff_, cap_);
  }

 private:
  double roundoff_ = 0;
  double cap_ = 0;
};

template <typename T>
Check check_typed(const std::vector<T>& input, const std::vector<T>& cells, T total,
                  const Plan& plan, const Bound& bound, bool equality) {
  Comparison<T> comparison;
  Prefix<T> prefix(plan.op);
  if (plan.init) prefix.add_element(std::get<T>(*plan.init));
  double largest = 0;
  const auto check_cell = [&](std::uint64_t index, T got, std::uint64_t depth) {
    const double allowed = bound.at(depth);
    largest = std::max(largest, allowed);
    const double error = prefix.error_of(got);
    // A NaN compares as unequal to everything, its error as no less than anything.
    const bool right = equality ? got == prefix.value() : error <= allowed * prefix.abs_sum();
    comparison.cell(index, got, prefix.value(), right, error, prefix.abs_sum());
  };
  for (std::uint64_t i = 0; i < input.size(); ++i) {
    if (plan.kind == Kind::inclusive) prefix.add_element(input[i]);
    check_cell(i, cells[i], plan.depth.cells.value_or(i));
    if (plan.kind == Kind::exclusive) prefix.add_element(input[i]);
  }
  check_cell(input.size(), total, plan.depth.total);
  return comparison.finish(largest);
}

template <typename T>
bool float_sums_are_exact(const std::vector<T>& x, const std::optional<Scalar>& init) {
  constexpr int kBits = std::is_same_v<T, float> ? 24 : 52;
  int quantum = std::numeric_limits<int>::max();
  double prefix = 0;
  double lowest = 0;
  double highest = 0;
  const auto add_element = [&](T element) {
    if (!std::isfinite(element)) return false;
    if (element != 0) quantum = std::min(quantum, lowest_bit_exponent(element));
    prefix += static_cast<double>(element);
    lowest = std::min(lowest, prefix);
    highest = std::max(highest, prefix);
    return true;
  };
  if (init && !add_element(std::get<T>(*init))) return false;
  if (!std::ranges::all_of(x, add_element)) return false;
  if (quantum == std::numeric_limits<int>::max()) return true;
  return highest - lowest <= std::ldexp(1.0, quantum + kBits);
}

}  // namespace

Check check_answer(const Values& input, const Answer& answer, const Plan& plan, Rounding rounding) {
  if (size_of(answer.cells) != size_of(input) || answer.cells.index() != input.index() ||
      answer.total.index() != input.index()) {
    throw std::logic_error("an answer of another length or type than its input");
  }
  const bool equality = plan.op != Op::add || sums_are_exact(input, plan.init);
  const Bound bound(type_of(input), rounding, equality);
  return std::visit(
      [&]<typename T>(const std::vector<T>& x) {
        return check_typed(x, std::get<std::vector<T>>(answer.cells), std::get<T>(answer.total),
                           plan, bound, equality);
      },
      input);
}

bool sums_are_exact(const Values& input, const std::optional<Scalar>& init) {
  return std::visit(
      [&]<typename T>(const std::vector<T>& x) {
        if constexpr (std::is_integral_v<T>) {
          return true;
        } else {
          return float_sums_are_exact(x, init);
        }
      },
      input);
}

bool total_wraps(const Values& input, const std::optional<Scalar>& init) {
  return std::visit(
      [&]<typename T>(const std::vector<T>& x) {
        if constexpr (std::is_integral_v<T>) {
          // The exact sum in 128 bits, in two's complement: a high and a low half.
          std::uint64_t low = 0;
          std::int64_t high = 0;
          const auto add_element = [&](T element) {
            const auto word = static_cast<std::uint64_t>(element);
            low += word;
            high += (low < word ? 1 : 0) - (element < 0 ? 1 : 0);
          };
          if (init) add_element(std::get<T>(*init));
          std::ranges::for_each(x, add_element);
          using Limits = std::numeric_limits<T>;
          if constexpr (std::is_unsigned_v<T>) {
            return high != 0 || low > Limits::max();
          } else {
            const auto total = static_cast<std::int64_t>(low);
            return high != (total < 0 ? -1 : 0) || total < Limits::min() || total > Limits::max();
          }
        } else {
          return false;
        }
      },
      input);
}

}  // namespace scanbench
