#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "strided.glsl"

// One stride of the downsweep, both cases from the same snapshot: a block's top becomes
// data[i] + data[i - stride], its left partner takes the top's old value, the rest pass through.
void visit(uint quad) {
  ELEMENT4 cells = load_cells(quad);
  if (FINE_STRIDE == 1u) {
    cells = ELEMENT4(cells.y, combine(cells.y, cells.x), cells.w, combine(cells.w, cells.z));
  } else if (FINE_STRIDE == 2u) {
    cells.yw = ELEMENT2(cells.w, combine(cells.w, cells.y));
  } else {
    // Only a vector's last cell takes part: past the block's end by 0 it is the top, by a stride
    // the left partner.
    const bool is_top = past_block(quad) == 0u;
    const bool is_left = past_block(quad) == push.stride / 4u;
    const ELEMENT partner =
        load_operand(is_top ? quad + push.partner : is_left ? quad - push.partner : 0u).w;
    cells.w = is_top ? combine(cells.w, partner) : is_left ? partner : cells.w;
  }
  store_cells(quad, cells);
}
