#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "quads.glsl"

// Between the sweeps: the root, which is the grand total, is set aside, and its cell cleared.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void visit(uint quad) {
  ELEMENT4 cells = source[quad];
  if (push.base + quad + 1u == push.end) {
    const uint last = (push.n - 1u) % 4u;
    total = cells[last];
    cells[last] = identity();
  }
  destination[quad] = cells;
}
