#include "commands/commands.hpp"
#include "gpu/instance.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/markdown.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {
namespace {

std::string printed(Format format, std::span<const DeviceInfo> devices,
                    std::optional<std::size_t> chosen) {
  if (format == Format::json) return devices_json(devices, chosen);
  if (format == Format::csv) return csv_text(devices_table(devices, chosen));
  if (format == Format::markdown) return markdown_text(devices_table(devices, chosen));
  return devices_text(devices, chosen);
}

}  // namespace

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
  // For a reader an empty table would say nothing; a program wants its header.
  if (options.format != Format::text || !devices.empty()) {
    output.write(printed(options.format, devices, chosen));
  }
  if (none_usable) throw Error(*none_usable);
  return ExitCode::ok;
}

}  // namespace scanbench
