#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <map>
#include <string>

#include "orders.hpp"

/// A Vulkan layer between scanbench and the driver that makes things go wrong on request. It serves
/// one instance with one device at a time, and one thread: what scanbench uses.
namespace faults {

/// The next layer's functions.
struct Next {
  PFN_vkGetInstanceProcAddr instance_function = nullptr;
  PFN_vkGetDeviceProcAddr device_function = nullptr;
  /// Those of the instance, by name. Asked for inside vkCreateInstance: later the loader would
  /// answer with the first layer's.
  std::map<std::string, PFN_vkVoidFunction> of_instance;
  VkDevice device = VK_NULL_HANDLE;
};
Next& next();

/// The next layer's function of that name, of the instance or of the device.
template <typename Function>
Function of_instance(const char* name) {
  return reinterpret_cast<Function>(next().of_instance.at(name));
}
template <typename Function>
Function of_device(const char* name) {
  return reinterpret_cast<Function>(next().device_function(next().device, name));
}

/// Our own function of that name, or nullptr: those that describe devices, those that run work.
PFN_vkVoidFunction describing_function(const char* name);
PFN_vkVoidFunction running_function(const char* name);

/// Before any work: makes what the faults need.
void begin_device(VkPhysicalDevice physical);
/// After all work: notes what was left.
void end_device();

}  // namespace faults
