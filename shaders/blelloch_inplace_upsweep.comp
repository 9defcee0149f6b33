#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "pairs.glsl"

// The upsweep's step for one pair: the top takes the sum of both.
void visit(uint pair) {
  if (FINE_STRIDE == 0u) {
    const ELEMENT left = load_cells(left_of(pair)).w;
    store_cell(top_of(pair), 3u, combine(load_cells(top_of(pair)).w, left));
  } else {
    const ELEMENT4 cells = load_cells(pair);
    if (FINE_STRIDE == 1u) store_cell(pair, 1u, combine(cells.y, cells.x));
    store_cell(pair, 3u, combine(cells.w, FINE_STRIDE == 1u ? cells.z : cells.y));
  }
}
