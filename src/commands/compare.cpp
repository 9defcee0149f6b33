#include "report/compare.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands/commands.hpp"
#include "report/output.hpp"

namespace scanbench {
namespace {

std::vector<RecordedRun> read_side(const std::vector<std::string>& files) {
  std::vector<RecordedRun> runs;
  runs.reserve(files.size());
  for (const std::string& file : files) runs.push_back(read_recorded(file));
  return runs;
}

void refuse_differences(const std::vector<Difference>& found) {
  if (found.empty()) return;
  throw Error(ExitCode::inconclusive,
              fmt::format("not comparable: {}: measure both alike, or give --force",
                          differences_text(found)));
}

std::string printed(const CompareReport& report, CompareFormat format) {
  switch (format) {
    case CompareFormat::json:
      return compare_json(report);
    case CompareFormat::markdown:
      return compare_markdown(report);
    case CompareFormat::text:
      break;
  }
  return compare_text(report);
}

}  // namespace

ExitCode compare_reports(const Options& options) {
  const CompareRequest& request = options.compare;
  Output output(options.output);
  CompareReport report;
  report.base = read_side(request.base_files);
  report.next = read_side(request.new_files);
  report.differences = differences(report.base, report.next);
  if (!request.force) refuse_differences(report.differences);
  report.comparison = compare(report.base, report.next, request.settings);
  output.write(printed(report, request.format));
  const ExitCode code = exit_code_of(report.comparison);
  if (code != ExitCode::ok) complain(compare_complaint(report.comparison));
  return code;
}

}  // namespace scanbench
