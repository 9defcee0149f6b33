#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// Words by which work-groups tell one another how far they are, before any of them begins.
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  uvec4 destination[];
};

void visit(uint quad) { destination[quad] = uvec4(0); }
