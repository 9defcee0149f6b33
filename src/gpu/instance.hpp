#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include <vulkan/vulkan_raii.hpp>

#include "scan/device_info.hpp"

namespace scanbench {

/// Turns the Khronos validation layer on, with synchronization validation; each of its messages
/// goes to the function. The instance cannot be made where the layer is missing.
using ValidationSink = std::function<void(std::string_view)>;

/// The Vulkan loader and the devices it finds. Throws Error(cannot_run) where there is no loader
/// or no driver, naming the package that brings a software device.
class Instance {
 public:
  explicit Instance(ValidationSink sink = {});

  const std::vector<DeviceInfo>& devices() const { return infos_; }
  const vk::raii::PhysicalDevice& physical(std::size_t index) const { return physical_.at(index); }
  bool validated() const { return static_cast<bool>(*sink_); }

 private:
  std::unique_ptr<ValidationSink> sink_;  // the layer keeps a pointer to it
  vk::raii::Context context_;
  vk::raii::Instance instance_;
  vk::raii::DebugUtilsMessengerEXT messenger_ = nullptr;
  std::vector<vk::raii::PhysicalDevice> physical_;
  std::vector<DeviceInfo> infos_;
};

/// The queue family that scans run on: the first that computes, one with timestamps before one
/// without; none where the device cannot compute.
std::optional<std::uint32_t> compute_family(const vk::raii::PhysicalDevice& physical);

/// The memory type that data lives in: device-local.
std::uint32_t data_memory_type(const vk::PhysicalDeviceMemoryProperties& memory,
                               std::uint32_t allowed_types);

}  // namespace scanbench
