#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "quads.glsl"

// From exclusive to inclusive: each cell adds its own input.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT4 operand[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

void visit(uint quad) { destination[quad] = combine(source[quad], operand[quad]); }
