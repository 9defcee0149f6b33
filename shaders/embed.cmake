# Writes OUTPUT, a C++ source with every SPIR-V file of MODULES as an array of words, and a table
# that names them by the file's stem ("hillis_steele.f32").
set(arrays "")
set(rows "")
set(index 0)
foreach(module IN LISTS MODULES)
  get_filename_component(name ${module} NAME_WLE)
  file(READ ${module} hex HEX)
  # SPIR-V is a stream of little-endian words.
  string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${hex}")
  string(APPEND arrays "constexpr std::uint32_t kModule${index}[] = {${words}};\n")
  string(APPEND rows "    {\"${name}\", kModule${index}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from shaders/ by shaders/embed.cmake.
#include \"gpu/embedded.hpp\"

namespace scanbench {
namespace {

${arrays}
constexpr EmbeddedKernel kKernels[] = {
${rows}};

}  // namespace

std::span<const EmbeddedKernel> embedded_kernels() { return kKernels; }

}  // namespace scanbench
")
