#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/compare_options.hpp"
#include "cli/crossover_options.hpp"
#include "cli/format.hpp"
#include "measure/runner.hpp"

namespace scanbench {

enum class Command : std::uint8_t { run, devices, algorithms, compare, crossover, tune };

/// A command line, read and found sound.
struct Options {
  Command command = Command::run;
  RunRequest run;  ///< of tune, too
  CrossoverRequest crossover;
  CompareRequest compare;
  std::optional<std::string> device;  ///< an index, a part of a name or a UUID
  Format format = Format::text;
  std::optional<std::string> output;  ///< none: stdout
  std::optional<std::string> label;   ///< the user's own, for the report
  bool quiet = false;                 ///< no advice on stderr
  bool passes = false;                ///< csv and markdown: a second table, of the passes
  std::vector<std::string> command_line;
  std::optional<std::string> message;  ///< --help or --version: print this and do nothing else
};

/// Reads a command line. Throws Error(bad_usage), one line that names the token at fault.
Options parse_options(int argc, const char* const* argv);

}  // namespace scanbench
