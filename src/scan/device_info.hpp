#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "scan/target.hpp"

namespace scanbench {

/// A Vulkan device as it is listed and reported.
struct DeviceInfo {
  std::size_t index = 0;  ///< in the loader's order; what --device takes
  std::string name;
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  std::string driver_name;
  std::string driver_info;
  std::string api_version;  ///< "1.3.230"
  std::string uuid;         ///< "6d657361-3232-…"; empty where the device is too old to tell
  double timestamp_period_ns = 0;
  std::uint32_t timestamp_valid_bits = 0;  ///< 0: no timestamps
  bool host_visible = false;               ///< the host can map the memory that data lives in
  Target target;
  std::optional<std::string> unusable;  ///< why scanbench cannot use it

  bool has_timestamps() const;
};

/// The device that `selector` means (an index, a part of one name, or a UUID), without one the best
/// kind that is usable. Throws Error(cannot_run) on no match, several, or an unusable device; the
/// line lists the devices.
std::size_t choose_device(std::span<const DeviceInfo> devices,
                          const std::optional<std::string>& selector);

}  // namespace scanbench
