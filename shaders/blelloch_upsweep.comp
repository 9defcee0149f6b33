#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "strided.glsl"

// One stride of the upsweep: each block's top, (i + 1) % (2 * stride) == 0, becomes
// data[i] + data[i - stride]; every other cell passes through.
void visit(uint quad) {
  ELEMENT4 cells = load_cells(quad);
  if (FINE_STRIDE == 1u) {
    cells.yw = combine(cells.yw, cells.xz);
  } else if (FINE_STRIDE == 2u) {
    cells.w = combine(cells.w, cells.y);
  } else {
    // Only a vector's last cell can be a top.
    const bool is_top = past_block(quad) == 0u;
    const ELEMENT left = load_operand(is_top ? quad + push.partner : 0u).w;
    cells.w = is_top ? combine(cells.w, left) : cells.w;
  }
  store_cells(quad, cells);
}
