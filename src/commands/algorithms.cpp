#include "commands/commands.hpp"
#include "report/json.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {

ExitCode list_algorithms(const Options& options) {
  Output output(options.output);
  output.write(options.format == Format::json ? algorithms_json(registry())
                                              : algorithms_text(registry()));
  return ExitCode::ok;
}

}  // namespace scanbench
