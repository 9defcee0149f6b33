#include <exception>

#include "cli/options.hpp"
#include "commands/commands.hpp"
#include "error.hpp"
#include "report/output.hpp"

namespace scanbench {
namespace {

ExitCode run_command(const Options& options) {
  if (options.message) {
    Output(std::nullopt).write(*options.message);
    return ExitCode::ok;
  }
  switch (options.command) {
    case Command::devices:
      return list_devices(options);
    case Command::algorithms:
      return list_algorithms(options);
    case Command::crossover:
      return search_crossover(options);
    case Command::tune:
      return tune_scans(options);
    case Command::compare:
      return compare_reports(options);
    case Command::run:
      break;
  }
  return run_scans(options);
}

int fail(const std::string& what, ExitCode code) {
  complain(what);
  return static_cast<int>(code);
}

}  // namespace
}  // namespace scanbench

int main(int argc, char** argv) {
  using namespace scanbench;
  reserve_stdout();
  try {
    return static_cast<int>(run_command(parse_options(argc, argv)));
  } catch (const Error& error) {
    return fail(error.what(), error.code());
  } catch (const std::exception& error) {
    return fail(error.what(), ExitCode::cannot_run);
  }
}
