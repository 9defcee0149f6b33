#include "scan/element.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace scanbench {
namespace {

constexpr std::array<std::string_view, 6> kTypeNames = {"f32", "u32", "i32", "f64", "u64", "i64"};
constexpr std::array<std::string_view, 3> kOpNames = {"add", "min", "max"};
constexpr std::array<std::string_view, 2> kKindNames = {"exclusive", "inclusive"};

template <typename Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(ElementType type) {
  return kTypeNames[static_cast<std::size_t>(type)];
}
std::string_view name_of(Op op) {
  return kOpNames[static_cast<std::size_t>(op)];
}
std::string_view name_of(Kind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<ElementType> element_type_of(std::string_view name) {
  return find_name<ElementType>(kTypeNames, name);
}
std::optional<Op> op_of(std::string_view name) {
  return find_name<Op>(kOpNames, name);
}
std::optional<Kind> kind_of(std::string_view name) {
  return find_name<Kind>(kKindNames, name);
}

Values make_values(ElementType type, std::size_t count) {
  switch (type) {
    case ElementType::f32:
      return std::vector<float>(count);
    case ElementType::u32:
      return std::vector<std::uint32_t>(count);
    case ElementType::i32:
      return std::vector<std::int32_t>(count);
    case ElementType::f64:
      return std::vector<double>(count);
    case ElementType::u64:
      return std::vector<std::uint64_t>(count);
    case ElementType::i64:
      break;
  }
  return std::vector<std::int64_t>(count);
}

Values make_identities(ElementType type, Op op, std::size_t count) {
  Values values = make_values(type, count);
  std::visit([op]<typename T>(std::vector<T>& v) { std::ranges::fill(v, identity_of<T>(op)); },
             values);
  return values;
}

ElementType type_of(const Values& values) {
  return static_cast<ElementType>(values.index());
}

std::size_t size_of(const Values& values) {
  return std::visit([](const auto& v) { return v.size(); }, values);
}

Scalar element_at(const Values& values, std::size_t index) {
  return std::visit([index](const auto& v) { return Scalar{v.at(index)}; }, values);
}

std::string text_of(const Scalar& scalar) {
  return std::visit(
      [](auto value) {
        if (std::isnan(static_cast<double>(value))) return std::string("nan");
        std::array<char, 64> text{};
        const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
        return std::string(text.data(), end);
      },
      scalar);
}

std::span<const std::byte> bytes_of(const Values& values) {
  return std::visit([](const auto& v) { return std::as_bytes(std::span(v)); }, values);
}

std::span<std::byte> bytes_of(Values& values) {
  return std::visit([](auto& v) { return std::as_writable_bytes(std::span(v)); }, values);
}

}  // namespace scanbench
