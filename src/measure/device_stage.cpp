#include "measure/device_stage.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "error.hpp"
#include "measure/cache.hpp"
#include "measure/limits.hpp"
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

/// The least time of a few runs of each plan, in seconds; plans of one n and type, at least one.
std::vector<std::optional<double>> time_plans(const Device& device, Kernels& kernels,
                                              const std::vector<Plan>& plans) {
  constexpr int kRuns = 3;  // the first of them still generates code
  const Workspace workspace(device, plans);
  std::vector<std::optional<double>> best_s;
  for (const Plan& plan : plans) {
    const PassList passes(device, kernels, plan,
                          [&](Role role) { return *workspace.at(role).buffer; });
    const StampedCommands commands = stamped_passes(device, passes);
    auto& least_s = best_s.emplace_back();
    for (int i = 0; i < kRuns; ++i) {
      const auto time_s = only_interval(commands.run());
      if (time_s) least_s = std::min(least_s.value_or(*time_s), *time_s);
    }
  }
  return best_s;
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
  std::size_t passes_begun() const override { return executor_.passes_begun(); }

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
      case Clock::launch_yardstick:
        return {only_interval(stage_.launch_yardstick_->run())};
      case Clock::copy_yardstick:
        return {only_interval(stage_.copy_yardstick_->run())};
      case Clock::marks:
        executor_.run(Stamps::marks);
        return {};
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
  launch_yardstick_ = &commands_for(launch_yardstick(request_));
  copy_yardstick_ = &commands_for(copy_yardstick(request_));
}

DeviceStage::~DeviceStage() = default;

void DeviceStage::load(const Values& input) {
  input_ = &input;
  workspace_.upload(input);
}

Subject& DeviceStage::subject(std::size_t index) {
  return *subjects_.at(index);
}

const StampedCommands& DeviceStage::keep_commands(StampedCommands made) {
  return *commands_.emplace_back(std::make_unique<StampedCommands>(std::move(made)));
}

const StampedCommands& DeviceStage::commands_for(const Plan& plan) {
  const auto& passes = passes_.emplace_back(std::make_unique<PassList>(
      device_, kernels_, plan, [&](Role role) { return *workspace_.at(role).buffer; }));
  return keep_commands(stamped_passes(device_, *passes));
}

std::vector<CeilingProbe> DeviceStage::ceilings() {
  std::vector<CeilingProbe> probes;
  const auto add = [&](CeilingKind kind, const StampedCommands& commands) {
    probes.push_back({kind, [&commands] { return only_interval(commands.run()); }});
  };
  for (const Plan& copy : copies_) {
    add(CeilingKind::copy, commands_for(copy));
    // A copy that leaves something out would be a ceiling too high: it is checked, too.
    device_.run_once([&](const auto& commands) {
      commands.fillBuffer(*workspace_.at(copy.result).buffer, 0, VK_WHOLE_SIZE, 0xffffdeadU);
      barrier(commands, Stage2::eAllTransfer, Stage2::eComputeShader);
    });
    probes.back().run();
    if (workspace_.read_back(workspace_.at(copy.result), request_.type, request_.n) != *input_) {
      throw Error(ExitCode::wrong_answer,
                  "a copy, to hold rows against, gave wrong data on this device: report it");
    }
  }
  const auto copy = [&](const vk::raii::CommandBuffer& commands, const auto& stamp) {
    stamp();
    commands.copyBuffer(*workspace_.at(Role::input).buffer, *workspace_.at(Role::work_0).buffer,
                        vk::BufferCopy(0, 0, request_.n * element_bytes(request_.type)));
    barrier(commands, Stage2::eAllTransfer, Stage2::eAllTransfer);
    stamp();
  };
  add(CeilingKind::transfer, keep_commands(StampedCommands(device_, 2, copy)));
  return probes;
}

std::optional<double> measure_large_copy(const Device& device, Kernels& kernels) {
  Request request;
  request.target = device.info().target;
  // An input, and what is written.
  const std::uint64_t largest_bytes =
      std::min(request.target.max_storage_range_bytes, request.target.heap_bytes / 2);
  const std::uint64_t largest_n = largest_bytes / element_bytes(request.type);
  // A smaller one, large enough to be all work, tells which copy is the best.
  request.n = std::min(std::uint64_t{1} << 22, largest_n);
  const auto first = time_plans(device, kernels, copy_plans(request));
  const auto best = std::ranges::min_element(first, {}, [](const std::optional<double>& time_s) {
    return time_s.value_or(std::numeric_limits<double>::infinity());
  });
  request.n = std::min(kLargeCopyBytes / 2 / element_bytes(request.type), largest_n);
  const auto plan = copy_plans(request).at(static_cast<std::size_t>(best - first.begin()));
  const auto time_s = time_plans(device, kernels, {plan}).front();
  if (!time_s) return std::nullopt;
  return static_cast<double>(2 * request.n * element_bytes(request.type)) / *time_s;
}

void DeviceStage::displace_caches() {
  if (displacing_.bytes == 0) displacing_ = device_.make_storage(displacing_bytes());
  device_.run_once([&](const auto& commands) {
    commands.fillBuffer(*displacing_.buffer, 0, VK_WHOLE_SIZE, 1);
    barrier(commands, Stage2::eAllTransfer, Stage2::eComputeShader);
  });
}

}  // namespace scanbench
