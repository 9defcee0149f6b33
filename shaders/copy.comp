#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// The ceiling of any scan: each word read once and written once. A vector is 16 bytes in every
// variant: four 32-bit words or two 64-bit ones, which Mesa's software device loads faster.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

void visit(uint quad) { destination[quad] = source[quad]; }
