#include "gpu/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "gpu/instance.hpp"
#include "interface.h"

namespace scanbench {
namespace {

DeviceKind kind_of(vk::PhysicalDeviceType type) {
  switch (type) {
    case vk::PhysicalDeviceType::eDiscreteGpu:
      return DeviceKind::discrete;
    case vk::PhysicalDeviceType::eIntegratedGpu:
      return DeviceKind::integrated;
    case vk::PhysicalDeviceType::eVirtualGpu:
      return DeviceKind::virtual_gpu;
    case vk::PhysicalDeviceType::eCpu:
      return DeviceKind::cpu;
    default:
      return DeviceKind::other;
  }
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

std::string uuid_text(const vk::ArrayWrapper1D<std::uint8_t, VK_UUID_SIZE>& uuid) {
  std::string text;
  for (std::size_t i = 0; i < VK_UUID_SIZE; ++i) {
    const bool dash = i == 4 || i == 6 || i == 8 || i == 10;
    text += fmt::format("{}{:02x}", dash ? "-" : "", uuid[i]);
  }
  return text;
}

void add_limits(DeviceInfo& info, const vk::PhysicalDeviceLimits& limits) {
  Target& target = info.target;
  target.max_storage_range_bytes = limits.maxStorageBufferRange;
  target.max_texel_elements = limits.maxTexelBufferElements;
  target.max_groups_x = limits.maxComputeWorkGroupCount[0];
  target.max_groups_y = limits.maxComputeWorkGroupCount[1];
  target.max_workgroup =
      std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  // Scans through shared memory hold an element an invocation, of 8 bytes at most, and an index.
  constexpr std::uint32_t kIndexBytes = 16;
  target.max_workgroup =
      std::min(target.max_workgroup,
               (std::max(limits.maxComputeSharedMemorySize, kIndexBytes) - kIndexBytes) / 8);
  info.timestamp_period_ns = static_cast<double>(limits.timestampPeriod);
}

/// What only a Vulkan 1.3 device can be asked.
void add_modern(DeviceInfo& info, const vk::raii::PhysicalDevice& physical) {
  const auto chain =
      physical.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceVulkan11Properties,
                              vk::PhysicalDeviceVulkan12Properties,
                              vk::PhysicalDeviceVulkan13Properties>();
  const auto& v11 = chain.get<vk::PhysicalDeviceVulkan11Properties>();
  const auto& v12 = chain.get<vk::PhysicalDeviceVulkan12Properties>();
  const auto& v13 = chain.get<vk::PhysicalDeviceVulkan13Properties>();
  info.driver_name = v12.driverName.data();
  info.driver_info = v12.driverInfo.data();
  info.uuid = uuid_text(v11.deviceUUID);
  info.target.subgroup_size = v11.subgroupSize;
  const vk::PhysicalDeviceFeatures features = physical.getFeatures();
  info.target.has_int64 = features.shaderInt64 == VK_TRUE;
  info.target.has_float64 = features.shaderFloat64 == VK_TRUE;
  info.target.declares_rte_f32 = v12.shaderRoundingModeRTEFloat32 == VK_TRUE;
  info.target.declares_rte_f64 = v12.shaderRoundingModeRTEFloat64 == VK_TRUE;
  constexpr auto kNeeded = vk::SubgroupFeatureFlagBits::eBasic |
                           vk::SubgroupFeatureFlagBits::eBallot |
                           vk::SubgroupFeatureFlagBits::eArithmetic;
  constexpr auto kCompute = vk::ShaderStageFlagBits::eCompute;
  info.target.has_subgroup_arithmetic = (v11.subgroupSupportedStages & kCompute) &&
                                        (v11.subgroupSupportedOperations & kNeeded) == kNeeded;
  info.target.requires_subgroup_size = !!(v13.requiredSubgroupSizeStages & kCompute);
  info.target.max_subgroups = v13.maxComputeWorkgroupSubgroups;
  const auto features12 =
      physical.getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceVulkan12Features>()
          .get<vk::PhysicalDeviceVulkan12Features>();
  info.target.has_device_scope =
      features12.vulkanMemoryModel == VK_TRUE && features12.vulkanMemoryModelDeviceScope == VK_TRUE;
  info.target.has_subgroup_int64 = features12.shaderSubgroupExtendedTypes == VK_TRUE;
  info.target.max_buffer_bytes = std::min(v11.maxMemoryAllocationSize, v13.maxBufferSize);
}

}  // namespace

DeviceInfo describe_device(const vk::raii::PhysicalDevice& physical, std::size_t index) {
  const vk::PhysicalDeviceProperties properties = physical.getProperties();
  DeviceInfo info;
  info.index = index;
  info.name = properties.deviceName.data();
  info.vendor_id = properties.vendorID;
  info.device_id = properties.deviceID;
  info.api_version = version_text(properties.apiVersion);
  info.target.kind = kind_of(properties.deviceType);
  if (info.target.kind == DeviceKind::cpu) {
    info.target.threads = std::max(std::thread::hardware_concurrency(), 1U);
  }
  add_limits(info, properties.limits);

  const vk::PhysicalDeviceMemoryProperties memory = physical.getMemoryProperties();
  const std::uint32_t type = data_memory_type(memory, std::numeric_limits<std::uint32_t>::max());
  info.target.heap_bytes = memory.memoryHeaps[memory.memoryTypes[type].heapIndex].size;
  info.host_visible =
      !!(memory.memoryTypes[type].propertyFlags & vk::MemoryPropertyFlagBits::eHostVisible);

  const auto family = compute_family(physical);
  if (family) {
    info.timestamp_valid_bits = physical.getQueueFamilyProperties()[*family].timestampValidBits;
  }
  if (properties.apiVersion < VK_API_VERSION_1_3) {
    info.target.subgroup_size = 0;
    info.unusable = "Vulkan " + info.api_version + " is older than 1.3";
    return info;
  }
  add_modern(info, physical);
  if (!family) info.unusable = "it has no compute queue";
  if (properties.limits.maxPushConstantsSize < sizeof(shader::PushConstants)) {
    info.unusable =
        fmt::format("it takes {} bytes of push constants, and {} are needed",
                    properties.limits.maxPushConstantsSize, sizeof(shader::PushConstants));
  }
  if (properties.limits.maxPerStageDescriptorStorageBuffers < SCANBENCH_BINDING_TEXELS) {
    info.unusable = fmt::format("its kernels take {} buffers, and {} are needed",
                                properties.limits.maxPerStageDescriptorStorageBuffers,
                                SCANBENCH_BINDING_TEXELS);
  }
  return info;
}

}  // namespace scanbench
