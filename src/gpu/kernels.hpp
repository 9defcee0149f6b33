#pragma once

#include <map>
#include <string>
#include <tuple>

#include "gpu/device.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// The pipelines of one device, each made once: a kernel's name and variant with its tuning.
class Kernels {
 public:
  explicit Kernels(const Device& device);

  /// The kernel of the shader file `stem`, for that type, cut as the tuning says.
  vk::Pipeline pipeline(const std::string& stem, ElementType type, const Tuning& tuning);
  vk::PipelineLayout layout() const { return *layout_; }
  const vk::raii::DescriptorSetLayout& set_layout() const { return set_layout_; }

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, bool>;

  vk::raii::Pipeline make(const Key& key) const;

  const Device& device_;
  vk::raii::DescriptorSetLayout set_layout_;
  vk::raii::PipelineLayout layout_;
  std::map<Key, vk::raii::Pipeline> pipelines_;
};

}  // namespace scanbench
