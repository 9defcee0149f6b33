#pragma once

#include <string>

#include "interface.h"
#include "scan/algorithm.hpp"

namespace scanbench {

/// Data crosses to and from the device through one buffer of at most this size, in bytes.
inline constexpr std::uint64_t kStagingBytes = std::uint64_t{16} << 20;

/// An empty plan for n elements whose buffers hold padded_n.
Plan make_plan(const Request& request, std::uint64_t padded_n);

/// Elements of a chunk of about that many: chunks whole pages of 4 KiB apart, which a subgroup's
/// invocations walk side by side, would share the sets of a cache, so they are a line of 64 bytes
/// longer. On Mesa's software device a copy by 1,040 words took 10 to 25 % less than by 1,024.
std::uint32_t staggered_items(std::uint32_t items, ElementType type);

/// How kernels that handle every cell are cut: several cells an invocation, four at a time.
Tuning cells_tuning(const Request& request);

/// How kernels with one invocation a cell or a pair are cut.
Tuning single_tuning(const Request& request);

/// A pass of a kernel over that many cells, cut so; bindings and counts are the caller's to add.
Pass kernel_pass(const Request& request, const Tuning& tuning, std::uint64_t cells,
                 std::string kernel, std::string name);

/// Lets a pass, whose kernel is built with TEXELS too, read its cells so where that is faster: on
/// CPU devices that compute with 64-bit integers, unless it took more windows.
void read_texels(Pass& pass, const Plan& plan);

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
