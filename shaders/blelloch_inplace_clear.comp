#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"

// Between the sweeps, by one invocation: the root, which is the grand total, is set aside, and its
// cell cleared.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT destination[];
};
layout(std430, binding = SCANBENCH_BINDING_CELL) writeonly buffer Cell { ELEMENT total; };

void main() {
  if (invocation_index() != 0u) return;
  total = source[push.n - 1u];
  destination[push.n - 1u] = identity();
}
