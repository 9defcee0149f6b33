#pragma once

#include <string>
#include <vector>

namespace scanbench {

/// A table for a terminal: columns as wide as their widest cell, two spaces apart.
class Table {
 public:
  struct Column {
    std::string title;
    bool to_the_left = false;  ///< words; numbers stand to the right
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column; a last cell past the columns is a remark and widens nothing.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace scanbench
