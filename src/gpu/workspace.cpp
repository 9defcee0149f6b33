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
    need(Role::input, role_bytes(plan, Role::input));
    for (const Pass& pass : plan.passes) {
      for (const Binding& binding : pass.bindings) {
        need(binding.role, role_bytes(plan, binding.role));
      }
    }
  }
  for (std::size_t i = 0; i < kRoleCount; ++i) {
    if (bytes[i] > 0) buffers_[i] = device.make_storage(bytes[i]);
  }
  counter_ = device.make_storage(kCellBytes);
  mark_ = device.make_staging(kCellBytes);
  staging_ = device.make_staging(std::min(at(Role::input).bytes, kStagingBytes));
  pad_input(plans.front());
}

void Workspace::pad_input(const Plan& plan) const {
  const std::uint64_t width = element_bytes(plan.type);
  const std::uint64_t begin = plan.n * width;
  const std::uint64_t end = at(Role::input).bytes;
  const Values padding =
      make_identities(plan.type, plan.op, std::min(staging_.bytes, end - begin) / width);
  const auto bytes = bytes_of(padding);
  for (std::uint64_t offset = begin; offset < end; offset += bytes.size()) {
    write_input(offset, bytes.first(std::min(bytes.size(), end - offset)));
  }
}

void Workspace::write_input(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(staging_.bytes, bytes.size()));
    std::memcpy(staging_.mapped, piece.data(), piece.size());
    device_.run_once([&](const auto& commands) {
      commands.copyBuffer(*staging_.buffer, *at(Role::input).buffer,
                          vk::BufferCopy(0, offset, piece.size()));
      barrier(commands, kTransfers, kEverything);
    });
    offset += piece.size();
    bytes = bytes.subspan(piece.size());
  }
}

void Workspace::upload(const Values& input) const {
  write_input(0, bytes_of(input));
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
