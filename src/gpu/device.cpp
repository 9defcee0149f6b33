#include "gpu/device.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "error.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kWatchEvery_ns = 10'000'000;

vk::raii::Device make_device(const vk::raii::PhysicalDevice& physical, std::uint32_t family) {
  constexpr float kPriority = 1.0F;
  const vk::DeviceQueueCreateInfo queue({}, family, 1, &kPriority);
  std::vector<const char*> extensions;
  for (const auto& extension : physical.enumerateDeviceExtensionProperties()) {
    // A device that offers this one (MoltenVK) demands that it be enabled.
    if (std::strcmp(extension.extensionName, "VK_KHR_portability_subset") == 0) {
      extensions.push_back("VK_KHR_portability_subset");
    }
  }
  vk::PhysicalDeviceVulkan13Features features13;
  features13.synchronization2 = VK_TRUE;
  features13.maintenance4 = VK_TRUE;  // work-group sizes by specialization constant (LocalSizeId)
  // Vulkan 1.3 demands both of a device.
  features13.subgroupSizeControl = VK_TRUE;
  features13.computeFullSubgroups = VK_TRUE;
  const auto offered12 =
      physical.getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceVulkan12Features>()
          .get<vk::PhysicalDeviceVulkan12Features>();
  vk::PhysicalDeviceVulkan12Features features12;
  features12.shaderSubgroupExtendedTypes = offered12.shaderSubgroupExtendedTypes;
  features12.vulkanMemoryModel = offered12.vulkanMemoryModel;
  features12.vulkanMemoryModelDeviceScope = offered12.vulkanMemoryModelDeviceScope;
  features13.pNext = &features12;
  vk::PhysicalDeviceFeatures2 features({}, &features13);
  const vk::PhysicalDeviceFeatures offered = physical.getFeatures();
  features.features.shaderInt64 = offered.shaderInt64;
  features.features.shaderFloat64 = offered.shaderFloat64;
  vk::DeviceCreateInfo info({}, queue, {}, extensions);
  info.pNext = &features;
  return {physical, info};
}

std::uint32_t staging_memory_type(const vk::PhysicalDeviceMemoryProperties& memory,
                                  std::uint32_t allowed_types) {
  using Flag = vk::MemoryPropertyFlagBits;
  const vk::MemoryPropertyFlags needed = Flag::eHostVisible | Flag::eHostCoherent;
  // Uncached memory is read back many times slower.
  for (const vk::MemoryPropertyFlags wanted : {needed | Flag::eHostCached, needed}) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const bool allowed = (allowed_types >> i & 1U) != 0;
      if (allowed && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    }
  }
  throw Error(ExitCode::cannot_run, "the device shares no memory with the host: choose another");
}

}  // namespace

void rethrow(const vk::SystemError& error) {
  if (error.code() == vk::Result::eErrorDeviceLost) {
    throw Error(ExitCode::device_lost,
                "the device was lost: look at the kernel log, try a smaller n");
  }
  throw Error(ExitCode::cannot_run,
              fmt::format("the device gave up ({}): try a smaller n", error.what()));
}

Device::Device(const Instance& instance, std::size_t index)
    : info_(instance.devices().at(index)),
      family_(compute_family(instance.physical(index)).value()),
      memory_(instance.physical(index).getMemoryProperties()),
      device_(make_device(instance.physical(index), family_)),
      queue_(device_.getQueue(family_, 0)),
      pool_(device_, {vk::CommandPoolCreateFlagBits::eResetCommandBuffer, family_}),
      fence_(device_, vk::FenceCreateInfo{}) {}

Buffer Device::make_storage(std::uint64_t bytes) const {
  using Usage = vk::BufferUsageFlagBits;
  return make_buffer(bytes,
                     Usage::eStorageBuffer | Usage::eUniformTexelBuffer | Usage::eTransferSrc |
                         Usage::eTransferDst,
                     false);
}

Buffer Device::make_staging(std::uint64_t bytes) const {
  using Usage = vk::BufferUsageFlagBits;
  return make_buffer(bytes, Usage::eTransferSrc | Usage::eTransferDst, true);
}

Buffer Device::make_buffer(std::uint64_t bytes, vk::BufferUsageFlags usage, bool host_visible) const
    try {
  Buffer made;
  made.bytes = bytes;
  made.buffer = {device_, {{}, bytes, usage, vk::SharingMode::eExclusive}};
  const vk::MemoryRequirements needs = made.buffer.getMemoryRequirements();
  const std::uint32_t type = host_visible ? staging_memory_type(memory_, needs.memoryTypeBits)
                                          : data_memory_type(memory_, needs.memoryTypeBits);
  made.memory = {device_, {needs.size, type}};
  made.buffer.bindMemory(*made.memory, 0);
  if (host_visible) made.mapped = made.memory.mapMemory(0, VK_WHOLE_SIZE);
  return made;
} catch (const vk::SystemError& error) {
  rethrow(error);
}

vk::raii::CommandBuffer Device::make_command_buffer() const {
  vk::raii::CommandBuffers made(device_, {*pool_, vk::CommandBufferLevel::ePrimary, 1});
  return std::move(made.front());
}

double Device::submit(const vk::raii::CommandBuffer& commands) const try {
  using Clock = std::chrono::steady_clock;
  const vk::CommandBufferSubmitInfo command_info(*commands);
  const vk::SubmitInfo2 info({}, {}, command_info);
  const Clock::time_point begin = Clock::now();
  const auto taken_s = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  queue_.submit2(info, *fence_);
  while (device_.waitForFences(*fence_, VK_TRUE, kWatchEvery_ns) == vk::Result::eTimeout) {
    if (watch_) watch_(taken_s());
  }
  const double waited_s = taken_s();
  device_.resetFences(*fence_);
  return waited_s;
} catch (const vk::SystemError& error) {
  rethrow(error);
}

void Device::run_once(const std::function<void(const vk::raii::CommandBuffer&)>& record) const {
  const vk::raii::CommandBuffer commands = make_command_buffer();
  commands.begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
  record(commands);
  commands.end();
  submit(commands);
}

void barrier(const vk::raii::CommandBuffer& commands, vk::PipelineStageFlags2 from,
             vk::PipelineStageFlags2 to) {
  const vk::MemoryBarrier2 all(
      from, vk::AccessFlagBits2::eMemoryWrite, to,
      vk::AccessFlagBits2::eMemoryRead | vk::AccessFlagBits2::eMemoryWrite);
  commands.pipelineBarrier2({{}, all});
}

}  // namespace scanbench
