#include "scan/passes.hpp"
#include "scan/tiles.hpp"

namespace scanbench {
namespace {

/// Three passes at any n: what each tile comes to, the scan of that by one work-group, and each
/// tile's scan from what stands before it.
Plan plan(const Request& request) {
  const std::uint64_t width = element_bytes(request.type);
  Plan plan = make_plan(request, request.n);
  plan.tuning = tile_tuning(request);
  plan.keeps_total = true;
  plan.result = Role::work_0;
  const std::uint64_t tiles = tile_count(request.n, plan.tuning);
  const Tuning spine_cut = spine_tuning(request, tiles);
  plan.partials_bytes = (tiles + 3) / 4 * 4 * width;

  Pass upsweep = kernel_pass(request, plan.tuning, request.n, "tile_reduce", "upsweep");
  set_tile_scan(upsweep, request.target);
  upsweep.bindings = {{SCANBENCH_BINDING_SOURCE, Role::input, false, Span::cells},
                      {SCANBENCH_BINDING_CELL, Role::partials, true, Span::tiles}};
  read_texels(upsweep, plan);
  upsweep.additions = reduction_additions(request.n, plan.tuning);
  upsweep.active = request.n;
  upsweep.bytes_moved = (request.n + tiles) * width;
  append(plan, std::move(upsweep));

  Pass spine = kernel_pass(request, spine_cut, tiles, "spine", "spine");
  spine.groups = {};
  set_tile_scan(spine, request.target);
  spine.bindings = {{SCANBENCH_BINDING_SOURCE, Role::partials, false},
                    {SCANBENCH_BINDING_OPERAND, Role::init, false},
                    {SCANBENCH_BINDING_DESTINATION, Role::partials, true},
                    {SCANBENCH_BINDING_CELL, Role::total, true}};
  spine.active = tiles;
  spine.additions = tile_scan_additions(tiles, spine_cut);
  spine.bytes_moved = (2 * tiles + 2) * width;
  append(plan, std::move(spine));

  Pass downsweep = kernel_pass(request, plan.tuning, request.n, "tile_scan", "downsweep");
  set_tile_scan(downsweep, request.target);
  downsweep.constants.push_back(
      {SCANBENCH_CONSTANT_INCLUSIVE, request.kind == Kind::inclusive ? 1U : 0U});
  downsweep.constants.push_back({SCANBENCH_CONSTANT_CARRIED, 1});
  downsweep.bindings = {{SCANBENCH_BINDING_SOURCE, Role::input, false, Span::cells},
                        {SCANBENCH_BINDING_OPERAND, Role::partials, false, Span::tiles},
                        {SCANBENCH_BINDING_DESTINATION, Role::work_0, true, Span::cells},
                        // Left alone: nothing is summed here, but the kernel names it.
                        {SCANBENCH_BINDING_CELL, Role::total, false}};
  read_texels(downsweep, plan);
  downsweep.active = request.n;
  downsweep.additions = tile_scan_additions(request.n, plan.tuning);
  downsweep.bytes_moved = (2 * request.n + tiles) * width;
  append(plan, std::move(downsweep));

  const std::uint64_t carries = tile_count(tiles, spine_cut);
  const std::uint64_t depth = reduction_depth(plan.tuning, request.target) +
                              tile_scan_depth(spine_cut, request.target) + carries +
                              tile_scan_depth(plan.tuning, request.target);
  plan.depth = {depth, depth};
  return plan;
}

}  // namespace

Algorithm reduce_then_scan() {
  return {.name = "reduce-then-scan",
          .native = Kind::exclusive,
          .takes_items = true,
          .tiled = true,
          .max_n = std::nullopt,
          .max_n_reason = {},
          .summary = "sums of tiles, their scan, then each tile's scan; three passes",
          .source = "Dotsenko et al., Fast scan algorithms on graphics processors, ICS 2008",
          .plan = plan,
          .refuses = spine_refusal};
}

}  // namespace scanbench
