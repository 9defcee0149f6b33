#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace scanbench {

/// A kernel's SPIR-V as the build made it; the name is "hillis_steele.f32".
struct EmbeddedKernel {
  std::string_view name;
  std::span<const std::uint32_t> words;
};

std::span<const EmbeddedKernel> embedded_kernels();

}  // namespace scanbench
