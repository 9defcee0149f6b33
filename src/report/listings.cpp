#include <fmt/format.h>

#include "report/table.hpp"
#include "report/text.hpp"
#include "report/units.hpp"

namespace scanbench {

std::string devices_text(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen) {
  Table table({{"", true},
               {"index"},
               {"name", true},
               {"type", true},
               {"Vulkan", true},
               {"memory"},
               {"subgroup"},
               {"timestamps", true},
               {"driver", true},
               {"uuid", true}});
  for (const DeviceInfo& device : devices) {
    table.add({chosen == device.index ? "*" : "", std::to_string(device.index), device.name,
               std::string(name_of(device.target.kind)), device.api_version,
               bytes_text(device.target.heap_bytes),
               device.target.subgroup_size > 0 ? std::to_string(device.target.subgroup_size) : "?",
               device.has_timestamps() ? fmt::format("{} bits, {} ns", device.timestamp_valid_bits,
                                                     device.timestamp_period_ns)
                                       : "none",
               device.driver_name + " " + device.driver_info, device.uuid,
               device.unusable ? "unusable: " + *device.unusable : ""});
  }
  return table.text() + "* the default\n";
}

std::string algorithms_text(std::span<const Algorithm> algorithms) {
  // What each does at the course's n, on the least device that Vulkan 1.3 allows.
  constexpr std::uint64_t kCourse = 1024;
  Request request;
  request.n = kCourse;
  Table table({{"name", true}, {"where", true}, {"kind", true}, {"passes"}, {"additions"}});
  for (const Algorithm& algorithm : algorithms) {
    const Work work = work_of(plan_scan(algorithm, request));
    table.add({std::string(algorithm.name), algorithm.on_device ? "device" : "host",
               std::string(native_kinds(algorithm)), std::to_string(work.dispatches),
               count_text(work.additions), std::string(algorithm.summary)});
  }
  return table.text() + fmt::format("passes and additions at n = {}\n", kCourse);
}

}  // namespace scanbench
