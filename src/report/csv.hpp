#pragma once

#include <string>

#include "report/flat.hpp"

namespace scanbench {

/// Comma-separated values: a header line, then a line a row, each ended by CR LF; a cell with a
/// comma, a quote or a line break is quoted, and quotes in it are doubled. Source: RFC 4180.
std::string csv_text(const FlatTable& table);

}  // namespace scanbench
