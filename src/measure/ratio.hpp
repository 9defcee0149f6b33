#pragma once
#include <optional>
#include <span>
#include <utility>

#include "measure/statistics.hpp"
namespace scanbench {
std::optional<double> minimum_detectable(std::span<const double> samples);
}
