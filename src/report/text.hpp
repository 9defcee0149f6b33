#pragma once

#include <span>
#include <string>

#include "measure/result.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

/// The reports for a reader: one row with all its passes, or several in one table with what to take
/// from it.
std::string report_text(const Report& report);
std::string devices_text(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen);
std::string algorithms_text(std::span<const Algorithm> algorithms);

/// Whether it is open which of two timed rows is faster: the intervals of their medians overlap.
bool are_level(const Row& a, const Row& b);

/// The fastest of several rows of one n; nullptr where there is only one row, none has a time, or
/// the intervals of the two fastest overlap.
const Row* winner_of(std::span<const Row* const> rows);

/// What several rows of one n say, in one line: which won, by what factor, and with how many more
/// or fewer additions. Empty with fewer than two timed rows.
std::string lesson(std::span<const Row* const> rows);

}  // namespace scanbench
