#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// Counts the elements of an answer that differ from those of the verified one, bit by bit. It only
// ever adds to the counter, so several arrays can be compared into one. An element is WORDS words
// of 32 bits: the comparison needs no 64-bit type of the device.
struct Quad { uvec4 words[WORDS]; };

layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { Quad source[]; };
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Verified { Quad verified[]; };
layout(std430, binding = SCANBENCH_BINDING_CELL) buffer Cell { uint mismatches; };

void visit(uint quad) {
  const Quad own = source[quad];
  const Quad right = verified[quad];
  if (own == right) return;
  uint differing = 0u;
  // Past n a quad holds whatever the kernel left there.
  for (uint k = 0u; k < 4u && 4u * quad + k < push.n; ++k) {
    bool differs = false;
    for (uint word = WORDS * k; word < WORDS * (k + 1u); ++word) {
      if (own.words[word / 4u][word % 4u] != right.words[word / 4u][word % 4u]) differs = true;
    }
    if (differs) ++differing;
  }
  if (differing > 0u) atomicAdd(mismatches, differing);
}
