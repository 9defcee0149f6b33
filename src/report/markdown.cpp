#include "report/markdown.hpp"

#include <algorithm>
#include <string_view>

namespace scanbench {
namespace {

std::string escaped(const std::string& cell) {
  constexpr std::string_view kSpecial = "\\|`*~<&";
  std::string text;
  for (const char c : cell) {
    if (kSpecial.find(c) != std::string_view::npos) text += '\\';
    // A row is a line.
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text;
}

std::string line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + escaped(cell) + " |";
  return text + "\n";
}

FlatTable without_empty_columns(const FlatTable& table) {
  FlatTable kept;
  kept.rows.resize(table.rows.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto is_empty = [&](const auto& row) { return row[i].empty(); };
    if (!table.rows.empty() && std::ranges::all_of(table.rows, is_empty)) continue;
    kept.columns.push_back(table.columns[i]);
    for (std::size_t r = 0; r < table.rows.size(); ++r) kept.rows[r].push_back(table.rows[r][i]);
  }
  return kept;
}

}  // namespace

std::string markdown_text(const FlatTable& table) {
  const FlatTable kept = without_empty_columns(table);
  std::string text = line(kept.columns) + "|";
  for (std::size_t i = 0; i < kept.columns.size(); ++i) text += " --- |";
  text += "\n";
  for (const auto& row : kept.rows) text += line(row);
  return text;
}

}  // namespace scanbench
