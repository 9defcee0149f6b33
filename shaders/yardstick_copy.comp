#version 460
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

// The yardstick that runs of different days and builds are compared by. Frozen: whoever changes
// this file or its dispatch must raise kYardstickVersion (src/measure/result.hpp). It shares
// nothing with the kernels that are tuned.
layout(local_size_x_id = SCANBENCH_CONSTANT_WORKGROUP) in;
layout(push_constant) uniform Push { PushConstants push; };
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { uvec4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  uvec4 destination[];
};

void main() {
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint first = (group * gl_WorkGroupSize.x + gl_LocalInvocationID.x) * 16u;
  const uint end = min(first + 16u, (push.n + 3u) / 4u);
  for (uint quad = first; quad < end; ++quad) destination[quad] = source[quad];
}
