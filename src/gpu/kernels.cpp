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
    bindings.emplace_back(slot, vk::DescriptorType::eStorageBuffer, 1,
                          vk::ShaderStageFlagBits::eCompute);
  }
  return {device.handle(), {{}, bindings}};
}

vk::raii::PipelineLayout make_layout(const Device& device,
                                     const vk::raii::DescriptorSetLayout& sets) {
  const vk::PushConstantRange push(vk::ShaderStageFlagBits::eCompute, 0,
                                   sizeof(shader::PushConstants));
  return {device.handle(), {{}, *sets, push}};
}

std::string variant_name(const std::string& stem, ElementType type, const Target& target) {
  const bool rounds = type == ElementType::f32 && target.rounds_to_nearest;
  return fmt::format("{}.{}{}", stem, name_of(type), rounds ? "_rte" : "");
}

/// The values of the specialization constants, in the order of their ids.
struct Constants {
  std::uint32_t workgroup;
  std::uint32_t quads;
  vk::Bool32 blocked;
};

}  // namespace

Kernels::Kernels(const Device& device)
    : device_(device),
      set_layout_(make_set_layout(device)),
      layout_(make_layout(device, set_layout_)) {}

vk::Pipeline Kernels::pipeline(const std::string& stem, ElementType type, const Tuning& tuning) {
  const Key key{variant_name(stem, type, device_.info().target), tuning.workgroup,
                std::max(tuning.items / 4, 1U), tuning.blocked};
  const auto found = pipelines_.find(key);
  return *(found != pipelines_.end() ? found : pipelines_.emplace(key, make(key)).first)->second;
}

vk::raii::Pipeline Kernels::make(const Key& key) const {
  const auto& [name, workgroup, quads, blocked] = key;
  const auto kernels = embedded_kernels();
  const auto kernel = std::ranges::find(kernels, std::string_view(name), &EmbeddedKernel::name);
  if (kernel == kernels.end()) throw std::logic_error("no kernel is named " + name);
  const vk::raii::ShaderModule module(device_.handle(),
                                      {{}, kernel->words.size_bytes(), kernel->words.data()});

  const Constants values{workgroup, quads, blocked ? VK_TRUE : VK_FALSE};
  const std::array<vk::SpecializationMapEntry, 3> entries = {{
      {SCANBENCH_CONSTANT_WORKGROUP, offsetof(Constants, workgroup), sizeof(std::uint32_t)},
      {SCANBENCH_CONSTANT_QUADS, offsetof(Constants, quads), sizeof(std::uint32_t)},
      {SCANBENCH_CONSTANT_BLOCKED, offsetof(Constants, blocked), sizeof(vk::Bool32)},
  }};
  const vk::SpecializationInfo constants(static_cast<std::uint32_t>(entries.size()), entries.data(),
                                         sizeof(values), &values);
  const vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *module,
                                                "main", &constants);
  return {device_.handle(), nullptr, vk::ComputePipelineCreateInfo({}, stage, *layout_)};
}

}  // namespace scanbench
