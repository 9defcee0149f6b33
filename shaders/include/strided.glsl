// What the kernels of one stride share. Strides are powers of two, so from 4 on a cell's partner
// has the same place in another vector; below 4 it stands in its own vector or the next. Which of
// these a pass is, is a constant of its pipeline: Mesa's software device runs both sides of a
// branch under masks, uniform or not, and every load counts there.
#include "quads.glsl"

layout(constant_id = SCANBENCH_CONSTANT_FINE_STRIDE) const uint FINE_STRIDE = 0;

layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};
