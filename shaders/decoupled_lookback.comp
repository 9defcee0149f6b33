#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
#include "kernel.glsl"
#include "operator.glsl"
#include "tile.glsl"
#include "tile_reduce.glsl"
#include "tile_scan.glsl"
#include "look_back.glsl"

// One pass over the data: a work-group takes the next tile, tells what it comes to, looks back for
// what stands before it, tells that with its own, and scans. look_back.glsl says why that is right.
// A tile is always a work-group's, also where each invocation has a chunk of it for itself.
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT init; };
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT grand_total; };

uint take_tile() {
  uint tile = 0u;
  if (place() == 0u) tile = atomicAdd(tiles_taken, 1u);
  return share_index(tile);
}

// What stands before a tile that comes to `sum`.
ELEMENT carry_of(uint tile, ELEMENT sum) {
  ELEMENT carry = identity();
  if (looks()) {
    if (looker() == 0u && tile > 0u) publish(tile, STATE_AGGREGATE, sum);
    carry = look_back(tile, init);
    if (looker() == 0u) {
      publish(tile, STATE_PREFIX, combine(carry, sum));
      if ((tile + 1u) * group_quads() >= quad_count()) grand_total = combine(carry, sum);
    }
  }
  return share_element(carry);
}

void main() {
  const uint tile = take_tile();
  const uint first = tile * group_quads();
  if (first >= quad_count()) return;
  if (BLOCKED) {
    const uint chunk = first + place() * QUADS;
    ELEMENT sum;
    const ELEMENT before = scan_group(reduce_chunk(chunk), sum);
    scan_chunk(chunk, combine(carry_of(tile, sum), before));
  } else {
    const ELEMENT sum = hold_tile(first);
    release_tile(first, carry_of(tile, sum));
  }
}
