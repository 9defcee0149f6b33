#include "scan/tuning.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "scan/passes.hpp"

namespace scanbench {
namespace {

using Choices = std::vector<std::uint32_t>;

/// Powers of two from a subgroup on, up to what both this device and every GPU's scheduler takes.
Choices workgroups(const Target& target) {
  constexpr std::uint32_t kMost = 1024;
  const std::uint32_t most = std::min(kMost, target.max_workgroup);
  Choices sizes;
  for (std::uint32_t size = std::max(target.subgroup_size, 1U); size <= most; size *= 2) {
    sizes.push_back(size);
  }
  return sizes;
}

/// A GPU's invocations keep their elements in registers; a CPU's run through them, in chunks that
/// are staggered like those of the defaults.
Choices item_counts(const Request& request) {
  if (request.target.kind != DeviceKind::cpu) return {4, 8, 16, 32};
  Choices counts = {4, 16, 64, 256, 1024, 4096};
  for (std::uint32_t& items : counts) items = staggered_items(items, request.type);
  return counts;
}

/// Each cut once for every value of one more dimension.
template <typename Value>
void cross(std::vector<Cut>& cuts, std::optional<Value> Cut::*dimension,
           const std::vector<Value>& values) {
  std::vector<Cut> crossed;
  for (const Cut& cut : cuts) {
    for (const Value& value : values) crossed.emplace_back(cut).*dimension = value;
  }
  cuts = std::move(crossed);
}

/// How many times larger the larger one is.
double ratio_between(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(std::max(a, b)) / static_cast<double>(std::min(a, b));
}

}  // namespace

Request cut_as(Request request, const Cut& cut, Tuning::Source source) {
  request.workgroup = cut.workgroup;
  request.items = cut.items;
  request.tile_scan = cut.tile_scan;
  request.asked_by = source;
  return request;
}

std::optional<Cut> tuned_cut(std::span<const Tuned> tunings, std::string_view algorithm,
                             ElementType type, std::uint64_t n) {
  const Tuned* nearest = nullptr;
  for (const Tuned& tuned : tunings) {
    if (tuned.algorithm != algorithm || tuned.type != type) continue;
    if (ratio_between(tuned.n, n) > static_cast<double>(kTunedReach)) continue;
    if (nearest == nullptr || ratio_between(tuned.n, n) < ratio_between(nearest->n, n)) {
      nearest = &tuned;
    }
  }
  return nearest == nullptr ? std::nullopt : std::optional(nearest->cut);
}

std::vector<Cut> cuts_to_try(const Algorithm& algorithm, const Request& request) {
  std::vector<Cut> cuts(1);
  cross(cuts, &Cut::workgroup, workgroups(request.target));
  if (algorithm.takes_items) cross(cuts, &Cut::items, item_counts(request));
  if (algorithm.tiled) cross(cuts, &Cut::tile_scan, {TileScan::subgroup, TileScan::shared});
  // An invocation, or a work-group, for twice as many cells as there are is like one half as large.
  const std::uint64_t least = std::max(request.target.subgroup_size, 1U);
  std::erase_if(cuts, [&](const Cut& cut) {
    const std::uint64_t items = cut.items.value_or(1);
    return items >= std::max<std::uint64_t>(2 * request.n, 8) ||
           (*cut.workgroup > least && *cut.workgroup * items >= 2 * request.n);
  });
  const auto planned = [&](const Cut& cut) {
    const Tuning tuning =
        plan_scan(algorithm, cut_as(request, cut, Tuning::Source::defaults)).tuning;
    return std::tuple(tuning.workgroup, tuning.items, tuning.tile_scan);
  };
  std::erase_if(cuts, [&](const Cut& cut) {
    return refusal(algorithm, cut_as(request, cut, Tuning::Source::defaults)) ||
           planned(cut) == planned({});
  });
  cuts.insert(cuts.begin(), Cut{});
  return cuts;
}

}  // namespace scanbench
