#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace scanbench {

/// How a report is printed.
enum class Format : std::uint8_t { text, json, jsonl, csv, markdown };

std::optional<Format> format_of(std::string_view name);

/// The names that a run takes, and those that a listing does: it is there at once, so that there is
/// nothing to stream.
inline constexpr std::string_view kRunFormats = "text, json, jsonl, csv, markdown";
inline constexpr std::string_view kListFormats = "text, json, csv, markdown";
/// Of what is no table.
inline constexpr std::string_view kPlainFormats = "text, json";

}  // namespace scanbench
