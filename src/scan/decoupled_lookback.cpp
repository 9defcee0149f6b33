#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scan/passes.hpp"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

/// Rounds that a look-back waits before it combines a missing tile itself: about as long as that
/// takes, so that waiting costs at most twice the better choice.
constexpr std::uint32_t kSpins = 64;

/// Invocations that look back for their work-group.
std::uint64_t lookers(const Tuning& tuning, const Target& target) {
  return tuning.tile_scan == TileScan::subgroup ? target.subgroup_size : 1;
}

/// Iterations of all loops of an invocation at worst, on a CPU device: over its own chunk twice,
/// and over each tile that it may find missing. Those are the ones at work on the other threads.
std::uint64_t most_iterations(const Request& request, const Tuning& tuning) {
  constexpr std::uint64_t kReducedAnIteration = 16;  // elements
  constexpr std::uint64_t kScannedAnIteration = 4;
  constexpr std::uint64_t kIterationsARound = 5;  // its own, and one a word of a slot
  const std::uint64_t reduced = tuning.items / kReducedAnIteration + 4;
  const std::uint64_t scanned = tuning.items / kScannedAnIteration + 1;
  const std::uint64_t tile = reduced * tuning.workgroup / lookers(tuning, request.target);
  const std::uint64_t before = group_tile_count(request.n, tuning) - 1;
  return reduced + scanned + kIterationsARound * kSpins +
         std::min<std::uint64_t>(before, request.target.threads) * tile;
}

/// Mesa's software device stops an invocation's loops, silently, after 65,535 iterations.
constexpr std::uint64_t kMostIterations = 49152;

Tuning tuning_of(const Request& request) {
  Tuning tuning = tile_tuning(request);
  if (!tuning.blocked || request.items) return tuning;
  while (tuning.items > 4 && most_iterations(request, tuning) > kMostIterations) {
    tuning.items = tuning.items / 8 * 4;
  }
  return tuning;
}

std::optional<std::string> refuses(const Request& request) {
  if (!request.target.has_device_scope) {
    return "its work-groups talk within a pass, and this device does not say what they then see "
           "(vulkanMemoryModel, vulkanMemoryModelDeviceScope): take reduce-then-scan";
  }
  const Tuning tuning = tuning_of(request);
  if (tuning.blocked && most_iterations(request, tuning) > kMostIterations) {
    return fmt::format(
        "a software device may cut loops short, and {} elements an invocation are "
        "too many for it: lower --items",
        tuning.items);
  }
  return std::nullopt;
}

/// How the n cells are cut where one dispatch cannot bind them all: into scans of their own, each
/// of which starts from the total of the one before. So whatever a work-group has to look at is
/// bound.
struct Links {
  std::uint64_t cells = 0;  ///< of each but the last
  std::uint64_t count = 0;
};

Links links_of(const Plan& plan) {
  const std::uint64_t bindable = plan.target.max_storage_range_bytes / kWindowAlignment;
  Links links;
  links.cells = std::min(
      plan.n, std::max<std::uint64_t>(bindable, 1) * kWindowAlignment / element_bytes(plan.type));
  links.count = (plan.n + links.cells - 1) / links.cells;
  return links;
}

/// A slot has a word for each half word of a tile's value.
std::uint64_t slots_bytes(const Plan& plan, std::uint64_t n) {
  return group_tile_count(n, plan.tuning) * 2 * element_bytes(plan.type);
}

std::string numbered(std::string_view name, const Links& links, std::uint64_t i) {
  return links.count == 1 ? std::string(name) : fmt::format("{} {}", name, i + 1);
}

Pass clear_pass(const Request& request, const Plan& plan, const Links& links, std::uint64_t i) {
  Request words = request;
  words.n = plan.state_bytes / sizeof(std::uint32_t);
  Pass pass =
      kernel_pass(words, cells_tuning(words), words.n, "clear", numbered("clear", links, i));
  pass.variant = "u32";
  pass.bindings = {{SCANBENCH_BINDING_DESTINATION, Role::state, true}};
  pass.bytes_moved = slots_bytes(plan, links.cells);
  return pass;
}

Pass scan_pass(const Request& request, const Plan& plan, const Links& links, std::uint64_t i) {
  const std::uint64_t width = element_bytes(plan.type);
  const std::uint64_t n = std::min(links.cells, plan.n - i * links.cells);
  Pass pass =
      kernel_pass(request, plan.tuning, n, "decoupled_lookback", numbered("scan", links, i));
  set_tile_scan(pass, request.target);
  pass.constants.push_back(
      {SCANBENCH_CONSTANT_INCLUSIVE, request.kind == Kind::inclusive ? 1U : 0U});
  pass.constants.push_back({SCANBENCH_CONSTANT_SPINS, kSpins});
  const auto cells = [&](std::uint32_t slot, Role role, bool writes) {
    pass.bindings.push_back(
        {slot, role, writes, Span::all, i * links.cells * width, (n + 3) / 4 * 4 * width});
  };
  // Between two scans lies a cell of the partials.
  const auto cell = [&](std::uint32_t slot, Role at_end, bool writes, std::uint64_t link) {
    const bool between = link > 0 && link < links.count;
    pass.bindings.push_back({slot, between ? Role::partials : at_end, writes, Span::all,
                             between ? (link - 1) * kWindowAlignment : 0, kCellBytes});
  };
  cells(SCANBENCH_BINDING_SOURCE, Role::input, false);
  cell(SCANBENCH_BINDING_OPERAND, Role::init, false, i);
  cells(SCANBENCH_BINDING_DESTINATION, Role::work_0, true);
  cell(SCANBENCH_BINDING_CELL, Role::total, true, i + 1);
  pass.bindings.push_back({SCANBENCH_BINDING_STATE, Role::state, true});
  read_texels(pass, plan);
  pass.active = n;
  pass.additions = tile_scan_additions(n, plan.tuning);
  if (plan.tuning.blocked) pass.additions += reduction_additions(n, plan.tuning);
  // Its second reading of a chunk finds it in the cache, and is no other element.
  pass.bytes_moved = (2 * n + 2) * width + slots_bytes(plan, n);
  return pass;
}

/// Combines on the way from a cell to what another work-group makes of its tile.
std::uint64_t fallback_depth(const Tuning& tuning, const Target& target) {
  constexpr std::uint64_t kVector = 4;
  const std::uint64_t looking = lookers(tuning, target);
  return std::uint64_t{tuning.items} * tuning.workgroup / (kVector * looking) + 3 + looking;
}

/// The state, cleared, then one pass in which work-groups tell one another what their tiles come
/// to.
Plan plan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  plan.tuning = tuning_of(request);
  plan.keeps_total = true;
  plan.result = Role::work_0;
  const Links links = links_of(plan);
  constexpr std::uint64_t kCounterBytes = 8;  // of tiles, and of fallbacks
  plan.state_bytes = (kCounterBytes + slots_bytes(plan, links.cells) + 15) / 16 * 16;
  plan.partials_bytes = (links.count - 1) * kWindowAlignment;
  for (std::uint64_t i = 0; i < links.count; ++i) {
    append(plan, clear_pass(request, plan, links, i));
    append(plan, scan_pass(request, plan, links, i));
  }
  const std::uint64_t own = reduction_depth(plan.tuning, request.target) + plan.tuning.workgroup;
  const std::uint64_t depth = std::max(own, fallback_depth(plan.tuning, request.target)) +
                              group_tile_count(request.n, plan.tuning) + links.count +
                              tile_scan_depth(plan.tuning, request.target);
  plan.depth = {depth, depth};
  // Where a look-back finds a prefix, and so which sums it adds, depends on who was faster.
  plan.order_varies = true;
  return plan;
}

}  // namespace

Algorithm decoupled_lookback() {
  return {.name = "decoupled-lookback",
          .native = Kind::exclusive,
          .takes_items = true,
          .tiled = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "one pass: tiles tell what they come to, and look back at those before them",
          .source =
              "Merrill and Garland, Single-pass parallel prefix scan with decoupled "
              "look-back, NVIDIA NVR-2016-002, 2016",
          .plan = plan,
          .refuses = refuses};
}

}  // namespace scanbench
