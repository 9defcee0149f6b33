#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gpu/device.hpp"

namespace scanbench {

/// Commands recorded once, with a known number of timestamps among them, to be run many times. On a
/// device without timestamps they are recorded without.
class StampedCommands {
 public:
  /// Puts the next timestamp; called as often as was announced.
  using Stamp = std::function<void()>;
  using Record = std::function<void(const vk::raii::CommandBuffer&, const Stamp&)>;

  StampedCommands(const Device& device, std::uint32_t stamps, const Record& record);

  struct Run {
    double wall_s = 0;  ///< host: submit and wait
    /// Device: between each two stamps; none where a pair tells nothing. Empty without timestamps.
    std::vector<std::optional<double>> intervals_s;
  };
  Run run() const;

 private:
  const Device& device_;
  std::uint32_t stamps_;
  vk::raii::QueryPool queries_ = nullptr;
  vk::raii::CommandBuffer commands_;
};

}  // namespace scanbench
