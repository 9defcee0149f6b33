#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/grid.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

/// Columns of a terminal that a table takes at most; more algorithms go into a table below.
constexpr std::size_t kMostColumns = 120;

/// Why rows could not run or were wrong, each reason once and numbered from 1 in the order of rows.
class Reasons {
 public:
  explicit Reasons(std::span<const Row> rows) {
    for (const Row& row : rows) {
      if (row.status != Status::ok && number_of(row) > reasons_.size()) {
        reasons_.push_back(reason_of(row));
      }
    }
  }
  std::string mark(const Row& row) const {
    return fmt::format("{} ({})", name_of(row.status), number_of(row));
  }
  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      text += fmt::format("({}) {}\n", i + 1, reasons_[i]);
    }
    return text;
  }

 private:
  static std::string reason_of(const Row& row) {
    return fmt::format("{}: {}", name_of(row.status), row.reason.value_or("unknown"));
  }
  /// One more than there are for a reason that is not there yet.
  std::size_t number_of(const Row& row) const {
    const auto found = std::ranges::find(reasons_, reason_of(row));
    return static_cast<std::size_t>(found - reasons_.begin()) + 1;
  }
  std::vector<std::string> reasons_;
};

std::string cell_of(const Row* row, bool won, const Reasons& reasons) {
  constexpr std::size_t kTime = 7;  // "9.99 ms"
  constexpr std::size_t kRate = 6;  // "9.99 G"
  if (row == nullptr) return "-";
  if (row->status != Status::ok) return reasons.mark(*row);
  if (!row->best_time()) return "no pass";
  return fmt::format("{}{}  {}", won ? "*" : "", right(time_text(row->best_time()->median), kTime),
                     right(rate_text(*row->elements_per_s()), kRate));
}

/// Who won at each size, of all algorithms.
std::map<std::uint64_t, const Row*> winners(const Grid& grid) {
  std::map<std::uint64_t, const Row*> won;
  for (const std::uint64_t n : grid.sizes) {
    std::vector<const Row*> line;
    for (const std::string& algorithm : grid.algorithms) {
      if (const Row* row = grid.at(n, algorithm)) line.push_back(row);
    }
    won[n] = winner_of(line);
  }
  return won;
}

/// One algorithm's column, its title first.
std::vector<std::string> column_of(const Grid& grid, const std::string& algorithm,
                                   const std::map<std::uint64_t, const Row*>& won,
                                   const Reasons& reasons) {
  std::vector<std::string> column = {algorithm, "time  elem/s"};
  for (const std::uint64_t n : grid.sizes) {
    const Row* row = grid.at(n, algorithm);
    column.push_back(cell_of(row, row != nullptr && row == won.at(n), reasons));
  }
  return column;
}

std::string table_of(const std::vector<std::vector<std::string>>& columns) {
  std::vector<Table::Column> titles;
  titles.reserve(columns.size());
  for (const auto& column : columns) titles.push_back({column.front()});
  Table table(std::move(titles));
  for (std::size_t line = 1; line < columns.front().size(); ++line) {
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const auto& column : columns) cells.push_back(column[line]);
    table.add(std::move(cells));
  }
  return table.text() + "\n";
}

std::size_t width_of(const std::vector<std::string>& column) {
  std::size_t width = 0;
  for (const std::string& cell : column) width = std::max(width, columns_in(cell));
  return width;
}

/// One table, or several where the algorithms do not fit beside one another.
std::string tables_of(const Grid& grid, const Reasons& reasons) {
  std::vector<std::string> sizes = {"", "n"};
  for (const std::uint64_t n : grid.sizes) sizes.push_back(count_text(n));
  const auto won = winners(grid);
  std::string text;
  std::vector<std::vector<std::string>> columns = {sizes};
  std::size_t width = width_of(sizes);
  for (const std::string& algorithm : grid.algorithms) {
    std::vector<std::string> column = column_of(grid, algorithm, won, reasons);
    const std::size_t more = width_of(column) + 2;
    if (columns.size() > 1 && width + more > kMostColumns) {
      text += table_of(columns);
      columns = {sizes};
      width = width_of(sizes);
    }
    width += more;
    columns.push_back(std::move(column));
  }
  return text + table_of(columns);
}

/// The input, and from which n on it is another.
std::string inputs_line(std::span<const Row> rows) {
  std::string line = fmt::format("input    n = {} to {}, {}, ", count_text(rows.front().n),
                                 count_text(rows.back().n), type_text(rows.front()));
  std::string_view pattern;
  for (const Row& row : rows) {
    if (row.pattern == pattern) continue;
    if (!pattern.empty()) line += fmt::format("; from n = {} on ", count_text(row.n));
    pattern = row.pattern;
    line += row.seed ? fmt::format("{}, seed {}", pattern, *row.seed) : row.pattern;
  }
  return line + "\n";
}

/// The rows that the answers of their n are told by: the first right one of each.
std::vector<const Row*> answered(std::span<const Row> rows) {
  std::vector<const Row*> first;
  for (const Row& row : rows) {
    if (row.answer && (first.empty() || first.back()->n != row.n)) first.push_back(&row);
  }
  return first;
}

/// Whether cells other than those of the default were asked for.
bool asked_for_probes(const Row& row) {
  const std::uint64_t usual = row.n > 512 ? 512 : row.n / 2;
  const auto& cells = row.answer->exclusive;
  return cells.size() != 1 || cells.begin()->first != usual;
}

/// The probed cells and the total at each n, where somebody has asked for them.
std::string answers_table(std::span<const Row> rows) {
  const std::vector<const Row*> first = answered(rows);
  if (!std::ranges::any_of(first, [](const Row* row) { return asked_for_probes(*row); })) return {};
  std::vector<Table::Column> columns = {{"n"}};
  for (const auto& [index, value] : first.front()->answer->exclusive) {
    columns.push_back({fmt::format("exclusive[{}]", index)});
  }
  columns.push_back({"total"});
  Table table(std::move(columns));
  for (const Row* row : first) {
    std::vector<std::string> cells = {count_text(row->n)};
    for (const auto& [index, value] : row->answer->exclusive) {
      cells.push_back(value ? text_of(*value) : "-");
    }
    cells.push_back(total_text(*row->answer));
    table.add(std::move(cells));
  }
  return table.text() + "\n";
}

}  // namespace

std::string sweep_text(std::span<const Row> rows) {
  const Grid grid = arrange(rows);
  const Reasons reasons(rows);
  std::string text = inputs_line(rows) + tables_of(grid, reasons) + answers_table(rows) +
                     choice_table(rows) + reasons.text();
  if (grid.algorithms.size() > 1) {
    const std::vector<std::string> crossovers = crossover_lines(rows);
    for (const std::string& line : crossovers) text += line + "\n";
    if (crossovers.empty()) text += "no crossover was seen between these sizes\n";
    text += "* the fastest of its n, where the intervals tell. ";
  }
  return text + "Every answer was checked in full. One algorithm at one n shows its passes.\n";
}

}  // namespace scanbench
