#include "gpu/pass_list.hpp"

#include <algorithm>
#include <stdexcept>

#include "interface.h"
#include "scan/windows.hpp"

namespace scanbench {
namespace {

shader::PushConstants push_of(const Pass& pass, const Window& window) {
  constexpr std::uint64_t kVector = 4;
  return {static_cast<std::uint32_t>(window.n), static_cast<std::uint32_t>(pass.stride),
          static_cast<std::uint32_t>(window.first / kVector), window.partner,
          static_cast<std::uint32_t>((pass.n + kVector - 1) / kVector)};
}

}  // namespace

PassList::PassList(const Device& device, Kernels& kernels, const Plan& plan, const Lookup& lookup)
    : layout_(kernels.layout()) {
  // A pool may not be empty, a plan may.
  const auto sets =
      static_cast<std::uint32_t>(std::max<std::uint64_t>(work_of(plan).dispatches, 1));
  std::vector<vk::DescriptorPoolSize> sizes;
  for (std::uint32_t slot = 0; slot < SCANBENCH_BINDING_COUNT; ++slot) {
    sizes.emplace_back(descriptor_type(slot), sets);
  }
  pool_ = {device.handle(), {vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, sets, sizes}};
  for (const Pass& pass : plan.passes) {
    Step& step = steps_.emplace_back();
    step.barrier_before = pass.barrier_before;
    const std::vector<Window> windows = windows_of(plan, pass);
    if (windows.empty()) throw std::logic_error("the device cannot bind a pass of " + pass.kernel);
    for (const Window& window : windows) {
      vk::raii::DescriptorSets made(device.handle(), {*pool_, *kernels.set_layout()});
      for (const Binding& binding : window.bindings) {
        bind(device, *made.front(), binding, lookup(binding.role));
      }
      step.dispatches.push_back({kernels.pipeline(pass, plan.type, plan.op),
                                 std::move(made.front()), push_of(pass, window), window.groups});
    }
  }
}

void PassList::bind(const Device& device, vk::DescriptorSet set, const Binding& binding,
                    vk::Buffer buffer) {
  const vk::DescriptorBufferInfo info(buffer, binding.offset_bytes, binding.bytes);
  vk::WriteDescriptorSet write(set, binding.slot, 0, descriptor_type(binding.slot), {}, info);
  if (write.descriptorType == vk::DescriptorType::eUniformTexelBuffer) {
    const vk::BufferViewCreateInfo view({}, buffer, vk::Format::eR32G32B32A32Uint,
                                        binding.offset_bytes, binding.bytes);
    write.setTexelBufferView(*views_.emplace_back(device.handle(), view));
  }
  device.handle().updateDescriptorSets(write, {});
}

void PassList::record(const vk::raii::CommandBuffer& commands,
                      const std::function<void(std::size_t)>& before) const {
  using Stage = vk::PipelineStageFlagBits2;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].barrier_before) barrier(commands, Stage::eComputeShader, Stage::eComputeShader);
    if (before) before(i);
    for (const Dispatch& work : steps_[i].dispatches) {
      commands.bindPipeline(vk::PipelineBindPoint::eCompute, work.pipeline);
      commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, layout_, 0, *work.set, {});
      commands.pushConstants<shader::PushConstants>(layout_, vk::ShaderStageFlagBits::eCompute, 0,
                                                    work.push);
      commands.dispatch(static_cast<std::uint32_t>(work.groups.x),
                        static_cast<std::uint32_t>(work.groups.y), 1);
    }
  }
}

}  // namespace scanbench
