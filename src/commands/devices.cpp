#include "commands/commands.hpp"
#include "gpu/instance.hpp"
#include "report/json.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {

ExitCode list_devices(const Options& options) {
  Output output(options.output);
  std::vector<DeviceInfo> devices;
  std::optional<std::size_t> chosen;
  std::optional<Error> none_usable;
  try {
    devices = Instance().devices();
    chosen = choose_device(devices, std::nullopt);
  } catch (const Error& error) {
    none_usable = error;
  }
  if (options.format == Format::json) {
    output.write(devices_json(devices, chosen));
  } else if (!devices.empty()) {
    output.write(devices_text(devices, chosen));
  }
  if (none_usable) throw Error(*none_usable);
  return ExitCode::ok;
}

}  // namespace scanbench
