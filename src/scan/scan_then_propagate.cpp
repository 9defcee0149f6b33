#include <fmt/format.h>

#include <iterator>

#include "scan/passes.hpp"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

/// Cells that are scanned by tiles: the input's, or the sums of the tiles below.
struct Level {
  std::uint64_t n = 0;
  Binding cells;  ///< where it lies once scanned
};

/// The levels up to the one that is a single tile; each but the first has a window of the partials.
std::vector<Level> levels_of(Plan& plan) {
  const std::uint64_t width = element_bytes(plan.type);
  std::vector<Level> levels = {{plan.n, {.role = Role::work_0}}};
  while (levels.back().n > tile_cells(plan.tuning)) {
    const std::uint64_t n = tile_count(levels.back().n, plan.tuning);
    const std::uint64_t bytes = (n + 3) / 4 * 4 * width;
    levels.push_back(
        {n, {.role = Role::partials, .offset_bytes = plan.partials_bytes, .bytes = bytes}});
    plan.partials_bytes += (bytes + kWindowAlignment - 1) / kWindowAlignment * kWindowAlignment;
  }
  return levels;
}

Binding at(std::uint32_t slot, Binding binding, bool writes, Span span) {
  binding.slot = slot;
  binding.writes = writes;
  binding.span = span;
  return binding;
}

Pass scan_pass(const Request& request, const Plan& plan, const std::vector<Level>& levels,
               std::size_t i) {
  const Level& level = levels[i];
  const bool top = i + 1 == levels.size();
  const bool inclusive = i == 0 && request.kind == Kind::inclusive;
  Pass pass = kernel_pass(request, plan.tuning, level.n, "tile_scan",
                          i == 0 ? "scan" : fmt::format("scan sums {}", i));
  set_tile_scan(pass, request.target);
  pass.constants.push_back({SCANBENCH_CONSTANT_INCLUSIVE, inclusive ? 1U : 0U});
  pass.constants.push_back({SCANBENCH_CONSTANT_CARRIED, top ? 1U : 0U});
  pass.constants.push_back({SCANBENCH_CONSTANT_SUMMED, 1});
  const Binding source = i == 0 ? Binding{.role = Role::input} : level.cells;
  const Binding sums = top ? Binding{.role = Role::total} : levels[i + 1].cells;
  pass.bindings = {at(SCANBENCH_BINDING_SOURCE, source, false, Span::cells),
                   at(SCANBENCH_BINDING_OPERAND, {.role = Role::init}, false, Span::all),
                   at(SCANBENCH_BINDING_DESTINATION, level.cells, true, Span::cells),
                   at(SCANBENCH_BINDING_CELL, sums, true, Span::tiles)};
  read_texels(pass, plan);
  pass.active = level.n;
  pass.additions = tile_scan_additions(level.n, plan.tuning);
  pass.bytes_moved = (2 * level.n + tile_count(level.n, plan.tuning)) * element_bytes(plan.type);
  return pass;
}

Pass add_back_pass(const Request& request, const Plan& plan, const std::vector<Level>& levels,
                   std::size_t i) {
  const Level& level = levels[i];
  Pass pass = kernel_pass(request, plan.tuning, level.n, "add_back",
                          i == 0 ? "add back" : fmt::format("add back sums {}", i));
  pass.bindings = {at(SCANBENCH_BINDING_SOURCE, level.cells, false, Span::cells),
                   at(SCANBENCH_BINDING_OPERAND, levels[i + 1].cells, false, Span::tiles),
                   at(SCANBENCH_BINDING_DESTINATION, level.cells, true, Span::cells)};
  read_texels(pass, plan);
  pass.active = level.n;
  pass.additions = level.n;
  pass.bytes_moved = (2 * level.n + levels[i + 1].n) * element_bytes(plan.type);
  return pass;
}

/// Up the levels each tile is scanned and tells its sum, down again each adds what stands before
/// it. The first has 2n accesses going up and 2n coming down.
Plan plan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  plan.tuning = tile_tuning(request);
  plan.keeps_total = true;
  plan.result = Role::work_0;
  const std::vector<Level> levels = levels_of(plan);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    append(plan, scan_pass(request, plan, levels, i));
  }
  for (std::size_t i = levels.size() - 1; i-- > 0;) {
    append(plan, add_back_pass(request, plan, levels, i));
  }
  const std::uint64_t depth = levels.size() * (tile_scan_depth(plan.tuning, request.target) + 1);
  plan.depth = {depth, depth};
  return plan;
}

}  // namespace

Algorithm scan_then_propagate() {
  return {.name = "scan-then-propagate",
          .native = Kind::exclusive,
          .takes_items = true,
          .tiled = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "scans of tiles, the scan of their sums in turn, added back",
          .source = "Sengupta, Harris, Zhang and Owens, Scan primitives for GPU computing, 2007",
          .plan = plan};
}

}  // namespace scanbench
