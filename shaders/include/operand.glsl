// A second array of cells, beside those of cells.glsl: partners, or what each cell combines with.
#ifdef TEXELS
layout(binding = SCANBENCH_BINDING_OPERAND_TEXELS) uniform usamplerBuffer operand_texels;

ELEMENT4 load_operand(uint quad) { return load_cells(operand_texels, quad); }
#else
layout(std430, binding = SCANBENCH_BINDING_OPERAND) readonly buffer Operand { ELEMENT4 operand[]; };

ELEMENT4 load_operand(uint quad) { return operand[quad]; }
#endif
