#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "tile.glsl"
#include "tile_scan.glsl"

// Each tile's scan, from what its carry says where it is CARRIED; where tiles are SUMMED, it then
// tells what it comes to, the carry with it.
layout(constant_id = SCANBENCH_CONSTANT_CARRIED) const bool CARRIED = false;
layout(constant_id = SCANBENCH_CONSTANT_SUMMED) const bool SUMMED = false;

layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT carries[]; };
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cells { ELEMENT sums[]; };

void main() {
  const uint tile = tile_index();
  const uint first = tile * tile_quads();
  if (first >= quad_count()) return;
  const ELEMENT carry = CARRIED ? carries[tile] : identity();
  const ELEMENT sum = BLOCKED ? scan_chunk(first, carry) : scan_tile(first, carry);
  if (SUMMED && (BLOCKED || place() == 0u)) sums[tile] = sum;
}
