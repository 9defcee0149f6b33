#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// Counts the words of an answer that differ from those of the verified one, bit by bit. It only
// ever adds to the counter, so several arrays can be compared into one.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { uvec4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Verified { uvec4 verified[]; };
layout(std430, binding = SCANBENCH_BINDING_CELL) buffer Cell { uint mismatches; };

void visit(uint quad) {
  const uvec4 own = source[quad];
  const uvec4 right = verified[quad];
  if (own == right) return;
  uint differing = 0u;
  for (uint k = 0u; k < 4u; ++k) {
    // Past n a vector holds whatever the kernel left there.
    if (4u * quad + k < push.n && own[k] != right[k]) ++differing;
  }
  if (differing > 0u) atomicAdd(mismatches, differing);
}
