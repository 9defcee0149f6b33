#include <fmt/format.h>

#include <algorithm>

#include "commands/bench.hpp"
#include "commands/commands.hpp"
#include "commands/interrupt.hpp"
#include "report/crossover_report.hpp"
#include "report/output.hpp"

namespace scanbench {
namespace {

/// Ends a search that cannot go on.
struct Stopped {
  Outcome outcome;
};

}  // namespace

ExitCode search_crossover(const Options& options) {
  Output output(options.output);
  catch_interrupts();
  const CrossoverRequest& request = options.crossover;
  Bench bench(request.run.algorithms, options.device);
  Venue venue = bench.venue();
  if (!request.run.untuned) venue.stored_cut = stored_cuts(bench);
  CrossoverReport report;
  const auto duel = [&](std::uint64_t n) {
    RunRequest run = request.run;
    run.sizes = {n};
    Outcome outcome = measure(run, venue, {}, [] { return interrupted_by() == 0; });
    for (const Row& row : outcome.rows) {
      if (row.status != Status::ok) throw Stopped{std::move(outcome)};
    }
    for (std::string& name : tuned_algorithms(outcome.rows)) {
      if (std::ranges::find(report.tuned, name) == report.tuned.end()) {
        report.tuned.push_back(std::move(name));
      }
    }
    const auto& first = outcome.rows[0].best_time();
    const auto& second = outcome.rows[1].best_time();
    return first && second ? ratio_of_medians(*first, *second) : Ratio{};
  };
  report.report = start_report(options, bench.info());
  report.first = request.run.algorithms[0]->name;
  report.second = request.run.algorithms[1]->name;
  report.range_low = request.low;
  report.range_high = request.high;
  try {
    report.found = find_crossover(request.low, request.high, duel);
  } catch (const Stopped& stopped) {
    const ExitCode code = verdict(stopped.outcome);
    if (code != ExitCode::ok) return code;
    for (const Row& row : stopped.outcome.rows) {
      if (row.status == Status::ok) continue;
      throw Error(ExitCode::cannot_run, fmt::format("{} at n = {}: {}; give another --range",
                                                    row.algorithm, row.n, *row.reason));
    }
  }
  output.write(options.format == Format::json ? crossover_json(report) : crossover_text(report));
  return ExitCode::ok;
}

}  // namespace scanbench
