// Where the cells of a tile lie. A work-group's tile is QUADS vectors an invocation: over a
// subgroup's invocations they are striped, so that its loads lie side by side; without subgroup
// operations an invocation's own lie side by side, so that one scan of the work-group will do.
#include "cells.glsl"
#include "group_scan.glsl"

// The k-th vector of this invocation in the tile that starts at vector `first`.
uint quad_at(uint first, uint k) {
#ifndef SHARED
  return first + (gl_SubgroupID * QUADS + k) * SUBGROUP + gl_SubgroupInvocationID;
#else
  return first + place() * QUADS + k;
#endif
}

// Four cells, those past push.n being the identity.
ELEMENT4 load(uint quad) {
  if (quad >= quad_count()) return ELEMENT4(identity());
  ELEMENT4 cells = load_cells(quad);
  const uint left = push.n - 4u * quad;
  if (left < 2u) cells.y = identity();
  if (left < 3u) cells.z = identity();
  if (left < 4u) cells.w = identity();
  return cells;
}
