#pragma once

#include <string>

#include "interface.h"
#include "scan/algorithm.hpp"

namespace scanbench {

/// Data crosses to and from the device through one buffer of at most this size, in bytes.
inline constexpr std::uint64_t kStagingBytes = std::uint64_t{16} << 20;

/// An empty plan for n elements whose buffers hold padded_n.
Plan make_plan(const Request& request, std::uint64_t padded_n);

/// How kernels that handle every cell are cut: several cells an invocation, four at a time.
Tuning cells_tuning(const Request& request);

/// How kernels with one invocation a cell or a pair are cut.
Tuning single_tuning(const Request& request);

/// A pass of a kernel over that many cells, cut so; bindings and counts are the caller's to add.
Pass kernel_pass(const Request& request, const Tuning& tuning, std::uint64_t cells,
                 std::string kernel, std::string name);

/// A pass over the first `cells` cells, from the plan's present result to the work buffer that is
/// not it. It reads and writes each of them; what it combines is the caller's to add.
Pass cells_pass(const Plan& plan, const Request& request, std::uint64_t cells, std::string kernel,
                std::string name);

/// Gives a pass over whole vectors its stride: below a vector's length it is a constant of the
/// kernel too.
void set_stride(Pass& pass, std::uint64_t stride);

/// Appends such a pass and makes its destination the plan's result.
void append_cells(Plan& plan, Pass pass);

}  // namespace scanbench
