#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scan/element.hpp"
#include "scan/target.hpp"

namespace scanbench {

/// The buffers a plan works in. The input is never written, nor is init, the cell that a scan
/// starts from.
enum class Role : std::uint8_t {
  input,
  work_0,
  work_1,
  total,
  partials,  ///< elements: what tiles come to, and what they start from
  state,     ///< words by which work-groups tell one another how far they are
  init,
};
inline constexpr std::size_t kRoleCount = 7;

std::string_view name_of(Role role);

/// How a binding moves with the window of a pass, where one dispatch cannot bind all that the pass
/// covers.
enum class Span : std::uint8_t {
  all,      ///< not at all
  cells,    ///< an element a cell of the pass
  tiles,    ///< an element a tile
  left,     ///< cells, as far to the left as the stride is long, or a vector where it is shorter
  sibling,  ///< cells that are or have the partners in a tree: a window's own, or those of another
};

/// One buffer at one descriptor binding (a SCANBENCH_BINDING_ number of shaders/include).
struct Binding {
  std::uint32_t slot = 0;
  Role role = Role::input;
  bool writes = false;
  Span span = Span::all;
  std::uint64_t offset_bytes = 0;  ///< where the bound window starts, by kWindowAlignment
  std::uint64_t bytes = 0;         ///< its length; 0: to the buffer's end
};

/// Windows start at multiples of this: the largest alignment that a device may ask for
/// (specification, minStorageBufferOffsetAlignment).
inline constexpr std::uint64_t kWindowAlignment = 256;

/// How the invocations of a work-group scan together: by subgroup operations, or through shared
/// memory with barriers.
enum class TileScan : std::uint8_t { subgroup, shared };

std::string_view name_of(TileScan tile_scan);
std::optional<TileScan> tile_scan_of(std::string_view name);

/// How a kernel is cut into invocations.
struct Tuning {
  /// Who chose: the algorithm, an earlier `scanbench tune`, or the user.
  enum class Source : std::uint8_t { defaults, cached, flag };
  std::uint32_t workgroup = 64;         ///< invocations in one work-group
  std::uint32_t items = 1;              ///< elements an invocation handles; a pair counts as four
  bool blocked = false;                 ///< an invocation's elements lie side by side
  std::optional<TileScan> tile_scan{};  ///< none: no kernel scans in work-groups
  Source source = Source::defaults;
};
std::string_view name_of(Tuning::Source source);

/// Work-groups of one dispatch; one past the limits is refused before anything is made.
struct Groups {
  std::uint64_t x = 1;
  std::uint64_t y = 1;
};

/// A specialization constant (a SCANBENCH_CONSTANT_ number of shaders/include) and its value.
struct Constant {
  std::uint32_t id = 0;
  std::uint32_t value = 0;
};

/// One step over the data: its kernel, what it reads and writes, and the work it does. One
/// dispatch, or several over windows of the buffers (scan/windows.hpp).
struct Pass {
  std::string kernel;               ///< stem of the shader's file
  std::string variant;              ///< of that kernel ("w64"); empty: the one of the plan's type
  std::string name;                 ///< what a reader calls it: "upsweep", "clear"
  std::uint64_t n = 0;              ///< elements it covers
  std::uint64_t stride = 0;         ///< push constant: the partner's distance in elements; 0 = none
  std::vector<Constant> constants;  ///< beside those of the tuning; those not named are 0
  std::vector<Binding> bindings;
  Tuning tuning;
  Groups groups;                  ///< where one dispatch covers it all
  bool barrier_before = false;    ///< a pipeline barrier stands between this pass and the last
  std::uint64_t active = 0;       ///< cells that combine
  std::uint64_t additions = 0;    ///< combines of two elements
  std::uint64_t bytes_moved = 0;  ///< distinct elements read and written, in bytes
};

/// Most additions that any cell's value went through: the depth of the rounding error's bound.
struct Depth {
  std::optional<std::uint64_t> cells;  ///< none: as many as the cell's index
  std::uint64_t total = 0;
};

/// A scan as data: what to dispatch, in which order, on which buffers. Nothing here knows Vulkan.
struct Plan {
  std::string algorithm;
  Target target;  ///< what it was made for
  ElementType type = ElementType::f32;
  Op op = Op::add;
  Kind kind = Kind::inclusive;
  std::uint64_t n = 0;
  std::uint64_t padded_n = 0;  ///< n, or the power of two that the tree is padded to
  Tuning tuning;
  std::vector<Pass> passes;
  bool fresh_copy = false;  ///< work_0 starts as a copy of the input, made outside the timing
  Role result = Role::input;
  std::uint64_t partials_bytes = 0;
  std::uint64_t state_bytes = 0;
  std::optional<Scalar> init;        ///< what a scan starts from; none: the operator's identity
  bool keeps_total = false;          ///< the total stands in its own cell, not at the result's end
  std::uint64_t host_additions = 0;  ///< done by the host, where no pass does it
  std::uint64_t host_bytes_moved = 0;
  Depth depth;
  /// Each run may combine in another order, so that rounded sums differ from run to run; where not,
  /// an answer that changes is wrong.
  bool order_varies = false;
};

/// Sums over a plan, and the least that any scan of n elements can do.
struct Work {
  std::uint64_t dispatches = 0;
  std::uint64_t additions = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t minimum_additions = 0;  ///< n − 1
  std::uint64_t minimum_bytes = 0;      ///< n elements read and n written
};
Work work_of(const Plan& plan);

/// Whether two bindings, of which nothing orders the uses, may show each other's half-done work.
bool conflict(const Binding& one, const Binding& other);

/// Adds a pass, behind a barrier where it touches what an earlier one has written or still reads.
void append(Plan& plan, Pass pass);

/// Indexes of the passes that read or write what an earlier pass has touched without a barrier
/// between the two; empty for a sound plan. Knows nothing of how the plan came to be, so it also
/// judges one whose barrier was taken out.
std::vector<std::size_t> unguarded_passes(const Plan& plan);

/// Whether any pass reads or writes that buffer.
bool uses(const Plan& plan, Role role);

/// ⌈log₂ n⌉ for n ≥ 1: the strides 1, 2, 4, … below n.
std::uint32_t ceil_log2(std::uint64_t n);

/// Bytes of a buffer that holds one cell, the total or a counter: four of the widest elements,
/// since kernels may load whole vectors.
inline constexpr std::uint64_t kCellBytes = 32;

/// Elements that a buffer of the plan holds: padded_n, in whole vectors of four.
std::uint64_t buffer_elements(const Plan& plan);

/// Bytes that the plan needs of the buffer that plays a role.
std::uint64_t role_bytes(const Plan& plan, Role role);

/// Work-groups for that many invocations: in one dimension, or two where one is too short.
Groups groups_for(std::uint64_t invocations, std::uint32_t workgroup, const Target& target);

}  // namespace scanbench
