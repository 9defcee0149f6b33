#include "gpu/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "gpu/embedded.hpp"
#include "interface.h"

namespace scanbench {
namespace {

/// One layout serves every kernel: a binding that a kernel does not name may stay empty.
vk::raii::DescriptorSetLayout make_set_layout(const Device& device) {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;
  for (std::uint32_t slot = 0; slot < SCANBENCH_BINDING_COUNT; ++slot) {
    bindings.emplace_back(slot, descriptor_type(slot), 1, vk::ShaderStageFlagBits::eCompute);
  }
  return {device.handle(), {{}, bindings}};
}

vk::raii::PipelineLayout make_layout(const Device& device,
                                     const vk::raii::DescriptorSetLayout& sets) {
  const vk::PushConstantRange push(vk::ShaderStageFlagBits::eCompute, 0,
                                   sizeof(shader::PushConstants));
  return {device.handle(), {{}, *sets, push}};
}

std::string kernel_name(const Pass& pass, ElementType type, const Target& target) {
  if (!pass.variant.empty()) return fmt::format("{}.{}", pass.kernel, pass.variant);
  return fmt::format("{}.{}{}", pass.kernel, name_of(type),
                     target.rounds_to_nearest(type) ? "_rte" : "");
}

std::uint32_t constant_of(Op op) {
  constexpr std::array<std::uint32_t, 3> kConstants = {
      SCANBENCH_OPERATOR_ADD, SCANBENCH_OPERATOR_MIN, SCANBENCH_OPERATOR_MAX};
  return kConstants[static_cast<std::size_t>(op)];
}

}  // namespace

Kernels::Kernels(const Device& device)
    : device_(device),
      set_layout_(make_set_layout(device)),
      layout_(make_layout(device, set_layout_)) {}

vk::Pipeline Kernels::pipeline(const Pass& pass, ElementType type, Op op) {
  Key key;
  key.name = kernel_name(pass, type, device_.info().target);
  key.constants[SCANBENCH_CONSTANT_WORKGROUP] = pass.tuning.workgroup;
  key.constants[SCANBENCH_CONSTANT_QUADS] = std::max(pass.tuning.items / 4, 1U);
  key.constants[SCANBENCH_CONSTANT_BLOCKED] = pass.tuning.blocked ? 1U : 0U;
  key.constants[SCANBENCH_CONSTANT_OPERATOR] = constant_of(op);
  for (const Constant& constant : pass.constants) key.constants.at(constant.id) = constant.value;
  const auto found = pipelines_.find(key);
  return *(found != pipelines_.end() ? found : pipelines_.emplace(key, make(key)).first)->second;
}

vk::raii::Pipeline Kernels::make(const Key& key) const {
  const auto kernels = embedded_kernels();
  const auto kernel = std::ranges::find(kernels, std::string_view(key.name), &EmbeddedKernel::name);
  if (kernel == kernels.end()) throw std::logic_error("no kernel is named " + key.name);
  const vk::raii::ShaderModule module(device_.handle(),
                                      {{}, kernel->words.size_bytes(), kernel->words.data()});

  std::array<vk::SpecializationMapEntry, SCANBENCH_CONSTANT_COUNT> entries;
  for (std::uint32_t id = 0; id < SCANBENCH_CONSTANT_COUNT; ++id) {
    constexpr std::uint32_t kBytes = sizeof(std::uint32_t);
    entries.at(id) = vk::SpecializationMapEntry(id, id * kBytes, kBytes);
  }
  const vk::SpecializationInfo constants(static_cast<std::uint32_t>(entries.size()), entries.data(),
                                         sizeof(key.constants), key.constants.data());
  vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *module, "main",
                                          &constants);
  const vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup(
      key.constants[SCANBENCH_CONSTANT_SUBGROUP]);
  if (subgroup.requiredSubgroupSize > 0 && device_.info().target.requires_subgroup_size) {
    stage.flags = vk::PipelineShaderStageCreateFlagBits::eRequireFullSubgroups;
    stage.pNext = &subgroup;
  }
  return {device_.handle(), nullptr, vk::ComputePipelineCreateInfo({}, stage, *layout_)};
}

}  // namespace scanbench
