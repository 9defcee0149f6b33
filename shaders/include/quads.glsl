// The main of a kernel that handles its cells four at a time: it calls visit(quad) once for each
// vector of four cells below push.n, or for as many things as VISITS says. The last vector may reach
// past n: buffers are whole vectors, and nobody reads what lies there.
void visit(uint quad);

#ifndef VISITS
#define VISITS quad_count()
#endif

// What a kernel does once for its tile, before the first visit.
#ifndef BEFORE_VISITS
#define BEFORE_VISITS
#endif

void main() {
  const uint visits = VISITS;
  BEFORE_VISITS
  if (BLOCKED) {
    // A CPU device runs a subgroup's invocations as lanes: each then walks memory of its own.
    const uint first = invocation_index() * QUADS;
    const uint end = min(first + QUADS, visits);
    for (uint quad = first; quad < end; ++quad) visit(quad);
  } else {
    const uint first = group_index() * QUADS * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    for (uint k = 0u; k < QUADS; ++k) {
      const uint quad = first + k * gl_WorkGroupSize.x;
      if (quad < visits) visit(quad);
    }
  }
}
