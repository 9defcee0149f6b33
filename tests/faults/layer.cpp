#include "layer.hpp"

#include <cstring>

namespace faults {

Next& next() {
  static Next the_next;
  return the_next;
}

namespace {

/// The loader's link to the next layer, in the chain of what something is created from.
template <typename Link>
Link* link_in(const void* chain, VkStructureType type) {
  auto* link = static_cast<Link*>(const_cast<void*>(chain));
  while (link != nullptr && (link->sType != type || link->function != VK_LAYER_LINK_INFO)) {
    link = static_cast<Link*>(const_cast<void*>(link->pNext));
  }
  return link;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkInstance* instance) {
  auto* link = link_in<VkLayerInstanceCreateInfo>(info->pNext,
                                                  VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  next().instance_function = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  orders().note("present");
  if (orders().has("no-instance")) {
    orders().hit("no-instance");
    return VK_ERROR_OUT_OF_HOST_MEMORY;
  }
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(
      next().instance_function(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(info, allocator, instance);
  if (result != VK_SUCCESS) return result;
  for (const char* name :
       {"vkCreateDevice", "vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceProperties2",
        "vkGetPhysicalDeviceQueueFamilyProperties", "vkGetPhysicalDeviceMemoryProperties"}) {
    next().of_instance[name] = next().instance_function(*instance, name);
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator,
                                             VkDevice* device) {
  auto* link =
      link_in<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  next().device_function = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  if (orders().has("no-device")) {
    orders().hit("no-device");
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  const VkResult result =
      of_instance<PFN_vkCreateDevice>("vkCreateDevice")(physical, info, allocator, device);
  if (result != VK_SUCCESS) return result;
  next().device = *device;
  begin_device(physical);
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
  end_device();
  of_device<PFN_vkDestroyDevice>("vkDestroyDevice")(device, allocator);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(device_function);
  }
  if (std::strcmp(name, "vkDestroyDevice") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(destroy_device);
  }
  if (const auto own = running_function(name)) return own;
  return next().device_function(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(instance_function);
  }
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(device_function);
  }
  if (std::strcmp(name, "vkCreateInstance") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(create_instance);
  }
  if (std::strcmp(name, "vkCreateDevice") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(create_device);
  }
  if (std::strcmp(name, "vkDestroyDevice") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(destroy_device);
  }
  if (const auto own = describing_function(name)) return own;
  if (const auto own = running_function(name)) return own;
  return next().instance_function == nullptr ? nullptr : next().instance_function(instance, name);
}

}  // namespace
}  // namespace faults

/// Where the loader comes in.
extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  constexpr std::uint32_t kVersion = 2;
  negotiated->loaderLayerInterfaceVersion = kVersion;
  negotiated->pfnGetInstanceProcAddr = faults::instance_function;
  negotiated->pfnGetDeviceProcAddr = faults::device_function;
  negotiated->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
