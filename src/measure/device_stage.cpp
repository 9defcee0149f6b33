#include "measure/device_stage.hpp"

#include <algorithm>
#include <chrono>

#include "error.hpp"
#include "measure/cache.hpp"
#include "scan/ceilings.hpp"

namespace scanbench {
namespace {

using Stage2 = vk::PipelineStageFlagBits2;

/// All that will run on the stage: it decides how large the buffers are.
std::vector<Plan> with_ceilings(std::span<const Plan> plans, const std::vector<Plan>& copies,
                                const Request& request) {
  std::vector<Plan> all(plans.begin(), plans.end());
  all.insert(all.end(), copies.begin(), copies.end());
  all.push_back(copy_yardstick(request));
  all.push_back(launch_yardstick(request));
  return all;
}

Request request_of(std::span<const Plan> plans, const Target& target) {
  Request request;
  request.n = plans.front().n;
  request.type = plans.front().type;
  request.target = target;
  return request;
}

/// The passes between one pair of stamps.
StampedCommands stamped_passes(const Device& device, const PassList& passes) {
  return {device, 2, [&](const vk::raii::CommandBuffer& commands, const auto& stamp) {
            stamp();
            passes.record(commands, {});
            barrier(commands, Stage2::eComputeShader, Stage2::eComputeShader);
            stamp();
          }};
}

std::optional<double> only_interval(const StampedCommands::Run& run) {
  return run.intervals_s.empty() ? std::nullopt : run.intervals_s.front();
}

}  // namespace

/// A plan on the stage: its executor, and its launch floor.
class DeviceStage::DeviceSubject final : public Subject {
 public:
  DeviceSubject(DeviceStage& stage, const Plan& plan)
      : stage_(stage),
        executor_(stage.device_, stage.kernels_, stage.workspace_, plan),
        floor_passes_(stage.device_, stage.kernels_, floor_plan(plan),
                      [&](Role role) { return *stage.workspace_.at(role).buffer; }),
        floor_(stamped_passes(stage.device_, floor_passes_)) {}

  void prepare() override { executor_.prepare(); }
  Answer answer() override { return executor_.answer(); }
  void keep() override { executor_.keep(); }
  std::uint64_t mismatches() override { return executor_.mismatches(); }

  std::vector<std::optional<double>> run(Clock clock) override {
    // A plan without a pass leaves the input as the answer: there is nothing to time.
    const bool timed = !executor_.plan().passes.empty();
    switch (clock) {
      case Clock::wall: {
        const double wall_s = executor_.run(Stamps::none).wall_s;
        return {timed ? std::optional(wall_s) : std::nullopt};
      }
      case Clock::outer: {
        const auto run = executor_.run(Stamps::outer);
        return {timed ? only_interval(run) : std::nullopt};
      }
      case Clock::each_pass:
        return executor_.run(Stamps::each_pass).intervals_s;
      case Clock::empty_pair:
        return executor_.run(Stamps::empty).intervals_s;
      case Clock::floor:
        return {timed ? only_interval(floor_.run()) : std::nullopt};
      case Clock::end_to_end:
        break;
    }
    using HostClock = std::chrono::steady_clock;
    const HostClock::time_point begin = HostClock::now();
    stage_.workspace_.upload(*stage_.input_);
    executor_.run(Stamps::none);
    const Answer answer = executor_.answer();
    return {std::chrono::duration<double>(HostClock::now() - begin).count()};
  }

 private:
  DeviceStage& stage_;
  Executor executor_;
  PassList floor_passes_;
  StampedCommands floor_;
};

DeviceStage::DeviceStage(const Device& device, Kernels& kernels, std::span<const Plan> plans)
    : device_(device),
      kernels_(kernels),
      request_(request_of(plans, device.info().target)),
      copies_(copy_plans(request_)),
      workspace_(device, with_ceilings(plans, copies_, request_)) {
  for (const Plan& plan : plans) {
    subjects_.push_back(std::make_unique<DeviceSubject>(*this, plan));
  }
}

DeviceStage::~DeviceStage() = default;

void DeviceStage::load(const Values& input) {
  input_ = &input;
  workspace_.upload(input);
}

Subject& DeviceStage::subject(std::size_t index) {
  return *subjects_.at(index);
}

std::vector<CeilingProbe> DeviceStage::ceilings() {
  std::vector<CeilingProbe> probes;
  const auto add = [&](CeilingKind kind, StampedCommands made) {
    const auto& commands =
        ceiling_commands_.emplace_back(std::make_unique<StampedCommands>(std::move(made)));
    probes.push_back({kind, [&commands = *commands] { return only_interval(commands.run()); }});
  };
  const auto add_plan = [&](CeilingKind kind, const Plan& plan) {
    const auto& passes = ceiling_passes_.emplace_back(std::make_unique<PassList>(
        device_, kernels_, plan, [&](Role role) { return *workspace_.at(role).buffer; }));
    add(kind, stamped_passes(device_, *passes));
  };
  for (const Plan& copy : copies_) {
    add_plan(CeilingKind::copy, copy);
    // A copy that leaves something out would be a ceiling too high: it is checked, too.
    device_.run_once([&](const auto& commands) {
      commands.fillBuffer(*workspace_.at(copy.result).buffer, 0, VK_WHOLE_SIZE, 0xffffdeadU);
      barrier(commands, Stage2::eAllTransfer, Stage2::eComputeShader);
    });
    probes.back().run();
    if (workspace_.read_back(workspace_.at(copy.result), request_.type, request_.n) != *input_) {
      throw Error(ExitCode::cannot_run, "a copy kernel gives wrong data on this device: report it");
    }
  }
  add_plan(CeilingKind::copy_yardstick, copy_yardstick(request_));
  add_plan(CeilingKind::launch_yardstick, launch_yardstick(request_));
  const auto copy = [&](const vk::raii::CommandBuffer& commands, const auto& stamp) {
    stamp();
    commands.copyBuffer(*workspace_.at(Role::input).buffer, *workspace_.at(Role::work_0).buffer,
                        vk::BufferCopy(0, 0, request_.n * element_bytes(request_.type)));
    barrier(commands, Stage2::eAllTransfer, Stage2::eAllTransfer);
    stamp();
  };
  add(CeilingKind::transfer, StampedCommands(device_, 2, copy));
  return probes;
}

std::optional<double> measure_large_copy(const Device& device, Kernels& kernels) {
  constexpr int kRuns = 3;  // the first of them still generates code
  Request request;
  request.target = device.info().target;
  // An input, and what is written.
  const std::uint64_t largest_bytes =
      std::min(request.target.max_storage_range_bytes, request.target.heap_bytes / 2);
  request.n = std::min(std::uint64_t{1} << 25, largest_bytes / element_bytes(request.type));
  const std::vector<Plan> copies = copy_plans(request);
  const Workspace workspace(device, copies);
  std::optional<double> best_s;
  for (const Plan& copy : copies) {
    const PassList passes(device, kernels, copy,
                          [&](Role role) { return *workspace.at(role).buffer; });
    const StampedCommands commands = stamped_passes(device, passes);
    for (int i = 0; i < kRuns; ++i) {
      const auto time_s = only_interval(commands.run());
      if (time_s) best_s = std::min(best_s.value_or(*time_s), *time_s);
    }
  }
  if (!best_s) return std::nullopt;
  return static_cast<double>(2 * request.n * element_bytes(request.type)) / *best_s;
}

void DeviceStage::displace_caches() {
  if (displacing_.bytes == 0) displacing_ = device_.make_storage(displacing_bytes());
  device_.run_once([&](const auto& commands) {
    commands.fillBuffer(*displacing_.buffer, 0, VK_WHOLE_SIZE, 1);
    barrier(commands, Stage2::eAllTransfer, Stage2::eComputeShader);
  });
}

}  // namespace scanbench
