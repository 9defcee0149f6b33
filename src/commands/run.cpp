#include <fmt/format.h>

#include "commands/bench.hpp"
#include "commands/commands.hpp"
#include "commands/interrupt.hpp"
#include "commands/print.hpp"
#include "commands/progress.hpp"

namespace scanbench {
namespace {

/// More outliers than this share are worth a word, once there are samples enough to speak of one.
constexpr double kManyOutliers = 0.1;
constexpr std::size_t kEnoughSamples = 20;

/// What would make a noisy row quieter; one line for all of them.
void advise(const std::vector<Row>& rows) {
  const Row* noisiest = nullptr;
  double most = kManyOutliers;
  for (const Row& row : rows) {
    const auto& time_s = row.best_time();
    if (!time_s || time_s->samples < kEnoughSamples) continue;
    const double share =
        static_cast<double>(time_s->outliers) / static_cast<double>(time_s->samples);
    if (share <= most) continue;
    noisiest = &row;
    most = share;
  }
  if (noisiest == nullptr) return;
  complain(
      fmt::format("{:.0f} % of the samples of {} at n = {} are outliers (all are kept): run "
                  "nothing beside, fix the CPU's frequency, or raise --max-time; --quiet "
                  "silences this",
                  100 * most, noisiest->algorithm, noisiest->n));
}

}  // namespace

ExitCode run_scans(const Options& options) {
  Printer printer(options);
  catch_interrupts();
  Report report = start_report(options, std::nullopt);
  std::size_t rows_added = 0;
  const auto finish = [&](const Outcome& outcome) {
    report.rows = outcome.rows;
    printer.begin(report);
    for (; rows_added < report.rows.size(); ++rows_added) printer.add(report.rows[rows_added]);
    printer.end(report);
    if (!options.quiet) advise(outcome.rows);
    return verdict(outcome);
  };
  const Watch watch = watch_over(finish);
  Bench bench(options.run, options.device, watch);
  report.device = bench.info();
  printer.begin(report);
  Venue venue = bench.venue();
  if (!options.run.untuned) venue.stored_cut = stored_cuts(bench);
  Outcome outcome;
  {
    Progress progress(options.run.algorithms.size() * options.run.sizes.size());
    outcome = measure(
        options.run, venue,
        [&](const Row& row) {
          printer.add(row);
          ++rows_added;
          progress.finished(row);
        },
        watch);
  }
  return finish(outcome);
}

}  // namespace scanbench
