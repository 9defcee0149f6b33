#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "measure/statistics.hpp"

namespace scanbench {

/// Numbers as people read them: three significant digits and a unit that fits.
std::string time_text(double seconds);                ///< "431 µs", "-57.0 µs"
std::string interval_text(const Statistics& time_s);  ///< "429 to 436 µs", or "unknown"
std::string rate_text(double per_second);             ///< "2.37 G"
std::string bytes_text(std::uint64_t bytes);          ///< "168 KiB"
std::string factor_text(double factor);               ///< "4.50"
std::string percent_text(double fraction);            ///< "2.40 %" of 0.024

/// Exact: digits in threes from 10,000 on.
std::string count_text(std::uint64_t count);
/// "1 cell", "12,345 cells".
std::string plural(std::uint64_t count, std::string_view noun);

/// Columns of a terminal that a text takes: UTF-8 counts by character.
std::size_t columns_in(const std::string& text);
/// A text in that many columns, to the right or the left.
std::string right(const std::string& text, std::size_t width);
std::string left(const std::string& text, std::size_t width);

}  // namespace scanbench
