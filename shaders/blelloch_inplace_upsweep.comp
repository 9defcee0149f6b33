#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "pairs.glsl"

// The upsweep's step for one pair: the top takes the sum of both.
void visit(uint left, uint top) { destination[top] = combine(source[top], source[left]); }
