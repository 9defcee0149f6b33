#pragma once

#include <string>
#include <vector>

#include "measure/comparison.hpp"

namespace scanbench {

/// A comparison, ready to be printed.
struct CompareReport {
  std::vector<RecordedRun> base;
  std::vector<RecordedRun> next;
  std::vector<Difference> differences;  ///< that --force overlooked
  Comparison comparison;
};

/// A table and one line of summary, for a terminal; the same as markdown, for a pull request; and
/// JSON as scanbench.compare.schema.json says.
std::string compare_text(const CompareReport& report);
std::string compare_markdown(const CompareReport& report);
std::string compare_json(const CompareReport& report);

/// What differs, with both values, in one line.
std::string differences_text(const std::vector<Difference>& differences);

/// Why the exit code is not 0, in one line: the first row at fault and how many more there are.
std::string compare_complaint(const Comparison& comparison);

/// A ratio as a change: "+20.3 %". And with its interval: "+20.3 % (+18.0 to +22.7)".
std::string change_text(double ratio);
std::string change_text(const Ratio& ratio);

/// A threshold: "5 %".
std::string threshold_text(double fraction);

/// How often each verdict fell: "2 rows compared: 1 slower, 1 same".
std::string summary_text(const Comparison& comparison);

/// What a reader must know beside the table, a line each: overlooked differences, a large drift,
/// rows judged without a yardstick.
std::vector<std::string> compare_notes(const CompareReport& report);

}  // namespace scanbench
