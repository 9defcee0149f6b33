// The main of a kernel that works in place, one invocation per active pair: pair p's top is the
// last cell of block p, its left partner a stride below. The buffer is bound twice, and all loads
// stand before the stores, so that synchronization validation sees which is which.
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT destination[];
};

void visit(uint left, uint top);

void main() {
  const uint pair = invocation_index();
  if (pair >= push.n / 2u / push.stride) return;
  const uint top = (2u * push.stride) * (pair + 1u) - 1u;
  visit(top - push.stride, top);
}
