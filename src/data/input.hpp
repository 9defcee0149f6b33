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
///   random       integers: the whole range; floats: uniform in [−1, 1), in steps of 2^−23 (f64:
///                2^−52)
/// where r = mulberry32 / 2^32, started with the seed. Negative numbers in u32 and u64 are their
/// two's complement.
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
/// integers; the walk beyond. f64 as f32, so that the two scan the same.
Pattern default_pattern(ElementType type, std::uint64_t n);

/// n elements of that pattern.
Values make_input(Pattern pattern, ElementType type, std::uint64_t n, std::uint32_t seed);

/// How many inputs an algorithm is verified with before it is timed: one for sums, two for min and
/// max, where no single one shows every fault.
std::size_t verifying_inputs(Op op);

/// The verifying input of that index, n elements.
///
/// For sums it is the walk: any element that is dropped, doubled or misplaced changes every later
/// sum by its own value, and the sums stay small enough to be exact in any order.
///
/// For min and max an element shows only where it beats all before it, and a carry only where it
/// beats the cells it is carried to. These are two slow climbs, the running sums of the walk's
/// integers (−8 … 8) and a drift of one a step:
///   0, towards the operator's end: every few dozen elements a new extreme, so that a tile that is
///      dropped, late or early shows in the next one's first cells, two in three times;
///   1, away from it: every cell's extreme lies near the start, so that a carry that is lost on its
///      way shows however far it had to go.
/// All are on the side of 0 where 0 itself would win (unsigned: above 0), so that padding and
/// clearing with 0 in the identity's stead shows too.
Values make_verifying_input(std::size_t index, Op op, ElementType type, std::uint64_t n,
                            std::uint32_t seed);

}  // namespace scanbench
