#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "cells.glsl"

// Each cell of a scanned tile adds what stands before the tile.
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT carries[]; };

ELEMENT4 carry;

// Invocations past the last tile visit nothing, but may not read past its carry either.
#define BEFORE_VISITS \
  carry = ELEMENT4(carries[min(tile_index(), (quad_count() - 1u) / tile_quads())]);
#include "quads.glsl"

void visit(uint quad) { store_cells(quad, combine(carry, load_cells(quad))); }
