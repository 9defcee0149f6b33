// What the kernels of one stride share. Strides are powers of two, so from 4 on a cell's partner
// has the same place in another vector; below 4 it stands in its own vector or the next. Which of
// these a pass is, is a constant of its pipeline: Mesa's software device runs both sides of a
// branch under masks, uniform or not, and every load counts there.
#include "cells.glsl"
// The partners: the source itself, or another window of the same buffer.
#include "operand.glsl"
#include "quads.glsl"

layout(constant_id = SCANBENCH_CONSTANT_FINE_STRIDE) const uint FINE_STRIDE = 0;

// How many vectors the end of this one is past the end of a block of two strides, for strides from
// 4 on: a power of two, so that whatever wraps does not matter.
uint past_block(uint quad) { return (push.base + quad + 1u) & (push.stride / 2u - 1u); }
