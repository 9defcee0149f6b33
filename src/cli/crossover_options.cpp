#include "cli/crossover_options.hpp"

#include "cli/parse.hpp"
#include "cli/sizes.hpp"

namespace scanbench {

CLI::App* add_crossover(CLI::App& app, CrossoverWritten& written) {
  CLI::App* crossover =
      app.add_subcommand("crossover", "find the n at which one algorithm overtakes another");
  crossover->set_version_flag("--version", app.version());
  add_string(*crossover, "A", written.first, "the one algorithm", "");
  add_string(*crossover, "B", written.second, "the other", "");
  add_string(*crossover, "--range", written.range, "where to look, such as 2^8..2^22", "LO..HI");
  add_scan_options(*crossover, written.run);
  add_sampling_options(*crossover, written.run);
  return crossover;
}

CrossoverRequest read_crossover(const CrossoverWritten& written) {
  if (!written.first || !written.second) {
    refuse("crossover needs two algorithms: give A and B, such as blelloch hillis-steele");
  }
  const std::string range = written.range.value_or("2^8..2^22");
  const std::size_t dots = range.find("..");
  const auto end = [&](const std::string& text) {
    const std::vector<std::uint64_t> sizes =
        dots == std::string::npos ? std::vector<std::uint64_t>{} : parse_sizes("--range", text);
    if (sizes.size() != 1) {
      refuse(fmt::format("--range '{}' is no range: give LO..HI, such as 2^8..2^22", range));
    }
    return sizes.front();
  };
  CrossoverRequest request;
  request.low = end(range.substr(0, dots));
  request.high = end(range.substr(std::min(dots, range.size() - 2) + 2));
  if (request.low >= request.high) {
    refuse(fmt::format("--range '{}' is empty: give a smaller LO and a larger HI", range));
  }
  RunWritten run = written.run;
  run.algo = *written.first + "," + *written.second;
  run.sizes = std::to_string(request.high);
  request.run = read_run(run);
  if (request.run.algorithms.size() != 2) {
    refuse(fmt::format("crossover needs two different algorithms, not {} and {}", *written.first,
                       *written.second));
  }
  return request;
}

}  // namespace scanbench
