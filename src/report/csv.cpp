#include "report/csv.hpp"

namespace scanbench {
namespace {

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string line(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    text += quoted(cells[i]);
  }
  return text + "\r\n";
}

}  // namespace

std::string csv_text(const FlatTable& table) {
  std::string text = line(table.columns);
  for (const auto& row : table.rows) text += line(row);
  return text;
}

}  // namespace scanbench
