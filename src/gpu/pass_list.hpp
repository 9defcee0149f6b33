#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "gpu/kernels.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// Passes, cut into windows where they must be, with their pipelines and descriptor sets, ready to
/// be recorded into command buffers.
class PassList {
 public:
  /// The buffer that plays a role.
  using Lookup = std::function<vk::Buffer(Role)>;

  /// Each buffer is bound over the bytes that the plan needs, however large it is. Throws
  /// std::logic_error where the target that the plan was made for cannot run it.
  PassList(const Device& device, Kernels& kernels, const Plan& plan, const Lookup& lookup);

  /// Dispatches every pass, a barrier before each where the plan has one. `before` is called with
  /// a pass's index between its barrier and its dispatch.
  void record(const vk::raii::CommandBuffer& commands,
              const std::function<void(std::size_t)>& before) const;

  std::size_t size() const { return steps_.size(); }

 private:
  struct Dispatch {
    vk::Pipeline pipeline;
    vk::raii::DescriptorSet set = nullptr;
    shader::PushConstants push{};
    Groups groups;
  };
  /// Dispatches over its windows, with nothing between them.
  struct Step {
    std::vector<Dispatch> dispatches;
    bool barrier_before = false;
  };

  void bind(const Device& device, vk::DescriptorSet set, const Binding& binding, vk::Buffer buffer);

  vk::PipelineLayout layout_;
  std::vector<vk::raii::BufferView> views_;
  vk::raii::DescriptorPool pool_ = nullptr;
  std::vector<Step> steps_;
};

}  // namespace scanbench
