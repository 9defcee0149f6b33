#include "report/flat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "report/json_parts.hpp"

namespace scanbench {
namespace {

using Cell = std::pair<std::string, Json>;

/// What stands beside every result, of the report's header.
constexpr std::array<std::string_view, 14> kProvenance = {"label",
                                                          "started",
                                                          "device.name",
                                                          "device.type",
                                                          "device.driver_name",
                                                          "device.driver_info",
                                                          "device.uuid",
                                                          "host.cpu",
                                                          "host.os",
                                                          "tool.version",
                                                          "tool.git",
                                                          "tool.dirty",
                                                          "shuffle_seed",
                                                          "yardstick_version"};

/// Appends every scalar under `value` with its dotted name. Lists have tables of their own, but for
/// the two ends of an interval.
void flatten(const std::string& name, const Json& value, std::vector<Cell>& cells) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      flatten(name.empty() ? key : fmt::format("{}.{}", name, key), inner, cells);
    }
  } else if (name.ends_with("ci95")) {
    for (const std::size_t i : {0U, 1U}) {
      const char* const end = i == 0 ? "_low" : "_high";
      cells.emplace_back(name + end, value.is_null() ? Json(nullptr) : value.at(i));
    }
  } else if (!value.is_array()) {
    cells.emplace_back(name, value);
  }
}

std::string cell_text(const Json& value) {
  if (value.is_null()) return {};
  if (!value.is_string()) return value.dump();
  // Through JSON and back: what is not UTF-8 is replaced.
  return Json::parse(value.dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

FlatTable table_of(std::vector<std::string> columns, const std::vector<std::vector<Cell>>& rows) {
  FlatTable table{std::move(columns), {}};
  for (const std::vector<Cell>& cells : rows) {
    auto& line = table.rows.emplace_back();
    for (const std::string& column : table.columns) {
      const auto found = std::ranges::find(cells, column, &Cell::first);
      line.push_back(found == cells.end() ? "" : cell_text(found->second));
    }
  }
  return table;
}

std::vector<std::string> names_of(const std::vector<Cell>& cells) {
  std::vector<std::string> names;
  names.reserve(cells.size());
  for (const auto& [name, value] : cells) names.push_back(name);
  return names;
}

std::vector<Cell> cells_of(const Row& row) {
  Json json = row_json(row);
  for (const char* list : {"passes", "raw_time_s", "raw_wall_time_s"}) json.erase(list);
  std::vector<Cell> cells;
  flatten("", json, cells);
  constexpr std::string_view kProbe = "answer.exclusive.";
  for (auto& [name, value] : cells) {
    if (name.starts_with(kProbe)) name = fmt::format("exclusive[{}]", name.substr(kProbe.size()));
  }
  return cells;
}

std::vector<Cell> cells_of(const PassResult& pass, std::size_t index) {
  Row row;
  row.passes = {pass};
  Json json = row_json(row).at("passes").at(0);
  json["index"] = index;
  std::vector<Cell> cells;
  flatten("pass", json, cells);
  return cells;
}

Statistics full_statistics() {
  Statistics full;
  full.ci95.emplace();
  return full;
}

/// A row in which nothing is unknown, so that it has every column.
Row full_row() {
  Row row;
  row.answer.emplace();
  row.check.emplace().first_mismatch.emplace();
  row.tuning.emplace();
  row.work.emplace();
  row.time_s = row.wall_time_s = full_statistics();
  row.ceilings.relative_to_launch = row.ceilings.relative_to_copy = full_statistics();
  return row;
}

std::vector<Cell> provenance(const Report& report) {
  std::vector<Cell> all;
  flatten("", header_json(report), all);
  std::vector<Cell> cells;
  for (const std::string_view name : kProvenance) {
    const auto found = std::ranges::find(all, name, &Cell::first);
    cells.emplace_back(name, found == all.end() ? Json(nullptr) : found->second);
  }
  return cells;
}

std::vector<std::string> result_columns(const Report& report) {
  std::vector<std::string> columns = names_of(cells_of(full_row()));
  std::set<std::uint64_t> probes;
  for (const Row& row : report.rows) {
    if (!row.answer) continue;
    for (const auto& [index, value] : row.answer->exclusive) probes.insert(index);
  }
  auto place = std::ranges::find(columns, "answer.total");
  for (const std::uint64_t index : probes) {
    place = columns.insert(place, fmt::format("exclusive[{}]", index)) + 1;
  }
  for (const std::string_view name : kProvenance) columns.emplace_back(name);
  return columns;
}

/// A table of listed things, with the columns of one that is nothing in particular.
FlatTable listing(const Json& blank, const std::vector<Json>& entries) {
  std::vector<Cell> columns;
  flatten("", blank, columns);
  std::vector<std::vector<Cell>> rows;
  for (const Json& entry : entries) flatten("", entry, rows.emplace_back());
  return table_of(names_of(columns), rows);
}

}  // namespace

FlatTable results_table(const Report& report) {
  const std::vector<Cell> beside = provenance(report);
  std::vector<std::vector<Cell>> rows;
  for (const Row& row : report.rows) {
    auto& cells = rows.emplace_back(cells_of(row));
    cells.insert(cells.end(), beside.begin(), beside.end());
  }
  return table_of(result_columns(report), rows);
}

FlatTable passes_table(const Report& report) {
  std::vector<std::string> columns = {"algorithm", "n", "type", "kind", "input.pattern"};
  PassResult full;
  full.time_s = full_statistics();
  std::ranges::copy(names_of(cells_of(full, 0)), std::back_inserter(columns));
  for (const std::string_view name : kProvenance) columns.emplace_back(name);

  const std::vector<Cell> beside = provenance(report);
  std::vector<std::vector<Cell>> rows;
  for (const Row& row : report.rows) {
    const std::vector<Cell> result = cells_of(row);
    for (std::size_t i = 0; i < row.passes.size(); ++i) {
      auto& cells = rows.emplace_back(result);
      std::ranges::copy(cells_of(row.passes[i], i), std::back_inserter(cells));
      cells.insert(cells.end(), beside.begin(), beside.end());
    }
  }
  return table_of(std::move(columns), rows);
}

FlatTable devices_table(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen) {
  std::vector<Json> entries;
  entries.reserve(devices.size());
  for (const DeviceInfo& info : devices) {
    entries.push_back(device_entry_json(info, chosen == info.index));
  }
  return listing(device_entry_json(DeviceInfo{}, false), entries);
}

FlatTable algorithms_table(std::span<const Algorithm> algorithms) {
  std::vector<Json> entries;
  entries.reserve(algorithms.size());
  for (const Algorithm& algorithm : algorithms) entries.push_back(algorithm_json(algorithm));
  return listing(algorithm_json(Algorithm{}), entries);
}

}  // namespace scanbench
