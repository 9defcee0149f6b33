#include "report/table.hpp"

#include <algorithm>

#include "report/units.hpp"

namespace scanbench {

std::string Table::text() const {
  std::vector<std::vector<std::string>> lines;
  auto& head = lines.emplace_back();
  for (const Column& column : columns_) head.push_back(column.title);
  lines.insert(lines.end(), rows_.begin(), rows_.end());

  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < std::min(line.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], columns_in(line[i]));
    }
  }
  std::string text;
  for (const auto& line : lines) {
    std::string printed;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (i > 0) printed += "  ";
      if (i >= widths.size()) {
        printed += line[i];
      } else {
        printed += columns_[i].to_the_left ? left(line[i], widths[i]) : right(line[i], widths[i]);
      }
    }
    printed.erase(printed.find_last_not_of(' ') + 1);
    text += printed + "\n";
  }
  return text;
}

}  // namespace scanbench
