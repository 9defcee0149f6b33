#include <array>

#include "scan/algorithm.hpp"

namespace scanbench {

// One line here and one in the table for each scan; its .cpp bears the same name.
Algorithm serial();
Algorithm naive();
Algorithm hillis_steele();
Algorithm blelloch();
Algorithm blelloch_inplace();
Algorithm scan_then_propagate();
Algorithm reduce_then_scan();
Algorithm decoupled_lookback();

std::span<const Algorithm> registry() {
  static const std::array rows = {serial(),           naive(),
                                  hillis_steele(),    blelloch(),
                                  blelloch_inplace(), scan_then_propagate(),
                                  reduce_then_scan(), decoupled_lookback()};
  return rows;
}

}  // namespace scanbench
