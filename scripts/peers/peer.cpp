#include "peer.hpp"

#include <algorithm>
#include <exception>
#include <string_view>

#include "cli/options.hpp"
#include "commands/bench.hpp"
#include "commands/interrupt.hpp"
#include "commands/print.hpp"
#include "error.hpp"
#include "report/output.hpp"
#include "scan/passes.hpp"

namespace scanbench::peer {
namespace {

void refuse_what_peers_lack(const Options& options) {
  const RunRequest& run = options.run;
  // Options whose defaults can be given by hand; what a library has under way cannot be left.
  const bool chosen = std::ranges::any_of(options.command_line, [](std::string_view argument) {
    return argument == "--algo" || argument.starts_with("--algo=") || argument == "--timeout" ||
           argument.starts_with("--timeout=");
  });
  if (options.command != Command::run || chosen || options.device || run.workgroup || run.items ||
      run.untuned || run.tile_scan || run.init || run.op != Op::add) {
    throw Error(ExitCode::bad_usage,
                "this program has one scan, sums, on one device, and waits for it: leave out "
                "subcommands, --algo, --device, --init, --op, --timeout and what cuts a scan");
  }
}

/// The row without how its work is cut: that is the library's own affair.
Row uncut(Row row) {
  row.tuning.reset();
  return row;
}

ExitCode run(int argc, char** argv, const std::function<Peer()>& open) {
  Options options = parse_options(argc, argv);
  if (options.message) {
    Output(std::nullopt).write(*options.message);
    return ExitCode::ok;
  }
  refuse_what_peers_lack(options);
  Printer printer(options);
  Peer peer = open();
  // A library gives either kind by itself: no pass of ours converts one.
  peer.algorithm.native = options.run.kind.value_or(peer.algorithm.native);
  options.run.algorithms = {&peer.algorithm};
  options.run.sampling.whole_only = true;
  Venue venue;
  venue.target = peer.device.target;
  venue.open_stage = peer.open_stage;
  catch_interrupts();
  Report report = start_report(options, peer.device);
  printer.begin(report);
  const Outcome outcome = measure(
      options.run, venue,
      [&](const Row& row) { printer.add(report.rows.emplace_back(uncut(row))); }, watch_over({}));
  printer.end(report);
  return verdict(outcome);
}

}  // namespace

Plan whole_scan(const Request& request) {
  Plan plan = make_plan(request, request.n);
  plan.host_additions = request.n - 1;
  plan.host_bytes_moved = 2 * request.n * element_bytes(request.type);
  // How a library brackets its sums is its own affair: any depth, as in a serial loop, and perhaps
  // another one each time (NVIDIA/cccl#1327).
  plan.depth = {std::nullopt, request.n - 1};
  plan.order_varies = true;
  return plan;
}

int run_peer(int argc, char** argv, const std::function<Peer()>& open) {
  try {
    return static_cast<int>(run(argc, argv, open));
  } catch (const Error& error) {
    complain(error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    complain(error.what());
    return static_cast<int>(ExitCode::cannot_run);
  }
}

}  // namespace scanbench::peer
