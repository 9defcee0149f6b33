// How a tile learns what stands before it while the tiles before it are still at work, or never will
// be: the look-back with its fallback.
//
// A tile's slot holds HALVES words of 32 bits, each half a word of an element in its low 16 bits and a
// state in its top two. They are cleared by a pass of their own, behind a barrier, in every run.
// Sources: Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, 2016;
// Smith, Levien and Owens, Decoupled fallback, SPAA 2025.
//
// What each step leans on:
// - The cleared state is seen by all: the barrier before the pass makes it available and visible.
// - A value is taken only where all of its words bear the same state. A slot has one writer, which
//   writes each word once as aggregate, then once as prefix. The Vulkan memory model orders all
//   atomics to one location, in accord with one invocation's program order (scoped modification
//   order; device scope, vulkanMemoryModelDeviceScope). So words of one state are of one value, in
//   whatever order different words arrive: nothing else is read that another work-group of the pass
//   wrote, and relaxed atomics will do, without release, acquire or fence.
// - No step needs another work-group to make progress, which Vulkan does not promise. Who has waited
//   SPINS rounds reads the missing tile's input, which nobody writes, and combines it himself. He
//   tells nobody, so that a slot keeps its one writer; his own prefix spares those behind him.
// - Tile numbers come from an atomic counter, so whoever holds a tile knows that the work-groups of
//   all tiles before it have begun: the fallback is rare. Nothing is wrong where it is not.
// - All that a look-back waits comes out of one budget of SPINS rounds: a device that cuts loops
//   short, silently (Mesa's stops an invocation after 65,535 iterations), must never cut this one.
//   The plan sees to it that those and the missing tiles which can be there stay far below. (30,000
//   rounds of two words each were enough to be cut: two thirds of an answer were wrong.)
// - Lanes that look back together branch alike: every condition of the loop comes from a ballot or
//   from what all of them hold. After a store by one of them they are taken to run together again,
//   as all code with subgroup operations takes it.
layout(constant_id = SCANBENCH_CONSTANT_SPINS) const uint SPINS = 1;

#define STATE_AGGREGATE 1u  // what the tile alone comes to
#define STATE_PREFIX 2u     // with all before it, the initial value too

layout(std430, binding = SCANBENCH_BINDING_STATE) buffer State {
  uint tiles_taken;
  uint fallbacks;  // how many tiles were combined by another than their own work-group
  uint slots[];
};

// An element as halves of words, the low ones first, and back.
#define HALVES (2 * WORDS)
#if WORDS == 2
void split(ELEMENT value, out uint halves[HALVES]) {
  const uvec2 bits = uvec2(TO_BITS(value));
  halves = uint[](bits.x & 0xffffu, bits.x >> 16, bits.y & 0xffffu, bits.y >> 16);
}
ELEMENT joined(uint halves[HALVES]) {
  return FROM_BITS(BITS(halves[0] | halves[1] << 16, halves[2] | halves[3] << 16));
}
#else
void split(ELEMENT value, out uint halves[HALVES]) {
  const uint bits = TO_BITS(value);
  halves = uint[](bits & 0xffffu, bits >> 16);
}
ELEMENT joined(uint halves[HALVES]) { return FROM_BITS(halves[0] | halves[1] << 16); }
#endif

// By one invocation.
void publish(uint tile, uint state, ELEMENT value) {
  uint halves[HALVES];
  split(value, halves);
  for (uint k = 0u; k < HALVES; ++k) {
    atomicStore(slots[tile * HALVES + k], state << 30 | halves[k], gl_ScopeDevice,
                gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
  }
}

// A tile's state, 0 where it has none yet or its words disagree, and then its value.
uint look_at(uint tile, out ELEMENT value) {
  uint halves[HALVES];
  uint state = 3u;
  uint first = 0u;
  for (uint k = 0u; k < HALVES; ++k) {
    const uint word = atomicLoad(slots[tile * HALVES + k], gl_ScopeDevice,
                                 gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    halves[k] = word & 0xffffu;
    if (k == 0u) first = word >> 30;
    if (word >> 30 != first) state = 0u;
  }
  value = joined(halves);
  return state & first;
}

// What a tile before this one comes to, which therefore is whole, by the lookers alone; four loads an
// iteration.
ELEMENT reduce_missing(uint tile) {
  const uint end = (tile + 1u) * group_quads();
  uint quad = tile * group_quads() + looker();
  ELEMENT4 sums = ELEMENT4(identity());
  for (; quad + 3u * LOOKERS < end; quad += 4u * LOOKERS) {
    const ELEMENT4 a = combine(load_cells(quad), load_cells(quad + LOOKERS));
    const ELEMENT4 b =
        combine(load_cells(quad + 2u * LOOKERS), load_cells(quad + 3u * LOOKERS));
    sums = combine(sums, combine(a, b));
  }
  for (; quad < end; quad += LOOKERS) sums = combine(sums, load_cells(quad));
  return reduce_lookers(combine_all(sums));
}

// What stands before a tile, for the lookers of its work-group; every one of them takes part.
ELEMENT look_back(uint tile, ELEMENT init) {
  ELEMENT sum = identity();  // of the tiles from `end` on
  uint end = tile;
  uint waited = 0u;
  while (end > 0u) {
    const bool mine = looker() < end;
    ELEMENT value;
    uint state = look_at(mine ? end - 1u - looker() : 0u, value);
    // Tests make every tile fall back with a budget of none.
    if (SPINS == 0u && end == tile && looker() == 0u) state = 0u;
    const uint missing = first_looker(mine && state == 0u);
    const uint prefix = first_looker(mine && state == STATE_PREFIX);
    const bool found = prefix < missing;
    const uint taken = found ? prefix + 1u : min(missing, min(end, LOOKERS));
    sum = combine(reduce_lookers(looker() < taken ? value : identity()), sum);
    end -= taken;
    if (found) return sum;
    if (taken > 0u) continue;
    if (waited < SPINS) {
      ++waited;
      continue;
    }
    end -= 1u;
    sum = combine(reduce_missing(end), sum);
    if (looker() == 0u) atomicAdd(fallbacks, 1u);
  }
  return combine(init, sum);
}
