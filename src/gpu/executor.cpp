#include "gpu/executor.hpp"

#include <algorithm>
#include <cstring>

#include "gpu/timestamps.hpp"
#include "interface.h"
#include "scan/passes.hpp"

namespace scanbench {
namespace {

using Stage = vk::PipelineStageFlagBits2;

// As f32 a NaN, as an integer no sum of small values: a cell left unwritten is never right.
constexpr std::uint32_t kPoison = 0xffffdeadU;
// The least buffer: one vector of four elements, since kernels load whole vectors.
constexpr std::uint64_t kVectorBytes = 16;
constexpr vk::PipelineStageFlags2 kTransfers = Stage::eAllTransfer;
constexpr vk::PipelineStageFlags2 kEverything = Stage::eComputeShader | Stage::eAllTransfer;

}  // namespace

Executor::Executor(const Device& device, Kernels& kernels, Plan plan)
    : device_(device), kernels_(kernels), plan_(std::move(plan)) {
  make_buffers();
  const auto pass_count = static_cast<std::uint32_t>(plan_.passes.size());
  const std::uint32_t sets = pass_count + 2;
  const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer,
                                    sets * SCANBENCH_BINDING_COUNT);
  pool_ = {device_.handle(), {vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, sets, size}};
  queries_ = {device_.handle(), {{}, vk::QueryType::eTimestamp, pass_count + 2}};

  for (const Pass& pass : plan_.passes) {
    BoundBuffers bound;
    for (const Binding& binding : pass.bindings)
      bound.emplace_back(binding.slot, &at(binding.role));
    passes_.push_back(
        {kernels_.pipeline(pass.kernel, plan_.type, pass.tuning, pass.stride),
         make_set(bound),
         {static_cast<std::uint32_t>(pass.n), static_cast<std::uint32_t>(pass.stride)},
         pass.groups});
  }
  comparisons_.push_back(make_comparison(at(plan_.result), kept_, plan_.n));
  if (plan_.keeps_total) comparisons_.push_back(make_comparison(at(Role::total), kept_total_, 1));

  record_preparation();
  for (std::size_t i = 0; i < kStampsCount; ++i) record_run(static_cast<Stamps>(i));
  record_comparison();
}

void Executor::make_buffers() {
  const std::uint64_t bytes = buffer_elements(plan_) * element_bytes(plan_.type);
  at(Role::input) = device_.make_storage(bytes);
  for (const Pass& pass : plan_.passes) {
    for (const Binding& binding : pass.bindings) {
      if (at(binding.role).bytes > 0) continue;
      at(binding.role) = device_.make_storage(binding.role == Role::total ? kVectorBytes : bytes);
    }
  }
  kept_ = device_.make_storage(bytes);
  kept_total_ = device_.make_storage(kVectorBytes);
  counter_ = device_.make_storage(kVectorBytes);
  staging_ = device_.make_staging(std::min(bytes, kStagingBytes));
}

vk::raii::DescriptorSet Executor::make_set(const BoundBuffers& bound) const {
  vk::raii::DescriptorSets sets(device_.handle(), {*pool_, *kernels_.set_layout()});
  for (const auto& [slot, buffer] : bound) {
    const vk::DescriptorBufferInfo info(*buffer->buffer, 0, VK_WHOLE_SIZE);
    const vk::WriteDescriptorSet write(*sets.front(), slot, 0, vk::DescriptorType::eStorageBuffer,
                                       {}, info);
    device_.handle().updateDescriptorSets(write, {});
  }
  return std::move(sets.front());
}

/// Stamps in that command buffer: none where the device has no timestamps, or no pass to stamp.
std::uint32_t Executor::stamp_count(Stamps stamps) const {
  if (stamps == Stamps::none || !device_.info().has_timestamps()) return 0;
  if (stamps != Stamps::each_pass) return 2;
  return passes_.empty() ? 0 : static_cast<std::uint32_t>(passes_.size()) + 1;
}

Executor::Dispatch Executor::make_comparison(const Buffer& answer, const Buffer& kept,
                                             std::uint64_t n) {
  Request request;
  request.n = n;
  request.target = device_.info().target;
  const Tuning tuning = cells_tuning(request);
  return {kernels_.pipeline("compare", ElementType::u32, tuning),
          make_set({{SCANBENCH_BINDING_SOURCE, &answer},
                    {SCANBENCH_BINDING_OPERAND, &kept},
                    {SCANBENCH_BINDING_CELL, &counter_}}),
          {static_cast<std::uint32_t>(n), 0},
          groups_for((n + tuning.items - 1) / tuning.items, tuning.workgroup, request.target)};
}

void Executor::dispatch(const vk::raii::CommandBuffer& commands, const Dispatch& work) const {
  commands.bindPipeline(vk::PipelineBindPoint::eCompute, work.pipeline);
  commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, kernels_.layout(), 0, *work.set, {});
  commands.pushConstants<std::uint32_t>(kernels_.layout(), vk::ShaderStageFlagBits::eCompute, 0,
                                        work.push);
  commands.dispatch(static_cast<std::uint32_t>(work.groups.x),
                    static_cast<std::uint32_t>(work.groups.y), 1);
}

void Executor::record_preparation() {
  preparation_ = device_.make_command_buffer();
  preparation_.begin({});
  for (const Role role : {Role::work_0, Role::work_1, Role::total}) {
    const Buffer& buffer = at(role);
    if (buffer.bytes == 0) continue;
    if (role == Role::work_0 && plan_.fresh_copy) {
      preparation_.copyBuffer(*at(Role::input).buffer, *buffer.buffer,
                              vk::BufferCopy(0, 0, buffer.bytes));
    } else {
      preparation_.fillBuffer(*buffer.buffer, 0, VK_WHOLE_SIZE, kPoison);
    }
  }
  barrier(preparation_, kTransfers, kEverything);
  preparation_.end();
}

void Executor::record_run(Stamps stamps) {
  const vk::raii::CommandBuffer& commands = runs_.emplace_back(device_.make_command_buffer());
  const std::uint32_t count = stamp_count(stamps);
  const auto stamp = [&](std::uint32_t index) {
    if (count > 0) commands.writeTimestamp2(Stage::eAllCommands, *queries_, index);
  };
  commands.begin({});
  if (count > 0) commands.resetQueryPool(*queries_, 0, count);
  stamp(0);
  if (stamps != Stamps::empty) {
    for (std::uint32_t i = 0; i < passes_.size(); ++i) {
      if (plan_.passes[i].barrier_before) {
        barrier(commands, Stage::eComputeShader, Stage::eComputeShader);
      }
      if (stamps == Stamps::each_pass && i > 0) stamp(i);
      dispatch(commands, passes_[i]);
    }
    barrier(commands, Stage::eComputeShader, kEverything);
  }
  stamp(count - 1);
  commands.end();
}

void Executor::record_comparison() {
  comparison_ = device_.make_command_buffer();
  comparison_.begin({});
  comparison_.fillBuffer(*counter_.buffer, 0, VK_WHOLE_SIZE, 0);
  barrier(comparison_, kTransfers, kEverything);
  for (const Dispatch& comparison : comparisons_) dispatch(comparison_, comparison);
  barrier(comparison_, kEverything, kTransfers);
  comparison_.copyBuffer(*counter_.buffer, *staging_.buffer,
                         vk::BufferCopy(0, 0, sizeof(std::uint32_t)));
  barrier(comparison_, kTransfers, Stage::eHost);
  comparison_.end();
}

void Executor::upload(const Values& input) {
  const auto bytes = bytes_of(input);
  const Buffer& to = at(Role::input);
  device_.run_once([&](const auto& commands) {
    barrier(commands, kEverything, kTransfers);
    commands.fillBuffer(*to.buffer, 0, VK_WHOLE_SIZE, 0);
    barrier(commands, kTransfers, kTransfers);
  });
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += staging_.bytes) {
    const std::uint64_t chunk = std::min(staging_.bytes, bytes.size() - offset);
    std::memcpy(staging_.mapped, bytes.data() + offset, chunk);
    device_.run_once([&](const auto& commands) {
      commands.copyBuffer(*staging_.buffer, *to.buffer, vk::BufferCopy(0, offset, chunk));
      barrier(commands, kTransfers, kEverything);
    });
  }
}

Executor::Run Executor::run(Stamps stamps) {
  device_.submit(preparation_);
  Run run;
  run.wall_s = device_.submit(runs_[static_cast<std::size_t>(stamps)]);
  const std::uint32_t count = stamp_count(stamps);
  if (count == 0) return run;
  const auto [result, ticks] = queries_.getResults<std::uint64_t>(
      0, count, count * sizeof(std::uint64_t), sizeof(std::uint64_t),
      vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
  const DeviceInfo& info = device_.info();
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    run.intervals_s.push_back(
        stamped_s(ticks[i - 1], ticks[i], info.timestamp_valid_bits, info.timestamp_period_ns));
  }
  return run;
}

Values Executor::read_back(const Buffer& from, std::uint64_t n) {
  Values values = make_values(plan_.type, n);
  const auto bytes = bytes_of(values);
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += staging_.bytes) {
    const std::uint64_t chunk = std::min(staging_.bytes, bytes.size() - offset);
    device_.run_once([&](const auto& commands) {
      commands.copyBuffer(*from.buffer, *staging_.buffer, vk::BufferCopy(offset, 0, chunk));
      barrier(commands, kTransfers, Stage::eHost);
    });
    std::memcpy(bytes.data() + offset, staging_.mapped, chunk);
  }
  return values;
}

Answer Executor::answer() {
  Values cells = read_back(at(plan_.result), plan_.n);
  const Scalar total = plan_.keeps_total ? element_at(read_back(at(Role::total), 1), 0)
                                         : element_at(cells, plan_.n - 1);
  return {std::move(cells), total};
}

void Executor::keep() {
  device_.run_once([&](const auto& commands) {
    const auto copy = [&](const Buffer& from, const Buffer& to) {
      commands.copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, 0, to.bytes));
    };
    copy(at(plan_.result), kept_);
    if (plan_.keeps_total) copy(at(Role::total), kept_total_);
    barrier(commands, kTransfers, kEverything);
  });
}

std::uint64_t Executor::mismatches() {
  device_.submit(comparison_);
  std::uint32_t count = 0;
  std::memcpy(&count, staging_.mapped, sizeof(count));
  return count;
}

}  // namespace scanbench
