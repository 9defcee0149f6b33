#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gpu/kernels.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// Where a run is stamped. Stamping changes what is stamped, so each way is a command buffer of its
/// own and their times are never mixed.
enum class Stamps : std::uint8_t {
  none,       ///< no stamp: what the host's clock sees
  outer,      ///< before the first pass and after the last one's barrier
  each_pass,  ///< before the first pass and after each pass's barrier
  empty,      ///< an outer pair with nothing between: what a stamp itself costs
};
inline constexpr std::size_t kStampsCount = 4;

/// Runs one plan on one device: the only code that turns plans into commands. Buffers, pipelines
/// and command buffers are made at construction, which throws Error where memory is short.
class Executor {
 public:
  Executor(const Device& device, Kernels& kernels, Plan plan);

  const Plan& plan() const { return plan_; }

  /// Fills the input: the plan's n elements, then the identity up to the padded size.
  void upload(const Values& input);

  struct Run {
    double wall_s = 0;  ///< host: submit and wait, without the preparation before it
    /// Device: between stamps, one interval or one a pass; none where a stamp pair tells nothing.
    std::vector<std::optional<double>> intervals_s;
  };
  /// One run over the uploaded input. What it writes to is poisoned beforehand (or copied afresh
  /// from the input), so that a cell nobody writes can never pass for right.
  Run run(Stamps stamps);

  /// The last run's answer.
  Answer answer();

  /// Keeps the last run's answer on the device as the verified one.
  void keep();
  /// How many elements (the total included) of the last run's answer differ from the kept one.
  std::uint64_t mismatches();

 private:
  /// A pipeline with its bindings and constants, ready to dispatch.
  struct Dispatch {
    vk::Pipeline pipeline;
    vk::raii::DescriptorSet set = nullptr;
    std::array<std::uint32_t, 2> push{};
    Groups groups;
  };
  using BoundBuffers = std::vector<std::pair<std::uint32_t, const Buffer*>>;

  Buffer& at(Role role) { return buffers_[static_cast<std::size_t>(role)]; }
  void make_buffers();
  vk::raii::DescriptorSet make_set(const BoundBuffers& bound) const;
  Dispatch make_comparison(const Buffer& answer, const Buffer& kept, std::uint64_t n);
  void dispatch(const vk::raii::CommandBuffer& commands, const Dispatch& work) const;
  void record_preparation();
  void record_run(Stamps stamps);
  void record_comparison();
  Values read_back(const Buffer& from, std::uint64_t n);
  std::uint32_t stamp_count(Stamps stamps) const;

  const Device& device_;
  Kernels& kernels_;
  Plan plan_;
  std::array<Buffer, kRoleCount> buffers_;
  Buffer kept_;
  Buffer kept_total_;
  Buffer counter_;
  Buffer staging_;
  vk::raii::QueryPool queries_ = nullptr;
  vk::raii::DescriptorPool pool_ = nullptr;
  std::vector<Dispatch> passes_;
  std::vector<Dispatch> comparisons_;
  std::vector<vk::raii::CommandBuffer> runs_;  ///< in the order of Stamps
  vk::raii::CommandBuffer preparation_ = nullptr;
  vk::raii::CommandBuffer comparison_ = nullptr;
};

}  // namespace scanbench
