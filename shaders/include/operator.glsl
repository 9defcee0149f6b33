// What scans combine by: a constant of the pipeline, so that one module serves every operator at no
// cost. The build defines LOWEST and HIGHEST, the identities of max and of min.
layout(constant_id = SCANBENCH_CONSTANT_OPERATOR) const uint OPERATOR = SCANBENCH_OPERATOR_ADD;

#define DEFINE_COMBINE(TYPE)                                  \
  TYPE combine(TYPE a, TYPE b) {                              \
    if (OPERATOR == SCANBENCH_OPERATOR_MIN) return min(a, b); \
    if (OPERATOR == SCANBENCH_OPERATOR_MAX) return max(a, b); \
    return a + b;                                             \
  }
DEFINE_COMBINE(ELEMENT)
DEFINE_COMBINE(ELEMENT2)
DEFINE_COMBINE(ELEMENT4)

ELEMENT identity() {
  if (OPERATOR == SCANBENCH_OPERATOR_MIN) return HIGHEST;
  if (OPERATOR == SCANBENCH_OPERATOR_MAX) return LOWEST;
  return ELEMENT(0);
}

ELEMENT combine_all(ELEMENT4 cells) {
  return combine(combine(cells.x, cells.y), combine(cells.z, cells.w));
}
