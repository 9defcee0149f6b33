#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"

// Each cell of a scanned tile adds what stands before the tile.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT carries[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

ELEMENT4 carry;

// Invocations past the last tile visit nothing, but may not read past its carry either.
#define BEFORE_VISITS \
  carry = ELEMENT4(carries[min(tile_index(), (quad_count() - 1u) / tile_quads())]);
#include "quads.glsl"

void visit(uint quad) { destination[quad] = combine(carry, source[quad]); }
