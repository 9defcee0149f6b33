#pragma once

#include <vulkan/vulkan_raii.hpp>

#include "scan/device_info.hpp"

namespace scanbench {

/// What a device says of itself, and why it cannot be used, if so.
DeviceInfo describe_device(const vk::raii::PhysicalDevice& physical, std::size_t index);

}  // namespace scanbench
