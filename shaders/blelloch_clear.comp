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
  const uint last = push.n - 1u;
  if (quad == last / 4u) {
    total = cells[last % 4u];
    cells[last % 4u] = identity();
  }
  destination[quad] = cells;
}
