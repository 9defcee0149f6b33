#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "quads.glsl"

// From inclusive to exclusive: every cell moves one to the right, the identity comes in at the
// left, and what falls out at the right is the grand total.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT4 operand[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void visit(uint quad) {
  const ELEMENT4 own = source[quad];
  const ELEMENT left = push.base + quad == 0u ? identity() : operand[quad + push.partner].w;
  destination[quad] = ELEMENT4(left, own.xyz);
  if (push.base + quad + 1u == push.end) total = own[(push.n - 1u) % 4u];
}
