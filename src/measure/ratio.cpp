#include "measure/ratio.hpp"
namespace scanbench {
std::optional<double> minimum_detectable(std::span<const double>) {
  return std::nullopt;
}
}  // namespace scanbench
