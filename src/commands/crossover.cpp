#include <fmt/format.h>

#include <algorithm>

#include "commands/bench.hpp"
#include "commands/commands.hpp"
#include "commands/interrupt.hpp"
#include "report/crossover_report.hpp"
#include "report/output.hpp"

namespace scanbench {
namespace {

/// The reason of the first row that has no time; none where all have.
std::optional<std::string> failure_of(const Outcome& outcome) {
  for (const Row& row : outcome.rows) {
    if (row.status == Status::ok) continue;
    return fmt::format("{} at n = {}: {}", row.algorithm, row.n, *row.reason);
  }
  return std::nullopt;
}

/// The exit code of a search that such an outcome has stopped, which is said in one line.
ExitCode verdict_of_stop(const Outcome& outcome) {
  const ExitCode code = verdict(outcome);
  if (code != ExitCode::ok) return code;
  // One of the two has run, but a search needs both.
  complain(fmt::format("{}; give another --range", *failure_of(outcome)));
  return ExitCode::cannot_run;
}

CrossoverReport start(const Options& options) {
  CrossoverReport report;
  report.report = start_report(options, std::nullopt);
  report.first = options.crossover.run.algorithms[0]->name;
  report.second = options.crossover.run.algorithms[1]->name;
  report.range_low = options.crossover.low;
  report.range_high = options.crossover.high;
  return report;
}

void remember_tuned(CrossoverReport& report, const Outcome& outcome) {
  for (std::string& name : tuned_algorithms(outcome.rows)) {
    if (std::ranges::find(report.tuned, name) == report.tuned.end()) {
      report.tuned.push_back(std::move(name));
    }
  }
}

}  // namespace

ExitCode search_crossover(const Options& options) {
  Output output(options.output);
  catch_interrupts();
  const CrossoverRequest& request = options.crossover;
  CrossoverReport report = start(options);
  /// Prints what was found; `stopped` says what has ended the search early, if so.
  const auto finish = [&](const Outcome* stopped) {
    if (stopped != nullptr) report.reason = failure_of(*stopped).value_or("interrupted");
    output.write(options.format == Format::json ? crossover_json(report) : crossover_text(report));
    return stopped != nullptr ? verdict_of_stop(*stopped) : ExitCode::ok;
  };
  const Watch watch = watch_over([&](const Outcome& outcome) { return finish(&outcome); });
  RunRequest run = request.run;
  run.sizes = {request.low};
  Bench bench(run, options.device, watch);
  report.report.device = bench.info();
  Venue venue = bench.venue();
  if (!run.untuned) venue.stored_cut = stored_cuts(bench);
  std::optional<Outcome> stopped;
  const auto duel = [&](std::uint64_t n) -> std::optional<Ratio> {
    run.sizes = {n};
    Outcome outcome = measure(run, venue, {}, watch);
    if (outcome.interrupted || failure_of(outcome)) {
      stopped = std::move(outcome);
      return std::nullopt;
    }
    remember_tuned(report, outcome);
    const auto& first = outcome.rows[0].best_time();
    const auto& second = outcome.rows[1].best_time();
    return first && second ? ratio_of_medians(*first, *second) : Ratio{};
  };
  find_crossover(request.low, request.high, duel, report.found);
  return finish(stopped ? &*stopped : nullptr);
}

}  // namespace scanbench
