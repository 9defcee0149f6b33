#include "scan/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

namespace scanbench {
namespace {

constexpr double kBoundCap = 0x1p-10;

/// The exponent of the lowest set bit of x ≠ 0: x is a multiple of 2 to that power and no higher.
int lowest_bit_exponent(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t exponent = bits >> 23 & 0xffU;
  const std::uint32_t fraction = bits & 0x7fffffU;
  const std::uint32_t significand = exponent == 0 ? fraction : fraction | 0x800000U;
  const int scale = static_cast<int>(std::max(exponent, 1U)) - 150;
  return scale + std::countr_zero(significand);
}

/// Collects what is wrong, cell by cell.
template <typename T>
class Comparison {
 public:
  void cell(std::uint64_t index, T got, T expected, double exact, double abs_sum, double allowed) {
    const double error = std::abs(static_cast<double>(got) - exact);
    const bool right = std::is_integral_v<T> ? got == expected : error <= allowed * abs_sum;
    // A NaN compares as unequal to everything, so it lands here too.
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

/// The running reference. For integers the exact sum modulo 2^32 is what is compared; the double
/// beside it only measures how far off a wrong cell is.
template <typename T>
struct Prefix {
  T wrapped{};
  double exact = 0;
  double abs_sum = 0;

  void add_element(T x) {
    if constexpr (std::is_integral_v<T>) {
      wrapped = add(wrapped, x);
      exact = static_cast<double>(wrapped);
    } else {
      // In f64, n = 2^28 floats sum to within 2^−25 of Σ|x|: far below any bound used here.
      exact += static_cast<double>(x);
      wrapped = static_cast<float>(exact);
    }
    abs_sum += std::abs(static_cast<double>(x));
  }
};

double allowed_error(bool equality, std::uint64_t depth, double roundoff) {
  return equality ? 0 : std::min(static_cast<double>(depth) * roundoff, kBoundCap);
}

template <typename T>
Check check_typed(const std::vector<T>& input, const std::vector<T>& cells, T total, Kind kind,
                  const Depth& depth, double roundoff, bool equality) {
  Comparison<T> comparison;
  Prefix<T> prefix;
  double bound = 0;
  for (std::uint64_t i = 0; i < input.size(); ++i) {
    if (kind == Kind::inclusive) prefix.add_element(input[i]);
    const double allowed = allowed_error(equality, depth.cells.value_or(i), roundoff);
    bound = std::max(bound, allowed);
    comparison.cell(i, cells[i], prefix.wrapped, prefix.exact, prefix.abs_sum, allowed);
    if (kind == Kind::exclusive) prefix.add_element(input[i]);
  }
  const double allowed = allowed_error(equality, depth.total, roundoff);
  comparison.cell(input.size(), total, prefix.wrapped, prefix.exact, prefix.abs_sum, allowed);
  return comparison.finish(std::max(bound, allowed));
}

}  // namespace

Check check_answer(const Values& input, const Answer& answer, Kind kind, const Depth& depth,
                   double roundoff) {
  if (size_of(answer.cells) != size_of(input) || answer.cells.index() != input.index() ||
      answer.total.index() != input.index()) {
    throw std::logic_error("an answer of another length or type than its input");
  }
  const bool equality = sums_are_exact(input);
  return std::visit(
      [&]<typename T>(const std::vector<T>& x) {
        return check_typed(x, std::get<std::vector<T>>(answer.cells), std::get<T>(answer.total),
                           kind, depth, roundoff, equality);
      },
      input);
}

bool sums_are_exact(const Values& input) {
  const auto* floats = std::get_if<std::vector<float>>(&input);
  if (floats == nullptr) return true;
  int quantum = std::numeric_limits<int>::max();
  double prefix = 0;
  double lowest = 0;
  double highest = 0;
  for (const float x : *floats) {
    if (!std::isfinite(x)) return false;
    if (x != 0) quantum = std::min(quantum, lowest_bit_exponent(x));
    prefix += static_cast<double>(x);
    lowest = std::min(lowest, prefix);
    highest = std::max(highest, prefix);
  }
  if (quantum == std::numeric_limits<int>::max()) return true;
  return highest - lowest <= std::ldexp(1.0, quantum + 24);
}

bool total_wraps(const Values& input) {
  return std::visit(
      []<typename T>(const std::vector<T>& x) {
        if constexpr (std::is_integral_v<T>) {
          // Halves: 2^47 elements of 32 bits cannot leave either.
          std::int64_t high = 0;
          std::int64_t low = 0;
          for (const T element : x) {
            high += element / 65536;
            low += element % 65536;
          }
          high += low / 65536;
          low %= 65536;
          const auto least = std::int64_t{std::numeric_limits<T>::min()};
          const auto most = std::int64_t{std::numeric_limits<T>::max()};
          return high * 65536 + low < least || high * 65536 + low > most;
        } else {
          return false;
        }
      },
      input);
}

}  // namespace scanbench
