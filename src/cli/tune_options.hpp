#pragma once

#include "cli/run_options.hpp"

namespace scanbench {

/// Adds the subcommand; parsing fills `written`, which must outlive it.
CLI::App* add_tune(CLI::App& app, RunWritten& written);

/// Throws Error(bad_usage), one line that names the token at fault.
RunRequest read_tune(RunWritten written);

}  // namespace scanbench
