#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "report/output.hpp"

namespace scanbench {

/// Prints a run's report in the format and to the place that the options name: begin, then each row
/// once it is finished, then end. Only jsonl writes before the end.
class Printer {
 public:
  /// Checks that every place can be written, before anything is run. Throws Error(bad_usage).
  explicit Printer(const Options& options);

  /// `report` needs no rows yet. Once is enough; a second time does nothing.
  void begin(const Report& report);
  void add(const Row& row);
  void end(const Report& report);

 private:
  Format format_;
  bool passes_;
  bool begun_ = false;
  Output output_;
  std::optional<Output> passes_output_;
};

/// The file of the passes beside a file of results: "a/b.csv" -> "a/b.passes.csv".
std::string passes_file(const std::string& results_file);

}  // namespace scanbench
