#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "kernel.glsl"

// How many invocations a subgroup really has: those that are active where all of them are; the most
// and the fewest over a work-group's subgroups.
layout(std430, binding = SCANBENCH_BINDING_CELL) buffer Cell { uint most, fewest_inverted; };

void main() {
  const uint counted = subgroupBallotBitCount(subgroupBallot(true));
  atomicMax(most, counted);
  atomicMax(fewest_inverted, ~counted);
}
