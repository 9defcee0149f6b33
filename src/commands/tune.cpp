#include "measure/tune.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "commands/bench.hpp"
#include "commands/commands.hpp"
#include "commands/interrupt.hpp"
#include "commands/progress.hpp"
#include "data/tuning_store.hpp"
#include "report/output.hpp"
#include "report/tune_report.hpp"

namespace scanbench {
namespace {

/// Ends the searches early.
struct Stopped {
  Outcome outcome;
};

Search search(const Algorithm& algorithm, std::uint64_t n, const RunRequest& asked,
              const Venue& venue, const Watch& watch) {
  RunRequest request = asked;
  request.algorithms = {&algorithm};
  request.sizes = {n};
  const auto heat = [&](std::span<const Cut> cuts) {
    RunRequest run = request;
    run.sampling.max_time_s = heat_time_s(asked.sampling.max_time_s, cuts.size());
    // Before the last heat verification is warm-up enough.
    if (cuts.size() > kFinalists && !run.sampling.warmup) run.sampling.warmup = 0;
    Outcome outcome = measure_cuts(run, cuts, venue, watch);
    if (outcome.interrupted || outcome.device_lost) throw Stopped{std::move(outcome)};
    return std::move(outcome.rows);
  };
  Request plain;
  plain.n = n;
  plain.type = asked.type;
  plain.target = *venue.target;
  // Where the default is refused so are the others.
  const std::vector<Cut> cuts =
      refusal(algorithm, plain) ? std::vector<Cut>(1) : cuts_to_try(algorithm, plain);
  return search_cuts(cuts, heat);
}

std::vector<Tuned> winners(const std::vector<TunedScan>& scans) {
  std::vector<Tuned> tunings;
  for (const TunedScan& scan : scans) {
    const Candidate* winner = scan.search.winner();
    if (winner != nullptr) tunings.push_back({scan.algorithm, scan.type, scan.n, winner->cut});
  }
  return tunings;
}

/// Keeps what was found beside what the file holds already; returns the file's name, or none where
/// that failed, which is said in one line.
std::optional<std::string> keep(const std::vector<TunedScan>& scans, const DeviceInfo& device) {
  const auto file = tuning_file(device.uuid);
  if (!file) {
    complain("the tuning is not kept: there is no cache folder: set XDG_CACHE_HOME or HOME");
    return std::nullopt;
  }
  const TuningKey key = tuning_key(device);
  const StoredTunings old_ones = load_tunings(*file, key, device.target);
  std::error_code error;
  std::filesystem::create_directories(file->parent_path(), error);
  try {
    Output(file->string(), "set XDG_CACHE_HOME to a folder that can be written")
        .write(tunings_text(key, old_ones.tunings, winners(scans)));
  } catch (const Error& why) {
    complain(fmt::format("the tuning is not kept: {}", why.what()));
    return std::nullopt;
  }
  return file->string();
}

/// One line for the wrong candidates of each search.
bool complain_of_wrong(const TunedScan& scan) {
  const Candidate* first = nullptr;
  std::size_t wrong = 0;
  for (const Candidate& candidate : scan.search.candidates) {
    if (candidate.row.status != Status::wrong) continue;
    if (wrong++ == 0) first = &candidate;
  }
  if (first == nullptr) return false;
  complain(fmt::format("{} at n = {}, {}: {}{}", scan.algorithm, scan.n, cut_text(*first),
                       *first->row.reason,
                       wrong > 1 ? fmt::format(" (and {} more of its cuts)", wrong - 1) : ""));
  return true;
}

ExitCode verdict_of(const std::vector<TunedScan>& scans) {
  bool wrong = false;
  for (const TunedScan& scan : scans) wrong = complain_of_wrong(scan) || wrong;
  if (wrong) return ExitCode::wrong_answer;
  Outcome failed;
  for (const TunedScan& scan : scans) {
    if (scan.search.winner() != nullptr) return ExitCode::ok;
    failed.rows.push_back(scan.search.candidates.front().row);
  }
  return verdict(failed);
}

}  // namespace

ExitCode tune_scans(const Options& options) {
  Output output(options.output);
  catch_interrupts();
  TuneReport report;
  report.report = start_report(options, std::nullopt);
  /// Keeps and prints what was found; `stopped` says what has ended the searches early, if so.
  const auto finish = [&](const Outcome* stopped) {
    if (!winners(report.scans).empty()) report.kept_in = keep(report.scans, *report.report.device);
    output.write(options.format == Format::json ? tune_json(report) : tune_text(report));
    if (stopped != nullptr) return verdict(*stopped);
    const ExitCode code = verdict_of(report.scans);
    return code == ExitCode::ok && !report.kept_in ? ExitCode::bad_usage : code;
  };
  const Watch watch = watch_over([&](const Outcome& outcome) { return finish(&outcome); });
  Bench bench(options.run, options.device, watch);
  report.report.device = bench.info();
  const Venue venue = bench.venue();
  try {
    if (!venue.target) throw Stopped{measure(options.run, venue, {}, watch)};
    Progress progress(options.run.algorithms.size() * options.run.sizes.size());
    for (const Algorithm* algorithm : options.run.algorithms) {
      for (const std::uint64_t n : options.run.sizes) {
        const TunedScan& scan =
            report.scans.emplace_back(TunedScan{std::string(algorithm->name), options.run.type, n,
                                                search(*algorithm, n, options.run, venue, watch)});
        progress.finished(scan.search.candidates.front().row);
      }
    }
  } catch (const Stopped& early) {
    return finish(&early.outcome);
  }
  return finish(nullptr);
}

}  // namespace scanbench
