#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "cells.glsl"
#include "quads.glsl"

// Between the sweeps: the root, which is the grand total, is set aside, and its cell cleared.
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void visit(uint quad) {
  ELEMENT4 cells = load_cells(quad);
  if (push.base + quad + 1u == push.end) {
    const uint last = (push.n - 1u) % 4u;
    total = cells[last];
    cells[last] = identity();
  }
  store_cells(quad, cells);
}
