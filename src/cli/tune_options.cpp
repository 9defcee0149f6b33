#include "cli/tune_options.hpp"

#include <algorithm>

#include "cli/parse.hpp"

namespace scanbench {
namespace {

constexpr const char* kSizes = "2^10,2^16,2^22";
constexpr const char* kMaxTime_s = "0.5";

/// Scans that do quadratic work cannot be tuned at these sizes in reasonable time.
std::string default_algorithms() {
  std::string names;
  for (const Algorithm& algorithm : registry()) {
    if (!algorithm.on_device || algorithm.max_n) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ",", algorithm.name);
  }
  return names;
}

}  // namespace

CLI::App* add_tune(CLI::App& app, RunWritten& written) {
  CLI::App* tune = app.add_subcommand(
      "tune", "find the fastest work-group size and items, and keep them for later runs");
  tune->set_version_flag("--version", app.version());
  add_string(*tune, "--algo", written.algo,
             "algorithms, comma-separated, or all (default: those that take any n)", "NAMES");
  add_string(
      *tune, "-n", written.sizes,
      fmt::format("elements; what is found holds from 1/8 to 8 times that (default: {})", kSizes),
      "SIZES");
  add_target_options(*tune, written);
  add_sampling_options(*tune, written);
  return tune;
}

RunRequest read_tune(RunWritten written) {
  const bool chosen = written.algo && *written.algo != "all";
  if (!written.algo) written.algo = default_algorithms();
  if (!written.sizes) written.sizes = kSizes;
  if (!written.max_time && !written.repeat) written.max_time = kMaxTime_s;
  RunRequest run = read_run(written);
  const auto host = std::ranges::find(run.algorithms, false, &Algorithm::on_device);
  if (chosen && host != run.algorithms.end()) {
    refuse(fmt::format("--algo '{}' runs on the host, where there is nothing to tune: leave it out",
                       (*host)->name));
  }
  std::erase_if(run.algorithms, [](const Algorithm* one) { return !one->on_device; });
  run.sampling.whole_only = true;
  return run;
}

}  // namespace scanbench
