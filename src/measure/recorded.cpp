#include "measure/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "error.hpp"

namespace scanbench {
namespace {

using Json = nlohmann::json;

/// What is wrong with a file; parse_recorded() says which.
[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument(what);
}

/// A key's value; nullptr where the object lacks it or has it as null.
const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

const Json* find_object(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value != nullptr && !value->is_object()) refuse(fmt::format("has a {} of no object", key));
  return value;
}

std::optional<std::string> text_of(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) refuse(fmt::format("has a {} of no text", key));
  auto text = value->get<std::string>();
  // It ends up in tables and in lines of its own.
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

std::string needed_text(const Json& object, const char* key) {
  const auto text = text_of(object, key);
  if (!text) refuse(fmt::format("has no {}", key));
  return *text;
}

std::optional<std::uint64_t> count_of(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned()) refuse(fmt::format("has a {} of no whole number", key));
  return value->get<std::uint64_t>();
}

double positive(const Json& value, const char* key) {
  if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() <= 0) {
    refuse(fmt::format("has a {} that is no number above 0", key));
  }
  return value.get<double>();
}

std::optional<double> positive_of(const Json& object, const char* key) {
  const Json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  return positive(*value, key);
}

std::optional<Statistics> statistics_of(const Json& object, const char* key) {
  const Json* value = find_object(object, key);
  if (value == nullptr) return std::nullopt;
  Statistics s;
  s.samples = count_of(*value, "samples").value_or(0);
  const auto median = positive_of(*value, "median");
  if (!median) refuse(fmt::format("has a {} without a median", key));
  s.median = *median;
  const Json* ci95 = find(*value, "ci95");
  if (ci95 == nullptr) return s;
  if (!ci95->is_array() || ci95->size() != 2) refuse(fmt::format("has a {}.ci95 of no pair", key));
  s.ci95 = {positive((*ci95)[0], "ci95"), positive((*ci95)[1], "ci95")};
  if (s.ci95->first > s.median || s.ci95->second < s.median) {
    refuse(fmt::format("has a {}.ci95 that its median is not in", key));
  }
  return s;
}

RowKey key_of(const Json& row) {
  RowKey key;
  key.algorithm = needed_text(row, "algorithm");
  const auto n = count_of(row, "n");
  if (!n) refuse("has no n");
  key.n = *n;
  key.type = needed_text(row, "type");
  key.op = text_of(row, "op").value_or("add");
  key.kind = needed_text(row, "kind");
  if (const Json* input = find_object(row, "input")) {
    key.pattern = text_of(*input, "pattern").value_or("");
    key.seed = count_of(*input, "seed");
  }
  if (const Json* init = find(row, "init")) key.init = init->dump();
  key.cache = text_of(row, "cache").value_or("warm");
  const Json* tuning = find_object(row, "tuning");
  if (tuning != nullptr && text_of(*tuning, "source") == "flag") {
    key.tuning = {.workgroup = count_of(*tuning, "workgroup").value_or(0),
                  .items = count_of(*tuning, "items").value_or(0),
                  .tile_scan = text_of(*tuning, "tile_scan").value_or("")};
  }
  return key;
}

RecordedRow row_of(const Json& json) {
  if (!json.is_object()) refuse("is no object");
  RecordedRow row;
  row.key = key_of(json);
  row.status = needed_text(json, "status");
  row.reason = text_of(json, "reason");
  row.time_s = statistics_of(json, "time_s");
  row.wall_time_s = statistics_of(json, "wall_time_s");
  row.relative_to_launch = statistics_of(json, "relative_to_launch");
  row.relative_to_copy = statistics_of(json, "relative_to_copy");
  row.limited_by_launches = text_of(json, "limited_by") == "launches";
  row.yardstick_launch_s = positive_of(json, "yardstick_launch_s");
  row.yardstick_copy_s = positive_of(json, "yardstick_copy_s");
  return row;
}

RecordedRun header_of(const Json& json) {
  if (!json.is_object()) refuse("is no report");
  const std::string schema = needed_text(json, "schema");
  if (schema != "scanbench.run") {
    refuse(fmt::format("is a {} and no scanbench.run", schema));
  }
  RecordedRun run;
  run.schema_version = needed_text(json, "schema_version");
  run.started = text_of(json, "started");
  run.label = text_of(json, "label");
  run.yardstick_version = count_of(json, "yardstick_version");
  if (const Json* tool = find_object(json, "tool")) {
    run.version = text_of(*tool, "version");
    run.git = text_of(*tool, "git");
  }
  if (const Json* host = find_object(json, "host")) run.host_cpu = text_of(*host, "cpu");
  if (const Json* device = find_object(json, "device")) {
    run.device = {.name = text_of(*device, "name").value_or("unknown"),
                  .type = text_of(*device, "type").value_or("unknown"),
                  .uuid = text_of(*device, "uuid"),
                  .driver_name = text_of(*device, "driver_name"),
                  .driver_info = text_of(*device, "driver_info")};
  }
  return run;
}

Json json_of(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse(fmt::format("is no whole JSON (it breaks off, or is at fault, at byte {})", error.byte));
  } catch (const Json::exception&) {
    refuse("holds a number that no program can");
  }
}

/// The report's header, which may hold the rows, and the rows.
using Parts = std::pair<Json, std::vector<Json>>;

Parts parts_of(const std::string& text) {
  const std::size_t end = text.find('\n');
  const bool lines = end != std::string::npos && Json::accept(text.substr(0, end));
  Parts parts;
  auto& [header, rows] = parts;
  if (!lines) {
    header = json_of(text);
  } else {
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    header = json_of(line);
    while (std::getline(stream, line)) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      rows.push_back(json_of(line));
    }
  }
  if (!header.is_object() || !rows.empty()) return parts;
  const auto results = header.find("results");
  if (results == header.end()) return parts;
  if (!results->is_array()) refuse("has results of no list");
  rows.assign(results->begin(), results->end());
  return parts;
}

RecordedRun run_of(const std::string& text) {
  const auto [header, rows] = parts_of(text);
  RecordedRun run = header_of(header);
  if (rows.empty() && !header.contains("results")) refuse("has no results");
  std::set<RowKey> seen;
  for (const Json& json : rows) {
    const std::size_t place = run.rows.size();
    try {
      run.rows.push_back(row_of(json));
    } catch (const std::invalid_argument& fault) {
      refuse(fmt::format("has a row (number {}) that {}", place + 1, fault.what()));
    }
    const RowKey& key = run.rows.back().key;
    if (!seen.insert(key).second) {
      refuse(fmt::format("has two rows for {} at n = {}, and nothing says which counts",
                         key.algorithm, key.n));
    }
  }
  return run;
}

}  // namespace

RecordedRun parse_recorded(const std::string& text, const std::string& file) {
  try {
    RecordedRun run = run_of(text);
    run.file = file;
    return run;
  } catch (const std::invalid_argument& fault) {
    throw Error(
        ExitCode::bad_usage,
        fmt::format("'{}' {}: give a report that scanbench --json wrote", file, fault.what()));
  }
}

RecordedRun read_recorded(const std::string& file) {
  const auto fail = [&](const char* why) {
    throw Error(
        ExitCode::bad_usage,
        fmt::format("cannot read '{}' ({}): give a report that scanbench --json wrote", file, why));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) fail("it is a folder");
  errno = 0;
  const std::ifstream stream(file, std::ios::binary);
  if (!stream) fail(std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_recorded(text.str(), file);
}

}  // namespace scanbench
