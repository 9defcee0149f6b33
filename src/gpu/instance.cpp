#include "gpu/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "error.hpp"
#include "gpu/describe.hpp"

namespace scanbench {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char* kAdvice =
    "install a Vulkan driver; Debian's package mesa-vulkan-drivers brings a software device";

/// Variables that hide every driver but those they name.
std::string driver_advice() {
  for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
    if (const char* value = std::getenv(variable)) {
      return fmt::format("{} is set to '{}', unset it or {}", variable, value, kAdvice);
    }
  }
  return kAdvice;
}

vk::raii::Context load_loader() {
  try {
    return {};
  } catch (const std::runtime_error&) {
    throw Error(ExitCode::cannot_run,
                "no Vulkan loader is installed: install Debian's packages libvulkan1 and "
                "mesa-vulkan-drivers (a software device)");
  }
}

VKAPI_ATTR VkBool32 VKAPI_CALL pass_on(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                       VkDebugUtilsMessageTypeFlagsEXT,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data,
                                       void* sink) {
  (*static_cast<ValidationSink*>(sink))(data->pMessage);
  return VK_FALSE;
}

/// Made in C's terms: the C++ header has changed the callback's type over the years.
vk::DebugUtilsMessengerCreateInfoEXT messenger_info(ValidationSink* sink) {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = pass_on;
  info.pUserData = sink;
  return {info};
}

vk::raii::Instance make_instance(const vk::raii::Context& context, ValidationSink* sink) {
  const vk::ApplicationInfo application("scanbench", 1, nullptr, 0, VK_API_VERSION_1_3);
  vk::InstanceCreateInfo info({}, &application);
  std::vector<const char*> extensions;
  for (const auto& extension : context.enumerateInstanceExtensionProperties()) {
    // MoltenVK is listed only when it is asked for.
    if (std::strcmp(extension.extensionName, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME) == 0) {
      extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
      info.flags |= vk::InstanceCreateFlagBits::eEnumeratePortabilityKHR;
    }
  }
  const auto synchronization = vk::ValidationFeatureEnableEXT::eSynchronizationValidation;
  vk::ValidationFeaturesEXT features(synchronization);
  const vk::DebugUtilsMessengerCreateInfoEXT messenger = messenger_info(sink);
  if (*sink) {
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    info.setPEnabledLayerNames(kValidationLayer);
    features.pNext = &messenger;
    info.pNext = &features;
  }
  info.setPEnabledExtensionNames(extensions);
  try {
    return {context, info};
  } catch (const vk::IncompatibleDriverError&) {
    throw Error(ExitCode::cannot_run,
                fmt::format("no Vulkan driver was found: {}", driver_advice()));
  } catch (const vk::SystemError& error) {
    throw Error(ExitCode::cannot_run,
                fmt::format("Vulkan did not start ({}): {}", error.what(), driver_advice()));
  }
}

}  // namespace

Instance::Instance(ValidationSink sink)
    : sink_(std::make_unique<ValidationSink>(std::move(sink))),
      context_(load_loader()),
      instance_(make_instance(context_, sink_.get())) {
  if (validated()) messenger_ = {instance_, messenger_info(sink_.get())};
  try {
    physical_ = vk::raii::PhysicalDevices(instance_);
  } catch (const vk::SystemError& error) {
    throw Error(ExitCode::cannot_run,
                fmt::format("Vulkan lists no devices ({}): {}", error.what(), driver_advice()));
  }
  for (const auto& device : physical_) infos_.push_back(describe_device(device, infos_.size()));
}

std::optional<std::uint32_t> compute_family(const vk::raii::PhysicalDevice& physical) {
  std::optional<std::uint32_t> found;
  const auto families = physical.getQueueFamilyProperties();
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if (!(families[i].queueFlags & vk::QueueFlagBits::eCompute)) continue;
    if (families[i].timestampValidBits > 0) return i;
    if (!found) found = i;
  }
  return found;
}

std::uint32_t data_memory_type(const vk::PhysicalDeviceMemoryProperties& memory,
                               std::uint32_t allowed_types) {
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed_types >> i & 1U) != 0 &&
        (memory.memoryTypes[i].propertyFlags & vk::MemoryPropertyFlagBits::eDeviceLocal)) {
      return i;
    }
  }
  throw Error(ExitCode::cannot_run,
              "the device has no device-local memory for storage buffers: choose another device");
}

}  // namespace scanbench
