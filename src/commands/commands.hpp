#pragma once

#include "cli/options.hpp"
#include "error.hpp"

namespace scanbench {

/// Each runs one subcommand, writes its report and returns the exit code; what ends it early is
/// thrown as Error.
ExitCode run_scans(const Options& options);
ExitCode list_devices(const Options& options);
ExitCode list_algorithms(const Options& options);
ExitCode compare_reports(const Options& options);
ExitCode search_crossover(const Options& options);
ExitCode tune_scans(const Options& options);

}  // namespace scanbench
