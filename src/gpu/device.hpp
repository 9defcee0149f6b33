#pragma once

#include <functional>

#include "gpu/instance.hpp"

namespace scanbench {

/// Memory of a device with a buffer over all of it. `mapped` is set for host-visible memory only.
struct Buffer {
  vk::raii::DeviceMemory memory = nullptr;
  vk::raii::Buffer buffer = nullptr;
  std::uint64_t bytes = 0;
  void* mapped = nullptr;
};

/// An opened device with its one compute queue. Buffers and submissions fail with Error: cannot_run
/// where memory is short, device_lost where the device is.
class Device {
 public:
  /// Called every few milliseconds while a submission runs, with the seconds it has taken so far.
  /// It may end the program, but not throw: the device still works on what would be destroyed.
  using Watch = std::function<void(double waited_s)>;

  Device(const Instance& instance, std::size_t index);

  /// None by default: then a submission is waited for as long as it takes.
  void set_watch(Watch watch) { watch_ = std::move(watch); }

  const DeviceInfo& info() const { return info_; }
  const vk::raii::Device& handle() const { return device_; }

  /// Device-local storage of that many bytes, for kernels and copies.
  Buffer make_storage(std::uint64_t bytes) const;
  /// Host-visible, coherent memory of that many bytes, mapped, for copies.
  Buffer make_staging(std::uint64_t bytes) const;
  vk::raii::CommandBuffer make_command_buffer() const;

  /// Submits, waits until the queue has done it, and returns the seconds that took on the host.
  double submit(const vk::raii::CommandBuffer& commands) const;
  /// Records commands for this one time, submits them and waits.
  void run_once(const std::function<void(const vk::raii::CommandBuffer&)>& record) const;

 private:
  Buffer make_buffer(std::uint64_t bytes, vk::BufferUsageFlags usage, bool host_visible) const;

  DeviceInfo info_;
  std::uint32_t family_;
  vk::PhysicalDeviceMemoryProperties memory_;
  vk::raii::Device device_;
  vk::raii::Queue queue_;
  vk::raii::CommandPool pool_;
  vk::raii::Fence fence_;
  Watch watch_;
};

/// Turns what Vulkan throws into Error: device_lost where the device is, else cannot_run.
[[noreturn]] void rethrow(const vk::SystemError& error);

/// Calls a function, with its Vulkan failures turned into Error.
template <typename Function>
auto translated(const Function& function) try {
  return function();
} catch (const vk::SystemError& error) {
  rethrow(error);
}

/// A barrier over all memory, from what `from` wrote to whatever `to` does.
void barrier(const vk::raii::CommandBuffer& commands, vk::PipelineStageFlags2 from,
             vk::PipelineStageFlags2 to);

}  // namespace scanbench
