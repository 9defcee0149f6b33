#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "tile.glsl"
#include "tile_scan.glsl"

// The exclusive scan of what the tiles come to, from the initial value on, in place: one work-group
// takes them tile by tile and keeps the carry, which ends as the grand total.
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT init; };
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void main() {
  ELEMENT carry = init;
  for (uint first = 0u; first < quad_count(); first += tile_quads()) {
    carry = scan_tile(first, carry);
  }
  if (place() == 0u) total = carry;
}
