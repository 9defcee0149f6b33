// The scan over a work-group's invocations, one element each: by subgroup operations, or, in modules
// built with SHARED, through shared memory with barriers. No size of a subgroup is assumed.
#ifndef SHARED
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#ifdef INT64
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#endif

layout(constant_id = SCANBENCH_CONSTANT_SUBGROUP) const uint SUBGROUP = 1;

// Pipelines demand full subgroups, but nothing says that they follow gl_LocalInvocationID.
uint place() { return gl_SubgroupID * SUBGROUP + gl_SubgroupInvocationID; }

ELEMENT scan_subgroup(ELEMENT own) {
  if (OPERATOR == SCANBENCH_OPERATOR_MIN) return subgroupExclusiveMin(own);
  if (OPERATOR == SCANBENCH_OPERATOR_MAX) return subgroupExclusiveMax(own);
  return subgroupExclusiveAdd(own);
}

// What the last of a subgroup's invocations has.
ELEMENT last_of_subgroup(ELEMENT own) { return subgroupBroadcast(own, SUBGROUP - 1u); }
#else
uint place() { return gl_LocalInvocationID.x; }
#endif

shared ELEMENT held[gl_WorkGroupSize.x];

#ifndef SHARED
// What the subgroups before this one come to, each by its own sum; `total` is all of them. Every
// invocation walks the few sums: a broadcast from shared memory is all that a step costs.
ELEMENT scan_subgroups(ELEMENT sum, out ELEMENT total) {
  if (gl_WorkGroupSize.x == SUBGROUP) {
    total = sum;
    return identity();
  }
  if (gl_SubgroupInvocationID == 0u) held[gl_SubgroupID] = sum;
  barrier();
  ELEMENT before = identity();
  total = identity();
  for (uint k = 0u; k < gl_WorkGroupSize.x / SUBGROUP; ++k) {
    if (k == gl_SubgroupID) before = total;
    total = combine(total, held[k]);
  }
  barrier();  // before held is written again
  return before;
}
#endif

// What stands before this invocation's element, by place(); `total` is all of them. To be called by
// the whole work-group.
ELEMENT scan_group(ELEMENT own, out ELEMENT total) {
#ifndef SHARED
  const ELEMENT before = scan_subgroup(own);
  return combine(scan_subgroups(last_of_subgroup(combine(before, own)), total), before);
#else
  // Hillis and Steele, two barriers a stride.
  ELEMENT sum = own;
  for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u) {
    held[place()] = sum;
    barrier();
    if (place() >= stride) sum = combine(held[place() - stride], sum);
    barrier();
  }
  held[place()] = sum;
  barrier();
  total = held[gl_WorkGroupSize.x - 1u];
  const ELEMENT before = place() > 0u ? held[place() - 1u] : identity();
  barrier();  // before held is written again
  return before;
#endif
}

// What the invocation at place 0 has, for the whole work-group, which is to call it.
shared uint held_index;

uint share_index(uint own) {
#ifndef SHARED
  if (gl_WorkGroupSize.x == SUBGROUP) return subgroupBroadcast(own, 0u);
#endif
  if (place() == 0u) held_index = own;
  barrier();
  return held_index;
}

ELEMENT share_element(ELEMENT own) {
#ifndef SHARED
  if (gl_WorkGroupSize.x == SUBGROUP) return subgroupBroadcast(own, 0u);
#endif
  if (place() == 0u) held[0] = own;
  barrier();
  return held[0];
}

// Those that look back for their work-group: its first subgroup, or its one invocation at place 0.
#ifndef SHARED
#define LOOKERS SUBGROUP
uint looker() { return gl_SubgroupInvocationID; }
bool looks() { return gl_SubgroupID == 0u; }

// The first of them for which it holds, LOOKERS if for none.
uint first_looker(bool holds) {
  const uvec4 those = subgroupBallot(holds);
  return those == uvec4(0) ? LOOKERS : subgroupBallotFindLSB(those);
}

ELEMENT reduce_lookers(ELEMENT own) {
  if (OPERATOR == SCANBENCH_OPERATOR_MIN) return subgroupMin(own);
  if (OPERATOR == SCANBENCH_OPERATOR_MAX) return subgroupMax(own);
  return subgroupAdd(own);
}
#else
#define LOOKERS 1u
uint looker() { return 0u; }
bool looks() { return place() == 0u; }
uint first_looker(bool holds) { return holds ? 0u : LOOKERS; }
ELEMENT reduce_lookers(ELEMENT own) { return own; }
#endif
