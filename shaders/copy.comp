#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "cells.glsl"
#include "quads.glsl"

// The ceiling of any scan: each word read once and written once. A vector is 16 bytes in every
// variant: four 32-bit words, or two 64-bit ones.
void visit(uint quad) { store_cells(quad, load_cells(quad)); }
