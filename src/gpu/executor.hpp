#pragma once

#include <optional>

#include "gpu/pass_list.hpp"
#include "gpu/stamped.hpp"
#include "gpu/workspace.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// Where a run is stamped. Stamping changes what is stamped, so each way is a command buffer of its
/// own and their times are never mixed.
enum class Stamps : std::uint8_t {
  none,       ///< no stamp: what the host's clock sees
  outer,      ///< before the first pass and after the last one's barrier
  each_pass,  ///< before the first pass and after each pass's barrier
  empty,      ///< an outer pair with nothing between: what a stamp itself costs
  marks,      ///< no stamp, but a mark before each pass, which the host can read meanwhile
};

/// Runs one plan in a workspace: the only code that turns plans into commands. Pipelines and
/// command buffers are made at construction, which throws Error where memory is short.
class Executor {
 public:
  Executor(const Device& device, Kernels& kernels, const Workspace& workspace, Plan plan);

  const Plan& plan() const { return plan_; }

  /// Poisons what the plan writes to (or copies it afresh from the input), so that a cell nobody
  /// writes can never pass for right. To be called before each run.
  void prepare();
  /// One run over the workspace's input.
  StampedCommands::Run run(Stamps stamps) const {
    return runs_[static_cast<std::size_t>(stamps)].run();
  }

  /// How many passes the device has begun in the last run with marks, which may be going on.
  std::size_t passes_begun() const;

  /// The last run's answer.
  Answer answer() const;
  /// Keeps the last run's answer on the device as the verified one.
  void keep() const;
  /// How many elements (the total included) of the last run's answer differ from the kept one.
  std::uint64_t mismatches() const;

 private:
  const Buffer& kept_for(Role role) const { return role == Role::total ? kept_total_ : kept_; }
  void record_preparation(std::uint32_t poison);
  void record_runs();
  void record_comparison(Kernels& kernels);

  const Device& device_;
  const Workspace& workspace_;
  Plan plan_;
  Buffer kept_;
  Buffer kept_total_;
  PassList passes_;
  std::vector<PassList> comparisons_;
  std::vector<StampedCommands> runs_;                  ///< in the order of Stamps
  std::vector<vk::raii::CommandBuffer> preparations_;  ///< one a poison, taken by turns
  std::size_t runs_prepared_ = 0;
  vk::raii::CommandBuffer comparison_;
};

}  // namespace scanbench
