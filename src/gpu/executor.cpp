#include "gpu/executor.hpp"

#include <array>
#include <cstring>

#include "interface.h"
#include "scan/passes.hpp"

namespace scanbench {
namespace {

using Stage = vk::PipelineStageFlagBits2;

constexpr vk::PipelineStageFlags2 kTransfers = Stage::eAllTransfer;
constexpr vk::PipelineStageFlags2 kEverything = Stage::eComputeShader | Stage::eAllTransfer;

/// Compares n elements that play `answer` with their kept copy, counting into the total's role.
Plan comparison_plan(const Plan& plan, std::uint64_t n) {
  Request request;
  request.n = n;
  request.type = plan.type;
  request.target = plan.target;
  Plan comparison = make_plan(request, n);
  Pass pass = cells_pass(comparison, request, n, "compare", "compare");
  pass.variant = element_bytes(plan.type) == 8 ? "wide" : "u32";
  // Roles here: the answer, its kept copy, the counter.
  pass.bindings = {{SCANBENCH_BINDING_SOURCE, Role::work_0, false, Span::cells},
                   {SCANBENCH_BINDING_OPERAND, Role::work_1, false, Span::cells},
                   {SCANBENCH_BINDING_CELL, Role::total, true}};
  comparison.passes = {pass};
  return comparison;
}

/// What the scan starts from, as the device reads it.
std::array<std::byte, kCellBytes> init_cell(const Plan& plan) {
  std::array<std::byte, kCellBytes> cell{};
  const Scalar init = plan.init.value_or(element_at(make_identities(plan.type, plan.op, 1), 0));
  std::visit([&](const auto& value) { std::memcpy(cell.data(), &value, sizeof(value)); }, init);
  return cell;
}

}  // namespace

Executor::Executor(const Device& device, Kernels& kernels, const Workspace& workspace, Plan plan)
    : device_(device),
      workspace_(workspace),
      plan_(std::move(plan)),
      kept_(device.make_storage(buffer_elements(plan_) * element_bytes(plan_.type))),
      kept_total_(device.make_storage(kCellBytes)),
      passes_(device, kernels, plan_, [&](Role role) { return *workspace.at(role).buffer; }),
      comparison_(device.make_command_buffer()) {
  for (const std::uint32_t poison : kPoisons) record_preparation(poison);
  record_runs();
  record_comparison(kernels);
}

void Executor::record_preparation(std::uint32_t poison) {
  const auto& preparation = preparations_.emplace_back(device_.make_command_buffer());
  preparation.begin({});
  if (uses(plan_, Role::init)) {
    preparation.updateBuffer<std::byte>(*workspace_.at(Role::init).buffer, 0, init_cell(plan_));
  }
  for (const Role role : {Role::work_0, Role::work_1, Role::total, Role::partials, Role::state}) {
    // A buffer that only others use may be smaller than this plan's.
    if (!uses(plan_, role)) continue;
    const Buffer& buffer = workspace_.at(role);
    if (role == Role::work_0 && plan_.fresh_copy) {
      preparation.copyBuffer(*workspace_.at(Role::input).buffer, *buffer.buffer,
                             vk::BufferCopy(0, 0, kept_.bytes));
    } else {
      preparation.fillBuffer(*buffer.buffer, 0, role_bytes(plan_, role), poison);
    }
  }
  barrier(preparation, kTransfers, kEverything);
  preparation.end();
}

void Executor::record_runs() {
  const auto record = [&](std::uint32_t stamps, bool each_pass, bool empty) {
    runs_.emplace_back(device_, stamps,
                       [&](const vk::raii::CommandBuffer& commands, const auto& stamp) {
                         stamp();
                         if (!empty) {
                           passes_.record(commands, [&](std::size_t i) {
                             if (each_pass && i > 0) stamp();
                           });
                           barrier(commands, Stage::eComputeShader, kEverything);
                         }
                         stamp();
                       });
  };
  const auto passes = static_cast<std::uint32_t>(passes_.size());
  record(0, false, false);
  record(2, false, false);
  record(passes == 0 ? 0 : passes + 1, true, false);
  record(2, false, true);
  runs_.emplace_back(device_, 0, [&](const vk::raii::CommandBuffer& commands, const auto&) {
    passes_.record(commands, [&](std::size_t i) {
      barrier(commands, kEverything, kTransfers);
      commands.fillBuffer(*workspace_.mark().buffer, 0, sizeof(std::uint32_t),
                          static_cast<std::uint32_t>(i) + 1);
      barrier(commands, kTransfers, kEverything);
    });
    barrier(commands, kEverything, kEverything);
  });
}

void Executor::prepare() {
  *static_cast<volatile std::uint32_t*>(workspace_.mark().mapped) = 0;
  device_.submit(preparations_.at(runs_prepared_++ % preparations_.size()));
}

std::size_t Executor::passes_begun() const {
  // The device writes it meanwhile.
  return *static_cast<const volatile std::uint32_t*>(workspace_.mark().mapped);
}

void Executor::record_comparison(Kernels& kernels) {
  const auto add = [&](Role role, std::uint64_t n) {
    comparisons_.emplace_back(device_, kernels, comparison_plan(plan_, n), [&](Role part) {
      if (part == Role::work_0) return *workspace_.at(role).buffer;
      return part == Role::work_1 ? *kept_for(role).buffer : *workspace_.counter().buffer;
    });
  };
  add(plan_.result, plan_.n);
  if (plan_.keeps_total) add(Role::total, 1);

  comparison_.begin({});
  comparison_.fillBuffer(*workspace_.counter().buffer, 0, VK_WHOLE_SIZE, 0);
  barrier(comparison_, kTransfers, kEverything);
  for (const PassList& comparison : comparisons_) comparison.record(comparison_, {});
  barrier(comparison_, kEverything, kTransfers);
  comparison_.copyBuffer(*workspace_.counter().buffer, *workspace_.staging().buffer,
                         vk::BufferCopy(0, 0, sizeof(std::uint32_t)));
  barrier(comparison_, kTransfers, Stage::eHost);
  comparison_.end();
}

Answer Executor::answer() const {
  Values cells = workspace_.read_back(workspace_.at(plan_.result), plan_.type, plan_.n);
  const Scalar total =
      plan_.keeps_total
          ? element_at(workspace_.read_back(workspace_.at(Role::total), plan_.type, 1), 0)
          : element_at(cells, plan_.n - 1);
  return {std::move(cells), total};
}

void Executor::keep() const {
  device_.run_once([&](const auto& commands) {
    const auto copy = [&](Role role) {
      const Buffer& kept = kept_for(role);
      commands.copyBuffer(*workspace_.at(role).buffer, *kept.buffer,
                          vk::BufferCopy(0, 0, kept.bytes));
    };
    copy(plan_.result);
    if (plan_.keeps_total) copy(Role::total);
    barrier(commands, kTransfers, kEverything);
  });
}

std::uint64_t Executor::mismatches() const {
  device_.submit(comparison_);
  std::uint32_t count = 0;
  std::memcpy(&count, workspace_.staging().mapped, sizeof(count));
  return count;
}

}  // namespace scanbench
