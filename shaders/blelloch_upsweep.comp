#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// One stride of the upsweep: each block's top, (i + 1) % (2 * stride) == 0, becomes
// data[i] + data[i - stride]; every other cell passes through.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

void visit(uint quad) {
  ELEMENT4 cells = source[quad];
  if (push.stride == 1u) {
    cells.yw += cells.xz;
  } else if (push.stride == 2u) {
    cells.w += cells.y;
  } else if ((4u * quad + 4u) % (2u * push.stride) == 0u) {
    // From stride 4 on only a vector's last cell can be a top.
    cells.w += source[quad - push.stride / 4u].w;
  }
  destination[quad] = cells;
}
