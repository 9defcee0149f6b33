#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "operator.glsl"
#include "cells.glsl"
#include "operand.glsl"
#include "quads.glsl"

// From exclusive to inclusive: each cell adds its own input.
void visit(uint quad) { store_cells(quad, combine(load_cells(quad), load_operand(quad))); }
