#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "strided.glsl"

// One stride of Hillis and Steele: out[i] = in[i] + in[i - stride] for i >= stride, else in[i].
void visit(uint quad) {
  const ELEMENT4 own = load_cells(quad);
  const uint distance = FINE_STRIDE == 0u ? push.stride / 4u : 1u;
  const bool has_left = push.base + quad >= distance;
  const ELEMENT4 left = load_operand(has_left ? quad + push.partner : 0u);
  ELEMENT4 cells;
  if (FINE_STRIDE == 0u) {
    cells = has_left ? combine(own, left) : own;
  } else if (FINE_STRIDE == 1u) {
    cells = ELEMENT4(has_left ? combine(own.x, left.w) : own.x, combine(own.y, own.x),
                     combine(own.zw, own.yz));
  } else {
    cells = ELEMENT4(has_left ? combine(own.xy, left.zw) : own.xy, combine(own.zw, own.xy));
  }
  store_cells(quad, cells);
}
