/// Faults in what a device says of itself:
///   valid-bits=N       timestampValidBits; the stamps' other bits hold rubbish
///   period=NS          timestampPeriod; stamps count in that unit
///   api-1.2            no Vulkan 1.3
///   no-compute         no queue that computes
///   no-subgroup-ops    subgroups that can do nothing together
///   heap=BYTES         every memory heap
///   storage-range=BYTES, groups=N, shared=BYTES, push=BYTES, invocations=N: limits of that kind
///   prints             a driver that writes to stdout
#include <cstdio>
#include <cstring>

#include "layer.hpp"

namespace faults {
namespace {

/// Puts an asked number in a limit's place.
template <typename Limit>
void lower(const char* name, Limit& limit) {
  const auto value = orders().number(name);
  if (!value) return;
  limit = static_cast<Limit>(*value);
  orders().hit(name);
}

void change(VkPhysicalDeviceProperties& properties) {
  VkPhysicalDeviceLimits& limits = properties.limits;
  lower("storage-range", limits.maxStorageBufferRange);
  lower("groups", limits.maxComputeWorkGroupCount[0]);
  lower("groups", limits.maxComputeWorkGroupCount[1]);
  lower("shared", limits.maxComputeSharedMemorySize);
  lower("push", limits.maxPushConstantsSize);
  lower("invocations", limits.maxComputeWorkGroupInvocations);
  lower("period", limits.timestampPeriod);
  if (orders().has("api-1.2")) {
    properties.apiVersion = VK_API_VERSION_1_2;
    orders().hit("api-1.2");
  }
  if (orders().has("prints")) {
    (void)std::puts("a driver's greeting");
    (void)std::fflush(stdout);
    orders().hit("prints");
  }
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* found) {
  of_instance<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, found);
  change(*found);
}

VKAPI_ATTR void VKAPI_CALL properties_2(VkPhysicalDevice device,
                                        VkPhysicalDeviceProperties2* found) {
  of_instance<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, found);
  change(found->properties);
  if (!orders().has("no-subgroup-ops")) return;
  for (auto* link = static_cast<VkBaseOutStructure*>(found->pNext); link != nullptr;
       link = link->pNext) {
    if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES) continue;
    reinterpret_cast<VkPhysicalDeviceVulkan11Properties*>(link)->subgroupSupportedOperations = 0;
    orders().hit("no-subgroup-ops");
  }
}

VKAPI_ATTR void VKAPI_CALL queue_families(VkPhysicalDevice device, std::uint32_t* count,
                                          VkQueueFamilyProperties* found) {
  of_instance<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties")(device, count, found);
  for (std::uint32_t i = 0; found != nullptr && i < *count; ++i) {
    lower("valid-bits", found[i].timestampValidBits);
    if (!orders().has("no-compute")) continue;
    found[i].queueFlags &= ~static_cast<VkQueueFlags>(VK_QUEUE_COMPUTE_BIT);
    orders().hit("no-compute");
  }
}

VKAPI_ATTR void VKAPI_CALL memory(VkPhysicalDevice device,
                                  VkPhysicalDeviceMemoryProperties* found) {
  of_instance<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(
      device, found);
  for (std::uint32_t i = 0; i < found->memoryHeapCount; ++i) {
    lower("heap", found->memoryHeaps[i].size);
  }
}

}  // namespace

PFN_vkVoidFunction describing_function(const char* name) {
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("vkGetPhysicalDeviceProperties")) return reinterpret_cast<PFN_vkVoidFunction>(properties);
  if (is("vkGetPhysicalDeviceProperties2")) {
    return reinterpret_cast<PFN_vkVoidFunction>(properties_2);
  }
  if (is("vkGetPhysicalDeviceQueueFamilyProperties")) {
    return reinterpret_cast<PFN_vkVoidFunction>(queue_families);
  }
  if (is("vkGetPhysicalDeviceMemoryProperties")) {
    return reinterpret_cast<PFN_vkVoidFunction>(memory);
  }
  return nullptr;
}

}  // namespace faults
