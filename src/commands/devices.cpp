#include "commands/commands.hpp"
#include "gpu/instance.hpp"
#include "report/json.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {

ExitCode list_devices(const Options& options) {
  Output output(options.output);
  const Instance instance;
  const auto& devices = instance.devices();
  std::optional<std::size_t> chosen;
  std::optional<Error> none_usable;
  try {
    chosen = choose_device(devices, std::nullopt);
  } catch (const Error& error) {
    none_usable = error;
  }
  output.write(options.format == Format::json ? devices_json(devices, chosen)
                                              : devices_text(devices, chosen));
  if (none_usable) throw *none_usable;
  return ExitCode::ok;
}

}  // namespace scanbench
