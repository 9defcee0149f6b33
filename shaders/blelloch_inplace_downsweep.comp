#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "pairs.glsl"

// The downsweep's step for one pair: the top takes the sum of both, its left partner the old top.
void visit(uint pair) {
  if (FINE_STRIDE == 0u) {
    const ELEMENT left = load_cells(left_of(pair)).w;
    const ELEMENT top = load_cells(top_of(pair)).w;
    store_cell(left_of(pair), 3u, top);
    store_cell(top_of(pair), 3u, combine(top, left));
  } else {
    const ELEMENT4 cells = load_cells(pair);
    if (FINE_STRIDE == 1u) {
      store_cells(pair, ELEMENT4(cells.y, combine(cells.y, cells.x), cells.w, combine(cells.w, cells.z)));
    } else {
      store_cell(pair, 1u, cells.w);
      store_cell(pair, 3u, combine(cells.w, cells.y));
    }
  }
}
