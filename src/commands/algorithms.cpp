#include "commands/commands.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/markdown.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {
namespace {

std::string printed(Format format) {
  if (format == Format::json) return algorithms_json(registry());
  if (format == Format::csv) return csv_text(algorithms_table(registry()));
  if (format == Format::markdown) return markdown_text(algorithms_table(registry()));
  return algorithms_text(registry());
}

}  // namespace

ExitCode list_algorithms(const Options& options) {
  Output output(options.output);
  output.write(printed(options.format));
  return ExitCode::ok;
}

}  // namespace scanbench
