#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scan/element.hpp"

namespace scanbench {

/// The data to scan, by name.
///   course       the course's: round_half_up(r · 16) / 8, in 0 … 2; integers: without the division
///   walk         (round_half_up(r · 16) − 8) / 8, in −1 … 1; integers: without the division
///   ones, zeros  constant
///   ramp         i + 1
///   alternating  +1, −1, +1, …
///   random       integers: the whole range; floats: uniform in [−1, 1), in steps of 2^−23
/// where r = mulberry32 / 2^32, started with the seed. Negative numbers in u32 are their two's
/// complement.
enum class Pattern : std::uint8_t { course, walk, ones, zeros, ramp, alternating, random };

inline constexpr std::array<std::string_view, 7> kPatternNames = {
    "course", "walk", "ones", "zeros", "ramp", "alternating", "random"};

std::string_view name_of(Pattern pattern);
std::optional<Pattern> pattern_of(std::string_view name);

/// Whether the seed changes the data.
bool uses_seed(Pattern pattern);

/// The course's first seed.
inline constexpr std::uint32_t kDefaultSeed = 5109;

/// The course's data as long as every sum of it is exact: up to 2^20 floats, any number of
/// integers; the walk beyond.
Pattern default_pattern(ElementType type, std::uint64_t n);

/// n elements of that pattern.
Values make_input(Pattern pattern, ElementType type, std::uint64_t n, std::uint32_t seed);

}  // namespace scanbench
