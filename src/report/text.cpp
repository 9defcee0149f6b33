#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.hpp"
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

std::string input_line(const Row& row) {
  return fmt::format("input    {}{}, n = {}, {}\n", row.pattern,
                     row.seed ? fmt::format(", seed {}", *row.seed) : "", count_text(row.n),
                     name_of(row.type));
}

std::string scan_line(const Row& row) {
  std::string line = fmt::format("scan     {}, {}", row.algorithm, name_of(row.kind));
  if (row.padded_n != row.n) line += fmt::format(", padded to {}", count_text(row.padded_n));
  if (row.tuning) {
    line += fmt::format(", {} invocations a work-group", row.tuning->workgroup);
    if (row.tuning->items > 1) line += fmt::format(", {} items each", row.tuning->items);
  }
  return line + "\n";
}

/// "exclusive[512]", and for an inclusive row the same number's own name beside it.
std::string probe_name(const Row& row, std::uint64_t index) {
  std::string name = fmt::format("exclusive[{}]", index);
  if (row.kind == Kind::inclusive && index > 0) name += fmt::format(" = scan[{}]", index - 1);
  return name;
}

std::string total_text(const RowAnswer& answer) {
  return text_of(answer.total) + (answer.wrapped ? " (wrapped)" : "");
}

std::string answer_line(const Row& row) {
  std::string line = "answer   ";
  for (const auto& [index, value] : row.answer->exclusive) {
    line += fmt::format("{} = {}, ", probe_name(row, index), value ? text_of(*value) : "none");
  }
  return fmt::format("{}total = {}\n", line, total_text(*row.answer));
}

std::string check_line(const Row& row) {
  const Check& check = *row.check;
  const std::string cells = fmt::format("{} and the total", plural(row.n, "cell"));
  const std::string verdict =
      check.bound == 0 ? fmt::format("{} equal the reference", cells)
                       : fmt::format(
                             "{} are within the bound (relative error {:.2g} of at most {:.2g}, "
                             "absolute {:.2g})",
                             cells, check.max_rel_error, check.bound, check.max_abs_error);
  return fmt::format("check    {}; unchanged after every run of {}\n", verdict,
                     plural(row.rounds, "round"));
}

std::string statistics_line(const std::string& name, const std::optional<Statistics>& time_s,
                            const std::string& what) {
  if (!time_s) return {};
  return fmt::format("{} {} median of {}, 95 % interval {}, min {} ({})\n", left(name, 8),
                     time_text(time_s->median), time_s->samples, interval_text(*time_s),
                     time_text(time_s->min), what);
}

std::string time_lines(const Row& row) {
  if (!row.best_time()) return "time     nothing to time: the plan has no pass\n";
  std::string lines;
  if (!row.on_device) {
    lines += statistics_line("time", row.time_s, "host clock");
  } else if (!row.time_s) {
    lines += "time     unknown on the device: it has no usable timestamps\n";
  } else {
    lines += statistics_line("time", row.time_s, "device, one pair of stamps");
  }
  if (row.on_device) lines += statistics_line("wall", row.wall_time_s, "host, nothing stamped");
  if (const auto rate = row.elements_per_s()) {
    lines += fmt::format("rate     {} elements/s\n", rate_text(*rate));
  }
  if (const auto sum = row.passes_sum_s()) {
    lines += fmt::format("passes   {} in sum{}\n", time_text(*sum),
                         row.instrumentation_ratio()
                             ? fmt::format(", {} times the time above: stamping each pass costs",
                                           factor_text(*row.instrumentation_ratio()))
                             : "");
  }
  if (row.timer_cost_s)
    lines += fmt::format("timer    {} a pair of stamps\n", time_text(*row.timer_cost_s));
  if (row.on_device && row.time_s && row.wall_time_s &&
      row.time_s->median > row.wall_time_s->median) {
    lines +=
        "note     the stamped device time is above the unstamped wall time: stamps cost more "
        "here than submitting\n";
  }
  return lines;
}

std::string times_the_least(std::uint64_t count, std::uint64_t least) {
  if (least == 0 || count == 0) return {};
  return fmt::format(" ({} times the least, {})",
                     factor_text(static_cast<double>(count) / static_cast<double>(least)),
                     count_text(least));
}

std::string work_line(const Row& row) {
  const Work& work = *row.work;
  return fmt::format(
      "work     {}, {}{}, {} moved{}\n", plural(work.dispatches, "dispatch"),
      plural(work.additions, "addition"), times_the_least(work.additions, work.minimum_additions),
      plural(work.bytes_moved, "byte"), times_the_least(work.bytes_moved, work.minimum_bytes));
}

std::string pass_table(const Row& row) {
  if (row.passes.empty()) return {};
  Table table(
      {{"pass"}, {"name", true}, {"stride"}, {"active"}, {"additions"}, {"bytes"}, {"time"}});
  for (std::size_t i = 0; i < row.passes.size(); ++i) {
    const PassResult& pass = row.passes[i];
    table.add({std::to_string(i + 1), pass.name, pass.stride > 0 ? count_text(pass.stride) : "-",
               count_text(pass.active), count_text(pass.additions), count_text(pass.bytes_moved),
               pass.time_s ? time_text(pass.time_s->median) : "unknown"});
  }
  return "\n" + table.text();
}

std::string single_row(const Row& row) {
  std::string text = input_line(row) + scan_line(row);
  if (row.status != Status::ok) {
    return text + fmt::format("{} {}\n", left(std::string(name_of(row.status)), 8), *row.reason);
  }
  return text + answer_line(row) + check_line(row) + time_lines(row) + work_line(row) +
         pass_table(row);
}

std::vector<std::string> comparison_cells(const Row& row, bool won) {
  const auto& time_s = row.best_time();
  std::vector<std::string> cells = {won ? "*" : "",
                                    row.algorithm,
                                    std::string(name_of(row.kind)),
                                    time_s ? time_text(time_s->median) : "-",
                                    time_s ? interval_text(*time_s) : "-",
                                    time_s ? rate_text(*row.elements_per_s()) : "-",
                                    std::to_string(row.work->dispatches),
                                    count_text(row.work->additions),
                                    count_text(row.work->bytes_moved),
                                    total_text(*row.answer)};
  for (const auto& [index, value] : row.answer->exclusive) {
    cells.push_back(value ? text_of(*value) : "-");
  }
  return cells;
}

/// Rows of one n. A row that could not run has its reason behind the table.
std::string comparison_table(std::span<const Row* const> rows) {
  std::vector<Table::Column> columns = {
      {"", true},     {"algorithm", true}, {"kind", true}, {"time"},  {"95 % interval"},
      {"elements/s"}, {"passes"},          {"additions"},  {"bytes"}, {"total"}};
  std::string names;
  const auto right = std::ranges::find(rows, Status::ok, &Row::status);
  if (right != rows.end()) {
    for (const auto& [index, value] : (*right)->answer->exclusive) {
      columns.push_back({fmt::format("exclusive[{}]", index)});
      if (index > 0) names += fmt::format("{}scan[{}]", names.empty() ? "" : ", ", index - 1);
    }
  }
  const bool inclusive = std::ranges::find(rows, Kind::inclusive, &Row::kind) != rows.end();
  const std::size_t width = columns.size();
  Table table(std::move(columns));
  const Row* winner = winner_of(rows);
  for (const Row* row : rows) {
    if (row->status == Status::ok) {
      table.add(comparison_cells(*row, row == winner));
    } else {
      std::vector<std::string> cells(width);
      cells[1] = row->algorithm;
      cells[2] = name_of(row->kind);
      cells.push_back(fmt::format("{}: {}", name_of(row->status), *row->reason));
      table.add(std::move(cells));
    }
  }
  return table.text() + (inclusive && !names.empty()
                             ? fmt::format("   an inclusive row calls it {}\n", names)
                             : "");
}

std::string comparison(const std::vector<Row>& rows) {
  std::string text;
  std::string lessons;
  for (std::size_t begin = 0; begin < rows.size();) {
    std::vector<const Row*> group;
    for (std::size_t i = begin; i < rows.size() && rows[i].n == rows[begin].n; ++i) {
      group.push_back(&rows[i]);
    }
    text += input_line(rows[begin]) + comparison_table(group) + "\n";
    const std::string line = lesson(group);
    if (!line.empty()) lessons += line + "\n";
    begin += group.size();
  }
  return text + lessons +
         "* the fastest of its n. Every answer was checked in full. One algorithm at one n shows "
         "its "
         "passes.\n";
}

}  // namespace

std::string report_text(const Report& report) {
  return device_line(report) +
         (report.rows.size() == 1 ? single_row(report.rows.front()) : comparison(report.rows));
}

}  // namespace scanbench
