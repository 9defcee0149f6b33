// What the kernels of a tree in place share. A visit takes one pair: its top is the last cell of a
// block of two strides, its left partner a stride below; at stride 1 it takes a vector's two pairs.
// Cells are loaded by whole vectors and stored one by one, since only those of pairs change. The
// buffer is bound twice, and all loads stand before the stores, so that synchronization validation
// sees which is which.
#include "cells.glsl"

layout(constant_id = SCANBENCH_CONSTANT_FINE_STRIDE) const uint FINE_STRIDE = 0;

layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Cells { ELEMENT stored[]; };

void store_cell(uint quad, uint k, ELEMENT cell) { stored[4u * quad + k] = cell; }

// The vectors of a pair's top and left partner, for strides from 4 on: they are the last cells.
uint top_of(uint pair) { return (push.stride / 2u) * (pair + 1u) - 1u; }
uint left_of(uint pair) { return top_of(pair) - push.stride / 4u; }

uint pair_visits() { return FINE_STRIDE == 1u ? quad_count() : push.n / 2u / push.stride; }
#define VISITS pair_visits()
#include "quads.glsl"
