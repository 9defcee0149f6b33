#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scan/algorithm.hpp"

namespace scanbench {

/// How a scan is told to cut its work; what is none is left to its default.
struct Cut {
  std::optional<std::uint32_t> workgroup;
  std::optional<std::uint32_t> items;
  std::optional<TileScan> tile_scan{};
  bool operator==(const Cut&) const = default;
};

/// The cut that a search has found best for one algorithm, type and n on some device.
struct Tuned {
  std::string algorithm;
  ElementType type = ElementType::f32;
  std::uint64_t n = 0;
  Cut cut;  ///< nothing in it: the default was best
};

/// The request cut so; `source` says who wants it.
Request cut_as(Request request, const Cut& cut, Tuning::Source source);

/// The cut for that n: of the tunings of this algorithm and type the one with the nearest n by
/// ratio, where that is at most `kTunedReach` times as large or as small; else none. What is best
/// for a thousand elements is not for a million.
std::optional<Cut> tuned_cut(std::span<const Tuned> tunings, std::string_view algorithm,
                             ElementType type, std::uint64_t n);
inline constexpr std::uint64_t kTunedReach = 8;

/// Every cut worth trying for that request, the default (nothing in it) first and no other that
/// comes to the same plan.
std::vector<Cut> cuts_to_try(const Algorithm& algorithm, const Request& request);

}  // namespace scanbench
