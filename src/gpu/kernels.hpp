#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>

#include "gpu/device.hpp"
#include "interface.h"
#include "scan/plan.hpp"

namespace scanbench {

/// What stands at a binding.
constexpr vk::DescriptorType descriptor_type(std::uint32_t slot) {
  return slot >= SCANBENCH_BINDING_TEXELS ? vk::DescriptorType::eUniformTexelBuffer
                                          : vk::DescriptorType::eStorageBuffer;
}

/// The pipelines of one device, each made once: a kernel's name and variant with its tuning.
class Kernels {
 public:
  explicit Kernels(const Device& device);

  /// The kernel of that pass, for that type unless the pass names its variant, combining by that
  /// operator, cut as its tuning says.
  vk::Pipeline pipeline(const Pass& pass, ElementType type, Op op);
  vk::PipelineLayout layout() const { return *layout_; }
  const vk::raii::DescriptorSetLayout& set_layout() const { return set_layout_; }

 private:
  /// A kernel's name with its variant, and the values of its specialization constants.
  struct Key {
    std::string name;
    std::array<std::uint32_t, SCANBENCH_CONSTANT_COUNT> constants{};
    // Not <=>, whose comparison with 0 clang-tidy 14 takes for one with a null pointer.
    bool operator<(const Key& other) const {
      return std::tie(name, constants) < std::tie(other.name, other.constants);
    }
  };

  vk::raii::Pipeline make(const Key& key) const;

  const Device& device_;
  vk::raii::DescriptorSetLayout set_layout_;
  vk::raii::PipelineLayout layout_;
  std::map<Key, vk::raii::Pipeline> pipelines_;
};

}  // namespace scanbench
