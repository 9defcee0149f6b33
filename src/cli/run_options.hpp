#pragma once

#include <optional>
#include <string>

#include "measure/runner.hpp"

namespace CLI {
class App;
}

namespace scanbench {

/// Options of a run as they were written.
struct RunWritten {
  std::optional<std::string> algo, sizes, type, op, kind, input, seed, probe, device, workgroup,
      items, tile_scan, init;
  std::optional<std::string> repeat, warmup, precision, max_time, max_samples, cache, label,
      timeout;
  bool untuned = false;
  bool raw = false;
  bool quiet = false;
};

/// The type, and the device.
void add_target_options(CLI::App& app, RunWritten& written);
/// What is scanned and where: type, operator, kind, input, seed, device, tuning. `crossover` takes
/// them too.
void add_scan_options(CLI::App& app, RunWritten& written);
/// How it is sampled.
void add_sampling_options(CLI::App& app, RunWritten& written);
/// --algo, -n, --probe and what goes into the report.
void add_run_options(CLI::App& app, RunWritten& written);

/// Reads them all. Throws Error(bad_usage), one line that names the token at fault; options that
/// would change nothing are refused.
RunRequest read_run(const RunWritten& written);

/// The algorithms of a comma-separated list, or of "all".
std::vector<const Algorithm*> parse_algorithms(const std::string& option, const std::string& text);

}  // namespace scanbench
