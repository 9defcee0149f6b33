#include <array>

#include "scan/algorithm.hpp"

namespace scanbench {

// One line here and one in the table for each scan; its .cpp bears the same name.
Algorithm serial();
Algorithm naive();
Algorithm hillis_steele();
Algorithm blelloch();
Algorithm blelloch_inplace();

std::span<const Algorithm> registry() {
  static const std::array rows = {serial(), naive(), hillis_steele(), blelloch(),
                                  blelloch_inplace()};
  return rows;
}

}  // namespace scanbench
