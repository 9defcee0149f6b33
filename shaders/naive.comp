#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"

// Each invocation sums its own prefix, left to right. Four elements an iteration: Mesa's software
// device stops a loop, silently, after 65,535 iterations, and n may be 65,536.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT destination[];
};

void main() {
  const uint cell = invocation_index();
  if (cell >= push.n) return;
  ELEMENT sum = identity();
  for (uint quad = 0u; quad < cell / 4u; ++quad) {
    const ELEMENT4 cells = source[quad];
    sum = combine(sum, cells.x);
    sum = combine(sum, cells.y);
    sum = combine(sum, cells.z);
    sum = combine(sum, cells.w);
  }
  const ELEMENT4 last = source[cell / 4u];
  for (uint k = 0u; k <= cell % 4u; ++k) sum = combine(sum, last[k]);
  destination[cell] = sum;
}
