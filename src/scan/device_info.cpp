#include "scan/device_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

#include "error.hpp"

namespace scanbench {
namespace {

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string listing(std::span<const DeviceInfo> devices) {
  std::string list;
  for (const DeviceInfo& device : devices) {
    list += fmt::format("{}{} = {}{}", list.empty() ? "" : ", ", device.index, device.name,
                        device.unusable ? " (unusable)" : "");
  }
  return list;
}

/// Those that the selector means: by index, else by UUID or whole name, else by a part of the name.
std::vector<std::size_t> matches(std::span<const DeviceInfo> devices, const std::string& selector) {
  std::size_t index = 0;
  const char* end = selector.data() + selector.size();
  const auto [rest, error] = std::from_chars(selector.data(), end, index);
  if (error == std::errc{} && rest == end && index < devices.size()) return {index};
  const std::string wanted = lowered(selector);
  std::vector<std::size_t> whole;
  std::vector<std::size_t> part;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string name = lowered(devices[i].name);
    if (name == wanted || lowered(devices[i].uuid) == wanted) whole.push_back(i);
    if (name.find(wanted) != std::string::npos) part.push_back(i);
  }
  return whole.empty() ? part : whole;
}

std::size_t best_device(std::span<const DeviceInfo> devices) {
  const auto rank = [](const DeviceInfo& device) {
    return std::pair(device.unusable.has_value(), device.target.kind);
  };
  const auto best = std::ranges::min_element(devices, {}, rank);
  if (best == devices.end() || best->unusable) {
    throw Error(
        ExitCode::cannot_run,
        fmt::format("no device can be used ({}): install a Vulkan 1.3 driver; Debian's "
                    "package mesa-vulkan-drivers brings a software device",
                    best == devices.end() ? "none is there" : best->name + ": " + *best->unusable));
  }
  return static_cast<std::size_t>(best - devices.begin());
}

}  // namespace

bool DeviceInfo::has_timestamps() const {
  return timestamp_valid_bits > 0 && std::isfinite(timestamp_period_ns) && timestamp_period_ns > 0;
}

std::size_t choose_device(std::span<const DeviceInfo> devices,
                          const std::optional<std::string>& selector) {
  if (!selector) return best_device(devices);
  const std::vector<std::size_t> found = matches(devices, *selector);
  if (found.size() != 1) {
    throw Error(ExitCode::cannot_run,
                fmt::format("--device '{}' matches {} devices: give an index, a part of one name, "
                            "or a UUID of {}",
                            *selector, found.empty() ? "no" : "several", listing(devices)));
  }
  const DeviceInfo& device = devices[found.front()];
  if (device.unusable) {
    throw Error(ExitCode::cannot_run,
                fmt::format("device {} ({}) cannot be used, {}: choose from {}", device.index,
                            device.name, *device.unusable, listing(devices)));
  }
  return found.front();
}

}  // namespace scanbench
