#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "pairs.glsl"

// The downsweep's step for one pair: the top takes the sum of both, its left partner the old top.
void visit(uint left, uint top) {
  const ELEMENT old_left = source[left];
  const ELEMENT old_top = source[top];
  destination[left] = old_top;
  destination[top] = combine(old_top, old_left);
}
