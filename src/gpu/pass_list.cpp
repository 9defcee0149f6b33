#include "gpu/pass_list.hpp"

#include <algorithm>

#include "interface.h"

namespace scanbench {

PassList::PassList(const Device& device, Kernels& kernels, const Plan& plan, const Lookup& lookup)
    : layout_(kernels.layout()) {
  // A pool may not be empty, a plan may.
  const auto sets = static_cast<std::uint32_t>(std::max<std::size_t>(plan.passes.size(), 1));
  const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer,
                                    sets * SCANBENCH_BINDING_COUNT);
  pool_ = {device.handle(), {vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, sets, size}};
  for (const Pass& pass : plan.passes) {
    vk::raii::DescriptorSets made(device.handle(), {*pool_, *kernels.set_layout()});
    for (const Binding& binding : pass.bindings) {
      const std::uint64_t rest = role_bytes(plan, binding.role) - binding.offset_bytes;
      const vk::DescriptorBufferInfo info(lookup(binding.role), binding.offset_bytes,
                                          binding.bytes > 0 ? binding.bytes : rest);
      const vk::WriteDescriptorSet write(*made.front(), binding.slot, 0,
                                         vk::DescriptorType::eStorageBuffer, {}, info);
      device.handle().updateDescriptorSets(write, {});
    }
    dispatches_.push_back(
        {kernels.pipeline(pass, plan.type, plan.op),
         std::move(made.front()),
         {static_cast<std::uint32_t>(pass.n), static_cast<std::uint32_t>(pass.stride)},
         pass.groups,
         pass.barrier_before});
  }
}

void PassList::record(const vk::raii::CommandBuffer& commands,
                      const std::function<void(std::size_t)>& before) const {
  using Stage = vk::PipelineStageFlagBits2;
  for (std::size_t i = 0; i < dispatches_.size(); ++i) {
    const Dispatch& work = dispatches_[i];
    if (work.barrier_before) barrier(commands, Stage::eComputeShader, Stage::eComputeShader);
    if (before) before(i);
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, work.pipeline);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, layout_, 0, *work.set, {});
    commands.pushConstants<std::uint32_t>(layout_, vk::ShaderStageFlagBits::eCompute, 0, work.push);
    commands.dispatch(static_cast<std::uint32_t>(work.groups.x),
                      static_cast<std::uint32_t>(work.groups.y), 1);
  }
}

}  // namespace scanbench
