#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scanbench {

/// What is scanned. Sums of u32 and i32 wrap modulo 2^32, on the host as on the device.
enum class ElementType : std::uint8_t { f32, u32, i32 };

/// exclusive[i] = x[0] + … + x[i − 1]; inclusive[i] adds x[i].
enum class Kind : std::uint8_t { exclusive, inclusive };

/// One element, and an array of them; the alternatives stand in ElementType's order.
using Scalar = std::variant<float, std::uint32_t, std::int32_t>;
using Values =
    std::variant<std::vector<float>, std::vector<std::uint32_t>, std::vector<std::int32_t>>;

/// What a scan gives: its n cells, and the grand total.
struct Answer {
  Values cells;
  Scalar total;
};

/// Every type with its name, in the order in which it is listed to the user.
inline constexpr std::array kElementTypes = {ElementType::f32, ElementType::u32, ElementType::i32};

std::string_view name_of(ElementType type);
std::string_view name_of(Kind kind);
std::optional<ElementType> element_type_of(std::string_view name);
std::optional<Kind> kind_of(std::string_view name);

/// Bytes of one element.
constexpr std::uint64_t element_bytes(ElementType) {
  return 4;
}

/// `count` elements of the operator's identity, which is 0 for addition.
Values make_values(ElementType type, std::size_t count);

ElementType type_of(const Values& values);
std::size_t size_of(const Values& values);
Scalar element_at(const Values& values, std::size_t index);
/// Exact, in the fewest digits that read back as the same element; "nan", "inf", "-inf".
std::string text_of(const Scalar& scalar);
std::span<const std::byte> bytes_of(const Values& values);
std::span<std::byte> bytes_of(Values& values);

/// The sum of two elements of one type: integers wrap, floats round to nearest.
template <typename T>
T add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    // By way of the unsigned type: signed overflow would be undefined.
    return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  } else {
    return a + b;
  }
}

}  // namespace scanbench
