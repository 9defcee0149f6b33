#include "cli/format.hpp"

namespace scanbench {

std::optional<Format> format_of(std::string_view name) {
  if (name == "text") return Format::text;
  if (name == "json") return Format::json;
  if (name == "jsonl") return Format::jsonl;
  if (name == "csv") return Format::csv;
  if (name == "markdown") return Format::markdown;
  return std::nullopt;
}

}  // namespace scanbench
