#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "tile.glsl"
#include "tile_reduce.glsl"

// What each tile comes to: the upsweep.
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cells { ELEMENT sums[]; };

void main() {
  const uint first = tile_index() * tile_quads();
  if (first >= quad_count()) return;
  if (BLOCKED) {
    sums[tile_index()] = reduce_chunk(first);
  } else {
    const ELEMENT sum = reduce_tile(first);
    if (place() == 0u) sums[tile_index()] = sum;
  }
}
