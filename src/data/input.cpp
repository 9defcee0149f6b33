#include "data/input.hpp"

#include <algorithm>
#include <vector>

namespace scanbench {
namespace {

/// Tommy Ettinger's mulberry32, as the course has it.
class Mulberry32 {
 public:
  explicit Mulberry32(std::uint32_t seed) : state_(seed) {}

  std::uint32_t next() {
    state_ += 0x6d2b79f5U;
    std::uint32_t t = state_;
    t = (t ^ t >> 15) * (t | 1U);
    t ^= t + (t ^ t >> 7) * (t | 61U);
    return t ^ t >> 14;
  }

  /// round_half_up(r · 16) with r = next() / 2^32: an integer in 0 … 16.
  std::int32_t next_sixteenth() {
    return static_cast<std::int32_t>((std::uint64_t{next()} + (std::uint64_t{1} << 27)) >> 28);
  }

 private:
  std::uint32_t state_;
};

/// `value` as an element; floats count in steps of 1/8 where `eighths` says so.
template <typename T>
T element_of(std::int64_t value, bool eighths) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(value);
  } else {
    return static_cast<T>(value) / (eighths ? T{8} : T{1});
  }
}

template <typename T>
T random_element(Mulberry32& draws) {
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(draws.next() >> 8) * 0x1p-23F - 1.0F;
  } else if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
    return static_cast<T>(draws.next());
  } else {
    const std::uint64_t high = draws.next();
    const std::uint64_t bits = high << 32 | draws.next();
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(bits);
    } else {
      return static_cast<T>(bits >> 11) * 0x1p-52 - 1.0;
    }
  }
}

template <typename T>
void fill(std::vector<T>& values, Pattern pattern, std::uint32_t seed) {
  Mulberry32 draws(seed);
  std::int64_t i = 0;
  std::ranges::generate(values, [&]() -> T {
    const std::int64_t index = i++;
    switch (pattern) {
      case Pattern::course:
        return element_of<T>(draws.next_sixteenth(), true);
      case Pattern::walk:
        return element_of<T>(draws.next_sixteenth() - 8, true);
      case Pattern::ones:
        return T{1};
      case Pattern::zeros:
        return T{0};
      case Pattern::ramp:
        return element_of<T>(index + 1, false);
      case Pattern::alternating:
        return element_of<T>(index % 2 == 0 ? 1 : -1, false);
      case Pattern::random:
        break;
    }
    return random_element<T>(draws);
  });
}

/// The running sum of the walk and a drift, moved and turned so that the operator's identity, and
/// 0, are beyond its end.
template <typename T>
void climb(std::vector<T>& values, Op op, std::int64_t drift, std::uint32_t seed) {
  const auto walk = [&](const auto& visit) {
    Mulberry32 draws(seed);
    std::int64_t height = 0;
    for (T& value : values) visit(value, height += draws.next_sixteenth() - 8 + drift);
  };
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  walk([&](T&, std::int64_t height) {
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  });
  walk([&](T& value, std::int64_t height) {
    if (op == Op::min) {
      value = static_cast<T>(highest + 1 - height);
    } else {
      value = static_cast<T>(std::is_unsigned_v<T> ? height - lowest + 1 : height - highest - 1);
    }
  });
}

}  // namespace

std::string_view name_of(Pattern pattern) {
  return kPatternNames[static_cast<std::size_t>(pattern)];
}

std::optional<Pattern> pattern_of(std::string_view name) {
  const auto* const found = std::ranges::find(kPatternNames, name);
  if (found == kPatternNames.end()) return std::nullopt;
  return static_cast<Pattern>(found - kPatternNames.begin());
}

bool uses_seed(Pattern pattern) {
  return pattern == Pattern::course || pattern == Pattern::walk || pattern == Pattern::random;
}

Pattern default_pattern(ElementType type, std::uint64_t n) {
  constexpr std::uint64_t kExactFloats = std::uint64_t{1} << 20;
  return is_float(type) && n > kExactFloats ? Pattern::walk : Pattern::course;
}

Values make_input(Pattern pattern, ElementType type, std::uint64_t n, std::uint32_t seed) {
  Values values = make_values(type, n);
  std::visit([&](auto& v) { fill(v, pattern, seed); }, values);
  return values;
}

std::size_t verifying_inputs(Op op) {
  return op == Op::add ? 1 : 2;
}

Values make_verifying_input(std::size_t index, Op op, ElementType type, std::uint64_t n,
                            std::uint32_t seed) {
  if (op == Op::add) return make_input(Pattern::walk, type, n, seed);
  Values values = make_values(type, n);
  std::visit([&](auto& v) { climb(v, op, index == 0 ? 1 : -1, seed); }, values);
  return values;
}

}  // namespace scanbench
