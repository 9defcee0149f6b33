// What a tile comes to.

// The tile of one invocation: QUADS vectors from `first` on, four loads an iteration.
ELEMENT reduce_chunk(uint first) {
  const uint whole = min(first + QUADS, push.n / 4u);
  ELEMENT4 sums = ELEMENT4(identity());
  uint quad = first;
  for (; quad + 4u <= whole; quad += 4u) {
    const ELEMENT4 a = combine(load_cells(quad), load_cells(quad + 1u));
    const ELEMENT4 b = combine(load_cells(quad + 2u), load_cells(quad + 3u));
    sums = combine(sums, combine(a, b));
  }
  for (; quad < whole; ++quad) sums = combine(sums, load_cells(quad));
  if (quad < min(first + QUADS, quad_count())) sums = combine(sums, load(quad));
  return combine_all(sums);
}

// The tile of a work-group; every invocation returns all of it.
ELEMENT reduce_tile(uint first) {
  ELEMENT4 sums = load(quad_at(first, 0u));
  for (uint k = 1u; k < QUADS; ++k) sums = combine(sums, load(quad_at(first, k)));
  ELEMENT total;
  scan_group(combine_all(sums), total);
  return total;
}
