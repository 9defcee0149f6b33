#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/executor.hpp"
#include "measure/stage.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

/// Bytes read and written a second by the best copy of 2^25 elements (or what the device takes),
/// which fit no cache; none where the device has no usable timestamps.
std::optional<double> measure_large_copy(const Device& device, Kernels& kernels);

/// The stage of a Vulkan device.
class DeviceStage final : public Stage {
 public:
  /// Plans of one n and type, at least one. Throws Error where memory is short.
  DeviceStage(const Device& device, Kernels& kernels, std::span<const Plan> plans);
  ~DeviceStage() override;

  void load(const Values& input) override;
  Subject& subject(std::size_t index) override;
  std::vector<CeilingProbe> ceilings() override;
  void displace_caches() override;

 private:
  class DeviceSubject;

  const StampedCommands& keep_commands(StampedCommands made);
  const StampedCommands& commands_for(const Plan& plan);

  const Device& device_;
  Kernels& kernels_;
  Request request_;
  std::vector<Plan> copies_;
  Workspace workspace_;
  const Values* input_ = nullptr;
  std::vector<std::unique_ptr<DeviceSubject>> subjects_;
  std::vector<std::unique_ptr<PassList>> passes_;
  std::vector<std::unique_ptr<StampedCommands>> commands_;
  const StampedCommands* launch_yardstick_ = nullptr;
  const StampedCommands* copy_yardstick_ = nullptr;
  Buffer displacing_;
};

}  // namespace scanbench
