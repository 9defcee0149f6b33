#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "quads.glsl"

// One stride of Hillis and Steele: out[i] = in[i] + in[i - stride] for i >= stride, else in[i].
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

void visit(uint quad) {
  const ELEMENT4 own = source[quad];
  if (push.stride >= 4u) {
    // Strides are powers of two, so from 4 on the four partners are a whole vector.
    const uint distance = push.stride / 4u;
    destination[quad] = quad >= distance ? own + source[quad - distance] : own;
  } else if (quad == 0u) {
    destination[0] = push.stride == 1u ? ELEMENT4(own.x, own.yzw + own.xyz)
                                       : ELEMENT4(own.xy, own.zw + own.xy);
  } else {
    const ELEMENT4 left = source[quad - 1u];
    destination[quad] = own + (push.stride == 1u ? ELEMENT4(left.w, own.xyz)
                                                 : ELEMENT4(left.zw, own.xy));
  }
}
