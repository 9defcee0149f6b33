#pragma once

#include <string>

#include "report/flat.hpp"

namespace scanbench {

/// A table in GitHub's Markdown (GFM 4.10). Columns that are empty in every row are left out, since
/// people read it; what Markdown or HTML would take for its own is escaped.
std::string markdown_text(const FlatTable& table);

}  // namespace scanbench
