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

  /// The kernel of that pass, for that type unless the pass names its variant, combining by that
  /// operator, cut as its tuning says.
  vk::Pipeline pipeline(const Pass& pass, ElementType type, Op op);
  vk::PipelineLayout layout() const { return *layout_; }
  const vk::raii::DescriptorSetLayout& set_layout() const { return set_layout_; }

 private:
  /// A kernel's name with its variant, and the values of its specialization constants.
  struct Key {
    std::string name;
    std::uint32_t workgroup;
    std::uint32_t quads;
    std::uint32_t blocked;
    std::uint32_t fine_stride;
    std::uint32_t op;
    // Not <=>, whose comparison with 0 clang-tidy 14 takes for one with a null pointer.
    bool operator<(const Key& other) const {
      return std::tie(name, workgroup, quads, blocked, fine_stride, op) <
             std::tie(other.name, other.workgroup, other.quads, other.blocked, other.fine_stride,
                      other.op);
    }
  };

  vk::raii::Pipeline make(const Key& key) const;

  const Device& device_;
  vk::raii::DescriptorSetLayout set_layout_;
  vk::raii::PipelineLayout layout_;
  std::map<Key, vk::raii::Pipeline> pipelines_;
};

}  // namespace scanbench
