#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "report/ceilings.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

std::string device_line(const Report& report) {
  if (!report.device) return fmt::format("host     {}\n", report.host.cpu);
  const DeviceInfo& device = *report.device;
  return fmt::format("device   {} ({}), driver {} {}, Vulkan {}, {} of memory\n", device.name,
                     name_of(device.target.kind), device.driver_name, device.driver_info,
                     device.api_version, bytes_text(device.target.heap_bytes));
}

using Rows = std::span<const Row* const>;

/// A column of the comparison: its title, and what stands in a row that is right.
struct Aspect {
  Table::Column column;
  std::function<std::string(const Row&)> cell;
};

std::string floor_cell(const Row& row) {
  const auto factor = times_the_floor(row);
  return factor ? factor_text(*factor) : "-";
}

std::string copy_cell(const Row& row) {
  const auto fraction = row.fraction_of_copy();
  if (!fraction) return "-";
  return percent_text(*fraction) + (*is_suspect(row) ? " (suspect)" : "");
}

std::string limit_cell(const Row& row) {
  return row.limited_by ? std::string(name_of(*row.limited_by)) : "-";
}

/// What the ceilings say, each where any row has it.
std::vector<Aspect> ceiling_aspects(Rows rows) {
  const auto any = [&](const auto& known) {
    return std::ranges::any_of(rows, [&](const Row* row) { return known(*row); });
  };
  std::vector<Aspect> aspects;
  if (any([](const Row& row) { return times_the_floor(row).has_value(); })) {
    aspects.push_back({{"x floor"}, floor_cell});
  }
  if (any([](const Row& row) { return row.fraction_of_copy().has_value(); })) {
    aspects.push_back({{"of copy"}, copy_cell});
  }
  if (any([](const Row& row) { return row.limited_by.has_value(); })) {
    aspects.push_back({{"limited by", true}, limit_cell});
  }
  return aspects;
}

/// A column for each cell that is probed.
std::vector<Aspect> probe_aspects(Rows rows) {
  const auto right = std::ranges::find(rows, Status::ok, &Row::status);
  if (right == rows.end()) return {};
  std::vector<Aspect> aspects;
  for (const auto& [index, value] : (*right)->answer->exclusive) {
    aspects.push_back({{fmt::format("exclusive[{}]", index)}, [i = index](const Row& row) {
                         const auto& cell = row.answer->exclusive.at(i);
                         return cell ? text_of(*cell) : "-";
                       }});
  }
  return aspects;
}

std::vector<Aspect> aspects_of(Rows rows) {
  const Row* winner = winner_of(rows);
  const auto timed = [](const auto& to_text) {
    return [to_text](const Row& row) { return row.best_time() ? to_text(row) : "-"; };
  };
  std::vector<Aspect> aspects = {
      {{"", true}, [winner](const Row& row) { return &row == winner ? "*" : ""; }},
      {{"algorithm", true}, [](const Row& row) { return row.algorithm; }},
      {{"kind", true}, [](const Row& row) { return std::string(name_of(row.kind)); }},
      {{"time"}, timed([](const Row& row) { return time_text(row.best_time()->median); })},
      {{"95 % interval"}, timed([](const Row& row) { return interval_text(*row.best_time()); })},
      {{"elements/s"}, timed([](const Row& row) { return rate_text(*row.elements_per_s()); })}};
  std::ranges::move(ceiling_aspects(rows), std::back_inserter(aspects));
  aspects.push_back(
      {{"passes"}, [](const Row& row) { return std::to_string(row.work->dispatches); }});
  aspects.push_back(
      {{"additions"}, [](const Row& row) { return count_text(row.work->additions); }});
  aspects.push_back({{"bytes"}, [](const Row& row) { return count_text(row.work->bytes_moved); }});
  aspects.push_back({{"total"}, [](const Row& row) { return total_text(*row.answer); }});
  std::ranges::move(probe_aspects(rows), std::back_inserter(aspects));
  return aspects;
}

/// The other name of the probed cells, where an inclusive row stands among those.
std::string inclusive_names(Rows rows) {
  const auto right = std::ranges::find(rows, Status::ok, &Row::status);
  if (right == rows.end() || std::ranges::find(rows, Kind::inclusive, &Row::kind) == rows.end()) {
    return {};
  }
  std::string names;
  for (const auto& [index, value] : (*right)->answer->exclusive) {
    if (index > 0) names += fmt::format("{}scan[{}]", names.empty() ? "" : ", ", index - 1);
  }
  return names.empty() ? "" : fmt::format("   an inclusive row calls it {}\n", names);
}

/// Rows of one n. A row that could not run has its reason behind the table.
std::string comparison_table(Rows rows) {
  const std::vector<Aspect> aspects = aspects_of(rows);
  std::vector<Table::Column> columns;
  columns.reserve(aspects.size());
  for (const Aspect& aspect : aspects) columns.push_back(aspect.column);
  Table table(std::move(columns));
  for (const Row* row : rows) {
    std::vector<std::string> cells(aspects.size());
    if (row->status == Status::ok) {
      std::ranges::transform(aspects, cells.begin(),
                             [&](const Aspect& aspect) { return aspect.cell(*row); });
    } else {
      cells[1] = row->algorithm;
      cells[2] = name_of(row->kind);
      cells.push_back(fmt::format("{}: {}", name_of(row->status), *row->reason));
    }
    table.add(std::move(cells));
  }
  return table.text() + inclusive_names(rows);
}

std::string comparison(const std::vector<Row>& rows) {
  std::vector<const Row*> pointers;
  pointers.reserve(rows.size());
  for (const Row& row : rows) pointers.push_back(&row);
  const std::string line = lesson(pointers);
  return input_line(rows.front()) + comparison_table(pointers) + "\n" + line +
         (line.empty() ? "" : "\n") +
         "* the fastest of its n. Every answer was checked in full. One algorithm at one n shows "
         "its passes.\n";
}

}  // namespace

std::string input_line(const Row& row) {
  return fmt::format("input    {}{}, n = {}, {}\n", row.pattern,
                     row.seed ? fmt::format(", seed {}", *row.seed) : "", count_text(row.n),
                     type_text(row));
}

std::string type_text(const Row& row) {
  const std::string type(name_of(row.type));
  return row.op == Op::add ? type : fmt::format("{} by {}", type, name_of(row.op));
}

std::string total_text(const RowAnswer& answer) {
  return text_of(answer.total) + (answer.wrapped ? " (wrapped)" : "");
}

std::string tuned_line(std::span<const std::string> names) {
  if (names.empty()) return {};
  return fmt::format("tuning   as scanbench tune found, for {}\n", fmt::join(names, ", "));
}

std::string report_text(const Report& report) {
  const std::vector<Row>& rows = report.rows;
  std::string head = device_line(report);
  if (rows.empty()) return head;
  if (rows.size() == 1) return head + single_text(rows.front());
  head += tuned_line(tuned_algorithms(rows));
  return head + (rows.front().n == rows.back().n ? comparison(rows) : sweep_text(rows));
}

}  // namespace scanbench
