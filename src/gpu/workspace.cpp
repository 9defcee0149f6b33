#include "gpu/workspace.hpp"

#include <algorithm>
#include <cstring>

#include "scan/passes.hpp"

namespace scanbench {
namespace {

using Stage = vk::PipelineStageFlagBits2;
constexpr vk::PipelineStageFlags2 kTransfers = Stage::eAllTransfer;
constexpr vk::PipelineStageFlags2 kEverything = Stage::eComputeShader | Stage::eAllTransfer;

}  // namespace

Workspace::Workspace(const Device& device, std::span<const Plan> plans) : device_(device) {
  std::array<std::uint64_t, kRoleCount> bytes{};
  const auto need = [&](Role role, std::uint64_t least) {
    auto& known = bytes[static_cast<std::size_t>(role)];
    known = std::max(known, least);
  };
  for (const Plan& plan : plans) {
    const std::uint64_t plan_bytes = buffer_elements(plan) * element_bytes(plan.type);
    need(Role::input, plan_bytes);
    for (const Pass& pass : plan.passes) {
      for (const Binding& binding : pass.bindings) {
        need(binding.role, binding.role == Role::total ? kCellBytes : plan_bytes);
      }
    }
  }
  for (std::size_t i = 0; i < kRoleCount; ++i) {
    if (bytes[i] > 0) buffers_[i] = device.make_storage(bytes[i]);
  }
  counter_ = device.make_storage(kCellBytes);
  staging_ = device.make_staging(std::min(at(Role::input).bytes, kStagingBytes));
}

void Workspace::upload(const Values& input) const {
  const auto bytes = bytes_of(input);
  const Buffer& to = at(Role::input);
  if (to.bytes > bytes.size()) {
    device_.run_once([&](const auto& commands) {
      commands.fillBuffer(*to.buffer, bytes.size(), VK_WHOLE_SIZE, 0);
      barrier(commands, kTransfers, kEverything);
    });
  }
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += staging_.bytes) {
    const std::uint64_t chunk = std::min(staging_.bytes, bytes.size() - offset);
    std::memcpy(staging_.mapped, bytes.data() + offset, chunk);
    device_.run_once([&](const auto& commands) {
      commands.copyBuffer(*staging_.buffer, *to.buffer, vk::BufferCopy(0, offset, chunk));
      barrier(commands, kTransfers, kEverything);
    });
  }
}

Values Workspace::read_back(const Buffer& from, ElementType type, std::uint64_t n) const {
  Values values = make_values(type, n);
  const auto bytes = bytes_of(values);
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += staging_.bytes) {
    const std::uint64_t chunk = std::min(staging_.bytes, bytes.size() - offset);
    device_.run_once([&](const auto& commands) {
      commands.copyBuffer(*from.buffer, *staging_.buffer, vk::BufferCopy(offset, 0, chunk));
      barrier(commands, kTransfers, Stage::eHost);
    });
    std::memcpy(bytes.data() + offset, staging_.mapped, chunk);
  }
  return values;
}

}  // namespace scanbench
