#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "scan/element.hpp"

namespace scanbench {

/// The kinds of device, best first: the order in which one is chosen by default.
enum class DeviceKind : std::uint8_t { discrete, integrated, virtual_gpu, other, cpu };

std::string_view name_of(DeviceKind kind);

/// All that a plan may know of the device it is made for. The defaults are what every Vulkan 1.3
/// device grants (specification, "Required Limits"), so a plan can be made where there is none.
struct Target {
  DeviceKind kind = DeviceKind::other;
  std::uint32_t subgroup_size = 32;  ///< 0: the device is too old to tell
  std::uint64_t max_storage_range_bytes = std::uint64_t{1} << 27;  ///< that one binding shows
  std::uint64_t max_buffer_bytes = std::uint64_t{1} << 30;
  std::uint64_t heap_bytes = std::uint64_t{1} << 31;
  std::uint64_t max_texel_elements = std::uint64_t{1} << 16;  ///< of a uniform texel buffer
  std::uint32_t max_groups_x = 65535;
  std::uint32_t max_groups_y = 65535;
  std::uint32_t max_workgroup = 128;     ///< invocations in one work-group
  bool has_subgroup_arithmetic = false;  ///< scans over a subgroup, in compute
  bool has_subgroup_int64 = false;       ///< those of 64-bit integers, too
  bool requires_subgroup_size = false;   ///< a pipeline can demand full subgroups of that size
  std::uint32_t max_subgroups = 4;       ///< in one work-group, where it does
  std::uint32_t counted_subgroup = 0;    ///< invocations counted in one; 0: not counted
  std::uint32_t threads = 1;             ///< of a CPU device: how many work-groups run at once
  bool has_int64 = false;                ///< 64-bit integers in its kernels
  bool has_device_scope = false;         ///< what kernels see of one another's work is defined
  bool has_float64 = false;              ///< 64-bit floats in them
  bool declares_rte_f32 = false;         ///< they can declare RoundingModeRTE, for each width
  bool declares_rte_f64 = false;

  /// Most invocations of a work-group that scans by subgroup operations (specification,
  /// VUID-VkPipelineShaderStageCreateInfo-pNext-02756).
  std::uint32_t max_workgroup_by_subgroups() const {
    return requires_subgroup_size ? std::min(max_workgroup, subgroup_size * max_subgroups)
                                  : max_workgroup;
  }

  /// Whether additions of that type are known to round to nearest.
  bool rounds_to_nearest(ElementType type) const {
    return (type == ElementType::f32 && declares_rte_f32) ||
           (type == ElementType::f64 && declares_rte_f64);
  }
};

}  // namespace scanbench
