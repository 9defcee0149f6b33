#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"

// Nothing: the same dispatch, group for group, shows what launching a pass costs.
void main() {}
