#pragma once

#include "cli/run_options.hpp"

namespace scanbench {

/// What `crossover` was asked. The two algorithms and everything but the sizes stand in `run`.
struct CrossoverRequest {
  RunRequest run;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// crossover's options as they were written.
struct CrossoverWritten {
  RunWritten run;
  std::optional<std::string> first, second, range;
};

/// Adds the subcommand; parsing fills `written`, which must outlive it.
CLI::App* add_crossover(CLI::App& app, CrossoverWritten& written);

/// Throws Error(bad_usage), one line that names the token at fault.
CrossoverRequest read_crossover(const CrossoverWritten& written);

}  // namespace scanbench
