#pragma once

#include <string>

#include "interface.h"
#include "scan/algorithm.hpp"

namespace scanbench {

/// How scans by tiles are cut. On a CPU device the tile is an invocation's: it walks a contiguous
/// chunk, and work-groups are subgroups, without a barrier. Elsewhere the tile is a work-group's,
/// striped over its subgroups and held in registers.
Tuning tile_tuning(const Request& request);

/// Elements an invocation at most, where a work-group holds its tile in registers.
inline constexpr std::uint32_t kMostStripedItems = 64;

/// Cells of a tile, and tiles that n cells make.
std::uint64_t tile_cells(const Tuning& tuning);
std::uint64_t tile_count(std::uint64_t n, const Tuning& tuning);

/// Work-groups that n cells make, each with one tile or with a chunk for each of its invocations.
std::uint64_t group_tile_count(std::uint64_t n, const Tuning& tuning);

/// Most combines on the way from any cell to its tile's sum, and to any cell of its tile's scan.
std::uint64_t reduction_depth(const Tuning& tuning, const Target& target);
std::uint64_t tile_scan_depth(const Tuning& tuning, const Target& target);

/// Combines in the reduction of n cells by tiles, and in their scan. Left out is what a work-group
/// does on one sum an invocation, which depends on how it scans them.
std::uint64_t reduction_additions(std::uint64_t n, const Tuning& tuning);
std::uint64_t tile_scan_additions(std::uint64_t n, const Tuning& tuning);

/// Gives a pass the module of its tile scan (by subgroups or by shared memory), for kernels built
/// both ways.
void set_tile_scan(Pass& pass, const Target& target);

/// The cut of the one work-group that scans `count` sums, a tile after the other.
Tuning spine_tuning(const Request& request, std::uint64_t count);

/// Why this target cannot scan tiles as asked, if so.
std::optional<std::string> tile_refusal(const Request& request);

/// Why one work-group cannot scan the sums of the tiles, if so.
std::optional<std::string> spine_refusal(const Request& request);

}  // namespace scanbench
