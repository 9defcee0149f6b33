#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// One stride of the downsweep, both cases from the same snapshot: a block's top becomes
// data[i] + data[i - stride], its left partner takes the top's old value, the rest pass through.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

void visit(uint quad) {
  ELEMENT4 cells = source[quad];
  if (push.stride == 1u) {
    cells = cells.yyww + ELEMENT4(ELEMENT(0), cells.x, ELEMENT(0), cells.z);
  } else if (push.stride == 2u) {
    cells.yw = ELEMENT2(cells.w, cells.w + cells.y);
  } else {
    // From stride 4 on only a vector's last cell takes part.
    const uint block = 2u * push.stride;
    const uint right = (4u * quad + 4u) % block;
    const uint distance = push.stride / 4u;
    if (right == 0u) {
      cells.w += source[quad - distance].w;
    } else if (right == push.stride) {
      cells.w = source[quad + distance].w;
    }
  }
  destination[quad] = cells;
}
