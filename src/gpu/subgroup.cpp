#include "gpu/subgroup.hpp"

#include <algorithm>

#include "gpu/pass_list.hpp"
#include "gpu/workspace.hpp"
#include "scan/passes.hpp"

namespace scanbench {

std::uint32_t count_subgroup(const Device& device, Kernels& kernels) {
  using Stage = vk::PipelineStageFlagBits2;
  const Target& target = device.info().target;
  const std::uint32_t claimed = target.subgroup_size;
  Request request;
  request.n = 1;
  request.type = ElementType::u32;
  request.target = target;
  Plan plan = make_plan(request, 1);
  Pass pass;
  pass.kernel = "count_subgroup";
  pass.variant = "u32";
  const std::uint32_t wanted = std::min(256U, target.max_workgroup_by_subgroups());
  pass.tuning.workgroup = std::max(wanted / claimed, 1U) * claimed;
  pass.constants = {{SCANBENCH_CONSTANT_SUBGROUP, claimed}};
  pass.bindings = {{SCANBENCH_BINDING_CELL, Role::total, true}};
  append(plan, std::move(pass));

  const Workspace workspace(device, std::span(&plan, 1));
  const PassList passes(device, kernels, plan,
                        [&](Role role) { return *workspace.at(role).buffer; });
  device.run_once([&](const vk::raii::CommandBuffer& commands) {
    commands.fillBuffer(*workspace.at(Role::total).buffer, 0, VK_WHOLE_SIZE, 0);
    barrier(commands, Stage::eAllTransfer, Stage::eComputeShader);
    passes.record(commands, {});
    barrier(commands, Stage::eComputeShader, Stage::eAllTransfer);
  });
  const Values counted = workspace.read_back(workspace.at(Role::total), ElementType::u32, 2);
  const auto& words = std::get<std::vector<std::uint32_t>>(counted);
  const std::uint32_t most = words[0];
  const std::uint32_t fewest = ~words[1];
  return fewest == claimed ? most : fewest;
}

}  // namespace scanbench
