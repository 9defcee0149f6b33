#pragma once

#include <cstdint>
#include <vector>

#include "scan/plan.hpp"

namespace scanbench {

/// Kernels count cells in words of 32 bits, and trees reach a power of two: a plan of more is
/// refused.
inline constexpr std::uint64_t kMostCells = std::uint64_t{1} << 32;

/// One dispatch of a pass: the cells from `first` on, and what it binds of each buffer.
struct Window {
  std::uint64_t first = 0;
  std::uint64_t n = 0;
  std::uint32_t partner = 0;  ///< from a vector of four cells to its partner's in the operand,
                              ///< modulo 2^32
  Groups groups;
  std::vector<Binding> bindings;  ///< every length is known
};

/// The dispatches of a pass, on the target that the plan was made for: one where it can bind all
/// that the pass covers, else as many as it takes, which need no barrier between them. None where
/// no cut will do: a binding that does not move is too large, or a single tile is.
std::vector<Window> windows_of(const Plan& plan, const Pass& pass);

}  // namespace scanbench
