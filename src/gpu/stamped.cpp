#include "gpu/stamped.hpp"

#include "gpu/timestamps.hpp"

namespace scanbench {
namespace {

/// The host's clock and the device's may run at somewhat different speeds.
constexpr double kClocksDisagree = 2;

}  // namespace

StampedCommands::StampedCommands(const Device& device, std::uint32_t stamps, const Record& record)
    : device_(device),
      stamps_(device.info().has_timestamps() ? stamps : 0),
      commands_(device.make_command_buffer()) {
  commands_.begin({});
  if (stamps_ > 0) {
    queries_ = {device.handle(), {{}, vk::QueryType::eTimestamp, stamps_}};
    commands_.resetQueryPool(*queries_, 0, stamps_);
  }
  std::uint32_t next = 0;
  record(commands_, [&] {
    // At the end of all earlier commands: never at the top of the pipe, which would charge them to
    // whatever comes next.
    if (next < stamps_) {
      commands_.writeTimestamp2(vk::PipelineStageFlagBits2::eAllCommands, *queries_, next++);
    }
  });
  commands_.end();
}

StampedCommands::Run StampedCommands::run() const {
  Run run;
  run.wall_s = device_.submit(commands_);
  if (stamps_ == 0) return run;
  // Not waiting: all has ended, and a stamp that is missing then will never come.
  const auto [result, ticks] = translated([&] {
    return queries_.getResults<std::uint64_t>(0, stamps_, stamps_ * sizeof(std::uint64_t),
                                              sizeof(std::uint64_t), vk::QueryResultFlagBits::e64);
  });
  if (result == vk::Result::eNotReady) {
    run.intervals_s.resize(stamps_ - 1);
    return run;
  }
  const DeviceInfo& info = device_.info();
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    auto interval_s =
        stamped_s(ticks[i - 1], ticks[i], info.timestamp_valid_bits, info.timestamp_period_ns);
    // All of it happened while the host waited: stamps that say otherwise ran backwards.
    if (interval_s && *interval_s > kClocksDisagree * run.wall_s) interval_s.reset();
    run.intervals_s.push_back(interval_s);
  }
  return run;
}

}  // namespace scanbench
