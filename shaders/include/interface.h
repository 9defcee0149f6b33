// What host and kernels must agree on, stated once: this file is read as GLSL and as C++.
#ifndef SCANBENCH_INTERFACE_H
#define SCANBENCH_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
namespace scanbench::shader {
using uint = std::uint32_t;
#endif

// Descriptor bindings, all of set 0.
#define SCANBENCH_BINDING_SOURCE 0       // the array a pass reads
#define SCANBENCH_BINDING_OPERAND 1      // a second array it reads: what each tile starts from
#define SCANBENCH_BINDING_DESTINATION 2  // the array it writes
#define SCANBENCH_BINDING_CELL 3         // the grand total, a counter, or one element a tile
#define SCANBENCH_BINDING_STATE 4        // words by which work-groups tell one another
// From here on uniform texel buffers of four words of 32 bits.
#define SCANBENCH_BINDING_TEXELS 5          // what else stands at the source
#define SCANBENCH_BINDING_OPERAND_TEXELS 6  // what else stands at the operand, where that is cells
#define SCANBENCH_BINDING_COUNT 7

// Specialization constants.
#define SCANBENCH_CONSTANT_WORKGROUP 0    // invocations a work-group
#define SCANBENCH_CONSTANT_QUADS 1        // vectors of four elements an invocation
#define SCANBENCH_CONSTANT_BLOCKED 2      // each invocation takes consecutive vectors
#define SCANBENCH_CONSTANT_FINE_STRIDE 3  // the stride where it is below a vector, 1 or 2; else 0
#define SCANBENCH_CONSTANT_INCLUSIVE 5    // a cell's own element is part of its sum
#define SCANBENCH_CONSTANT_CARRIED 6      // tiles start from the operand's cells, else from nothing
#define SCANBENCH_CONSTANT_SUMMED 7       // each tile tells what it comes to
#define SCANBENCH_CONSTANT_SUBGROUP 8     // invocations a subgroup, where its operations are used
#define SCANBENCH_CONSTANT_SPINS 9        // rounds that a look-back waits in all
#define SCANBENCH_CONSTANT_OPERATOR 4     // one of:

#define SCANBENCH_OPERATOR_ADD 0
#define SCANBENCH_OPERATOR_MIN 1
#define SCANBENCH_OPERATOR_MAX 2

#define SCANBENCH_CONSTANT_COUNT 10

struct PushConstants {
  uint n;        // elements that the dispatch covers: the pass's, or those of a window of it
  uint stride;   // distance of the partner, in elements; 0 where a pass has none
  uint base;     // where the window starts in the pass, in vectors of four
  uint partner;  // from a vector to its partner in the operand, in vectors modulo 2^32
  uint end;      // vectors of the whole pass
};

#ifdef __cplusplus
}  // namespace scanbench::shader
#endif

#endif
