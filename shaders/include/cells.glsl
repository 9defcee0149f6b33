// Cells in memory, four at a time. In modules built with TEXELS they come through a uniform texel
// buffer and go out as words of 64 bits: Mesa's software device (22.3) loads a texel for all lanes
// by one straight piece of code, and a storage buffer's vector by a loop over lanes with each
// component behind a bounds check; it stores by such a loop either way. A copy of 2^25 words took
// 19 instead of 39 ms.
#ifdef TEXELS
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(binding = SCANBENCH_BINDING_TEXELS) uniform usamplerBuffer texels;

#if WORDS == 1
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  u64vec2 destination[];
};

void from_words(uvec4 words, out vec4 cells) { cells = uintBitsToFloat(words); }
void from_words(uvec4 words, out uvec4 cells) { cells = words; }
void from_words(uvec4 words, out ivec4 cells) { cells = ivec4(words); }
uvec4 words_of(vec4 cells) { return floatBitsToUint(cells); }
uvec4 words_of(uvec4 cells) { return cells; }
uvec4 words_of(ivec4 cells) { return uvec4(cells); }
#else
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

#ifdef INT64
void from_words(u64vec4 words, out u64vec4 cells) { cells = words; }
void from_words(u64vec4 words, out i64vec4 cells) { cells = i64vec4(words); }
#else
void from_words(u64vec4 words, out dvec4 cells) { cells = uint64BitsToDouble(words); }
#endif
#endif

// Two words of 64 bits. Not packUint2x32, which shuffles lanes there: that copy took 53 ms.
u64vec2 pairs_of(uvec4 words) { return u64vec2(words.xz) | u64vec2(words.yw) << 32; }

ELEMENT4 load_cells(usamplerBuffer from, uint quad) {
#if WORDS == 1
  const uvec4 words = texelFetch(from, int(quad));
#else
  const u64vec4 words = u64vec4(pairs_of(texelFetch(from, int(2u * quad))),
                                pairs_of(texelFetch(from, int(2u * quad + 1u))));
#endif
  ELEMENT4 cells;
  from_words(words, cells);
  return cells;
}

ELEMENT4 load_cells(uint quad) { return load_cells(texels, quad); }

void store_cells(uint quad, ELEMENT4 cells) {
#if WORDS == 1
  destination[quad] = pairs_of(words_of(cells));
#else
  destination[quad] = cells;
#endif
}
#else
layout(std430, binding = SCANBENCH_BINDING_SOURCE) readonly buffer Source { ELEMENT4 source[]; };
layout(std430, binding = SCANBENCH_BINDING_DESTINATION) writeonly buffer Destination {
  ELEMENT4 destination[];
};

ELEMENT4 load_cells(uint quad) { return source[quad]; }
void store_cells(uint quad, ELEMENT4 cells) { destination[quad] = cells; }
#endif
