#pragma once

#include <optional>
#include <span>

#include "measure/result.hpp"

namespace scanbench {
std::optional<StoppedBy> enough(std::span<const double> samples_in_order, double precision);
}
