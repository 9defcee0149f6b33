#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace scanbench {

/// What is scanned. Sums of integers wrap modulo 2^32 or 2^64, on the host as on the device.
enum class ElementType : std::uint8_t { f32, u32, i32, f64, u64, i64 };

/// What combines two elements: associative, with an identity.
enum class Op : std::uint8_t { add, min, max };

/// exclusive[i] = x[0] + … + x[i − 1], with the operator for +; inclusive[i] adds x[i].
/// exclusive[0] is the operator's identity.
enum class Kind : std::uint8_t { exclusive, inclusive };

/// One element, and an array of them; the alternatives stand in ElementType's order.
using Scalar =
    std::variant<float, std::uint32_t, std::int32_t, double, std::uint64_t, std::int64_t>;
using Values =
    std::variant<std::vector<float>, std::vector<std::uint32_t>, std::vector<std::int32_t>,
                 std::vector<double>, std::vector<std::uint64_t>, std::vector<std::int64_t>>;

/// What a scan gives: its n cells, and the grand total.
struct Answer {
  Values cells;
  Scalar total;
};

/// Every type and operator, in the order in which they are listed to the user.
inline constexpr std::array kElementTypes = {ElementType::f32, ElementType::u32, ElementType::i32,
                                             ElementType::f64, ElementType::u64, ElementType::i64};
inline constexpr std::array kOps = {Op::add, Op::min, Op::max};

std::string_view name_of(ElementType type);
std::string_view name_of(Op op);
std::string_view name_of(Kind kind);
std::optional<ElementType> element_type_of(std::string_view name);
std::optional<Op> op_of(std::string_view name);
std::optional<Kind> kind_of(std::string_view name);

constexpr bool is_float(ElementType type) {
  return type == ElementType::f32 || type == ElementType::f64;
}

/// Bytes of one element.
constexpr std::uint64_t element_bytes(ElementType type) {
  const bool is_wide =
      type == ElementType::f64 || type == ElementType::u64 || type == ElementType::i64;
  return is_wide ? 8 : 4;
}

/// `count` zeros.
Values make_values(ElementType type, std::size_t count);
/// `count` elements of the operator's identity.
Values make_identities(ElementType type, Op op, std::size_t count);

ElementType type_of(const Values& values);
std::size_t size_of(const Values& values);
Scalar element_at(const Values& values, std::size_t index);
/// Exact, in the fewest digits that read back as the same element; "nan", "inf", "-inf".
std::string text_of(const Scalar& scalar);
std::span<const std::byte> bytes_of(const Values& values);
std::span<std::byte> bytes_of(Values& values);

/// 0 for addition; for min and max the infinities, or what an integer type holds at most and least.
template <typename T>
T identity_of(Op op) {
  using Limits = std::numeric_limits<T>;
  if (op == Op::add) return T{0};
  if constexpr (std::is_integral_v<T>) {
    return op == Op::min ? Limits::max() : Limits::lowest();
  } else {
    return op == Op::min ? Limits::infinity() : -Limits::infinity();
  }
}

/// Two elements of one type combined. Sums of integers wrap, those of floats round to nearest; of a
/// number and a NaN either may be the least and the most.
template <typename T>
T combine(Op op, T a, T b) {
  if (op == Op::min) return b < a ? b : a;
  if (op == Op::max) return a < b ? b : a;
  if constexpr (std::is_integral_v<T>) {
    // By way of the unsigned type: signed overflow would be undefined.
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

/// Whether two elements are the same bit by bit: a NaN is, and −0 and 0 are not.
template <typename T>
bool same_bits(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

/// What outputs are filled with before a run, by turns, so that a cell nobody writes cannot pass
/// for right: as floats of either width these words are NaNs, and an integer may be one of them,
/// but not both.
inline constexpr std::array<std::uint32_t, 2> kPoisons = {0xffffdeadU, 0x7fffbeefU};

}  // namespace scanbench
