#include "scan/tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "scan/passes.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kVector = 4;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

/// Mesa's software device stops a loop, silently, after 65,535 iterations, over all the loops of an
/// invocation: a spine of more vectors than this an invocation is refused.
constexpr std::uint64_t kMostSpineVectors = 16384;

std::uint64_t spine_vectors(std::uint64_t count, const Tuning& tuning) {
  return tile_count(count, tuning) * (tuning.items / kVector);
}

/// A work-group of whole subgroups, of about that many invocations.
std::uint32_t whole_subgroups(std::uint32_t wanted, const Target& target) {
  const std::uint32_t most =
      std::clamp(wanted, 1U, std::max(target.max_workgroup_by_subgroups(), 1U));
  const std::uint32_t subgroup = std::max(target.subgroup_size, 1U);
  return most >= subgroup ? most / subgroup * subgroup : most;
}

/// Whether subgroups can scan elements of that type.
bool subgroups_scan(const Request& request) {
  const bool int64 = request.type == ElementType::u64 || request.type == ElementType::i64;
  return request.target.has_subgroup_arithmetic && (!int64 || request.target.has_subgroup_int64);
}

/// Elements that an invocation of a CPU device walks: few large chunks, but enough of them for all
/// threads to share the work evenly.
std::uint32_t chunk_items(const Request& request, std::uint32_t workgroup) {
  constexpr std::uint64_t kGroupsPerThread = 8;
  constexpr std::uint64_t kLeast = 128;
  constexpr std::uint64_t kMost = 8192;
  const std::uint64_t invocations =
      std::uint64_t{workgroup} * kGroupsPerThread * request.target.threads;
  const std::uint64_t share = std::max<std::uint64_t>(request.n / invocations, 1);
  const auto items = static_cast<std::uint32_t>(std::clamp(std::bit_floor(share), kLeast, kMost));
  return staggered_items(items, request.type);
}

/// Most combines in a row in the scan over a work-group's invocations.
std::uint64_t group_depth(const Tuning& tuning, const Target& target) {
  if (tuning.tile_scan == TileScan::shared) return ceil_log2(tuning.workgroup);
  // Nothing says in which order a subgroup adds: at worst one after the other.
  return target.subgroup_size + tuning.workgroup / std::max(target.subgroup_size, 1U);
}

}  // namespace

Tuning tile_tuning(const Request& request) {
  const Target& target = request.target;
  Tuning tuning;
  tuning.blocked = target.kind == DeviceKind::cpu;
  tuning.workgroup = request.workgroup.value_or(
      whole_subgroups(tuning.blocked ? target.subgroup_size : 256, target));
  tuning.items =
      request.items.value_or(tuning.blocked ? chunk_items(request, tuning.workgroup) : 16);
  const bool by_subgroup = subgroups_scan(request) &&
                           tuning.workgroup % target.subgroup_size == 0 &&
                           tuning.workgroup <= target.max_workgroup_by_subgroups();
  tuning.tile_scan =
      request.tile_scan.value_or(by_subgroup ? TileScan::subgroup : TileScan::shared);
  if (request.workgroup || request.items || request.tile_scan) {
    tuning.source = request.asked_by;
  }
  return tuning;
}

std::uint64_t tile_cells(const Tuning& tuning) {
  return std::uint64_t{tuning.items} * (tuning.blocked ? 1 : tuning.workgroup);
}

std::uint64_t tile_count(std::uint64_t n, const Tuning& tuning) {
  return divide_up(n, tile_cells(tuning));
}

std::uint64_t group_tile_count(std::uint64_t n, const Tuning& tuning) {
  return divide_up(n, std::uint64_t{tuning.items} * tuning.workgroup);
}

std::uint64_t reduction_depth(const Tuning& tuning, const Target& target) {
  const std::uint64_t own = tuning.items / kVector + 3;
  return tuning.blocked ? own : own + group_depth(tuning, target);
}

std::uint64_t tile_scan_depth(const Tuning& tuning, const Target& target) {
  if (tuning.blocked) return tuning.items;
  // Vectors' sums, those before them in the subgroup and row by row, the group, the carry, the
  // cell.
  return 2 + target.subgroup_size + tuning.items / kVector + group_depth(tuning, target) + 2 +
         kVector;
}

std::uint64_t reduction_additions(std::uint64_t n, const Tuning& tuning) {
  return n - tile_count(n, tuning);
}

std::uint64_t tile_scan_additions(std::uint64_t n, const Tuning& tuning) {
  if (tuning.blocked) return n;
  // Striped, a vector is summed first (3), joins a chain of such sums (1; by subgroup operations
  // the scan of a row and the rows before it, 2), and takes what came of it as its start (1).
  const std::uint64_t of_vectors = tuning.tile_scan == TileScan::subgroup ? 6 : 5;
  return n + of_vectors * divide_up(n, kVector);
}

void set_tile_scan(Pass& pass, const Target& target) {
  if (pass.tuning.tile_scan == TileScan::shared) {
    pass.kernel += "_shared";
  } else {
    pass.constants.push_back({SCANBENCH_CONSTANT_SUBGROUP, target.subgroup_size});
  }
}

Tuning spine_tuning(const Request& request, std::uint64_t count) {
  Tuning tuning = tile_tuning(request);
  const Target& target = request.target;
  tuning.workgroup = whole_subgroups(tuning.blocked ? target.subgroup_size : 256, target);
  tuning.items = 16;
  tuning.blocked = false;
  const std::uint32_t most = tuning.tile_scan == TileScan::shared
                                 ? target.max_workgroup
                                 : target.max_workgroup_by_subgroups();
  while (spine_vectors(count, tuning) > kMostSpineVectors && 2 * tuning.workgroup <= most) {
    tuning.workgroup *= 2;
  }
  return tuning;
}

std::optional<std::string> spine_refusal(const Request& request) {
  const Tuning tuning = tile_tuning(request);
  const std::uint64_t count = tile_count(request.n, tuning);
  if (spine_vectors(count, spine_tuning(request, count)) > kMostSpineVectors) {
    return fmt::format(
        "{} tiles of {} elements are more than one work-group can scan: raise "
        "--items or --workgroup",
        count, tile_cells(tuning));
  }
  return std::nullopt;
}

std::optional<std::string> tile_refusal(const Request& request) {
  const Target& target = request.target;
  const Tuning tuning = tile_tuning(request);
  if (!tuning.blocked && tuning.items > kMostStripedItems) {
    return fmt::format(
        "a work-group of this device holds its tile in registers: --items at most {}",
        kMostStripedItems);
  }
  if (tuning.tile_scan == TileScan::shared) return std::nullopt;
  if (!subgroups_scan(request)) {
    return fmt::format(
        "the subgroups of this device do no arithmetic in {}: take --tile-scan shared",
        name_of(request.type));
  }
  if (tuning.workgroup % target.subgroup_size != 0) {
    return fmt::format(
        "a work-group of {} invocations is not made of whole subgroups, which have {} here: take a "
        "multiple, or --tile-scan shared",
        tuning.workgroup, target.subgroup_size);
  }
  if (tuning.workgroup > target.max_workgroup_by_subgroups()) {
    return fmt::format(
        "a work-group of this device has at most {} subgroups, {} invocations: take no more, or "
        "--tile-scan shared",
        target.max_subgroups, target.max_workgroup_by_subgroups());
  }
  if (target.counted_subgroup != 0 && target.counted_subgroup != target.subgroup_size) {
    return fmt::format(
        "the device claims subgroups of {} invocations, and {} were counted in one: take "
        "--tile-scan shared",
        target.subgroup_size, target.counted_subgroup);
  }
  return std::nullopt;
}

}  // namespace scanbench
