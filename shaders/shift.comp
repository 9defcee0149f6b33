#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "cells.glsl"
#include "operand.glsl"
#include "quads.glsl"

// From inclusive to exclusive: every cell moves one to the right, the identity comes in at the
// left, and what falls out at the right is the grand total.
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void visit(uint quad) {
  const ELEMENT4 own = load_cells(quad);
  const bool is_first = push.base + quad == 0u;
  const ELEMENT before = load_operand(is_first ? 0u : quad + push.partner).w;
  const ELEMENT left = is_first ? identity() : before;
  store_cells(quad, ELEMENT4(left, own.xyz));
  if (push.base + quad + 1u == push.end) total = own[(push.n - 1u) % 4u];
}
