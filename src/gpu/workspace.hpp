#pragma once

#include <array>
#include <span>

#include "gpu/device.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// The buffers that all plans of one n, type and operator work in, one after the other: large
/// enough for the largest of them. The input is uploaded once for all; past n it holds the
/// identity, which trees are padded with. Throws Error where memory is short.
class Workspace {
 public:
  Workspace(const Device& device, std::span<const Plan> plans);

  /// Fills the input with these n elements.
  void upload(const Values& input) const;
  /// The first n elements of a buffer.
  Values read_back(const Buffer& from, ElementType type, std::uint64_t n) const;

  const Buffer& at(Role role) const { return buffers_[static_cast<std::size_t>(role)]; }
  const Buffer& staging() const { return staging_; }
  /// One cell for kernels that count.
  const Buffer& counter() const { return counter_; }
  /// A word that tells the host how far the device has come.
  const Buffer& mark() const { return mark_; }

 private:
  void pad_input(const Plan& plan) const;
  /// Copies bytes of the host, piece by piece, to an offset of the input.
  void write_input(std::uint64_t offset, std::span<const std::byte> bytes) const;

  const Device& device_;
  std::array<Buffer, kRoleCount> buffers_;
  Buffer counter_;
  Buffer mark_;
  Buffer staging_;
};

}  // namespace scanbench
