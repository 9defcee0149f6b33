// The scan of a tile that starts from a carry; it returns the carry with all of the tile.
layout(constant_id = SCANBENCH_CONSTANT_INCLUSIVE) const bool INCLUSIVE = false;

// Four cells, scanned from `sum` on, which then has them in it.
ELEMENT4 scan_quad(inout ELEMENT sum, ELEMENT4 cells) {
  const ELEMENT x = combine(sum, cells.x);
  const ELEMENT y = combine(x, cells.y);
  const ELEMENT z = combine(y, cells.z);
  const ELEMENT before = sum;
  sum = combine(z, cells.w);
  return INCLUSIVE ? ELEMENT4(x, y, z, sum) : ELEMENT4(before, x, y, z);
}

// The tile of one invocation: QUADS vectors from `first` on.
ELEMENT scan_chunk(uint first, ELEMENT sum) {
  const uint whole = min(first + QUADS, push.n / 4u);
  uint quad = first;
  for (; quad < whole; ++quad) store_cells(quad, scan_quad(sum, load_cells(quad)));
  if (quad < min(first + QUADS, quad_count())) store_cells(quad, scan_quad(sum, load(quad)));
  return sum;
}

// The tile of a work-group, held in registers between its one load and its one store: its vectors,
// what stands before each in its subgroup, and before the subgroup.
ELEMENT4 held_cells[QUADS];
ELEMENT held_before[QUADS];
ELEMENT held_group_before;

// Loads the tile and returns what all of it comes to.
ELEMENT hold_tile(uint first) {
  for (uint k = 0u; k < QUADS; ++k) held_cells[k] = load(quad_at(first, k));
  ELEMENT sum = identity();
  for (uint k = 0u; k < QUADS; ++k) {
    const ELEMENT own = combine_all(held_cells[k]);
#ifndef SHARED
    held_before[k] = combine(sum, scan_subgroup(own));
    sum = last_of_subgroup(combine(held_before[k], own));
#else
    held_before[k] = sum;
    sum = combine(sum, own);
#endif
  }
  ELEMENT total;
#ifndef SHARED
  held_group_before = scan_subgroups(sum, total);
#else
  held_group_before = scan_group(sum, total);
#endif
  return total;
}

// Stores the tile that is held, scanned from a carry on.
void release_tile(uint first, ELEMENT carry) {
  const ELEMENT start = combine(carry, held_group_before);
  for (uint k = 0u; k < QUADS; ++k) {
    const uint quad = quad_at(first, k);
    ELEMENT from = combine(start, held_before[k]);
    const ELEMENT4 scanned = scan_quad(from, held_cells[k]);
    if (quad < quad_count()) store_cells(quad, scanned);
  }
}

ELEMENT scan_tile(uint first, ELEMENT carry) {
  const ELEMENT total = hold_tile(first);
  release_tile(first, carry);
  return combine(carry, total);
}
