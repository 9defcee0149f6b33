// What every kernel starts with: the element's type, the cut into invocations, the bindings.
// The build defines ELEMENT, ELEMENT2 and ELEMENT4, WORDS, how many words of 32 bits an element has
// where it is not one, INT64 where elements are 64-bit integers, and ROUND_TO_NEAREST, the width in
// bits of the floats that the variant declares it for.
#include "interface.h"

#ifndef WORDS
#define WORDS 1
#endif

#ifdef ROUND_TO_NEAREST
// RoundingModeRTE: without it an addition may round either way, and the check's bound is twice as
// wide. GLSL has no word for it; the numbers are SPIR-V's.
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(capabilities = [4467], 4462, ROUND_TO_NEAREST);
#endif

#ifdef INT64
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#endif

layout(local_size_x_id = SCANBENCH_CONSTANT_WORKGROUP) in;

layout(constant_id = SCANBENCH_CONSTANT_QUADS) const uint QUADS = 1;
layout(constant_id = SCANBENCH_CONSTANT_BLOCKED) const bool BLOCKED = false;

layout(push_constant) uniform Push { PushConstants push; };

// Work-groups past the limit of the first dimension stand in the second.
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint invocation_index() { return group_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Vectors of four cells that hold push.n of them.
uint quad_count() { return push.n / 4u + (push.n % 4u == 0u ? 0u : 1u); }

// The vectors of a work-group.
uint group_quads() { return QUADS * gl_WorkGroupSize.x; }

// A tile is what an invocation of a blocked cut, or a work-group of a striped one, handles.
uint tile_quads() { return BLOCKED ? QUADS : group_quads(); }

uint tile_index() { return BLOCKED ? invocation_index() : group_index(); }
