#include "report/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace scanbench {
namespace {

// Keys stay in the order in which they are written here.
using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T, typename ToJson>
Json maybe(const std::optional<T>& value, const ToJson& to_json) {
  return value ? Json(to_json(*value)) : Json(nullptr);
}

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// An element; what JSON has no number for is a string.
Json element(const Scalar& scalar) {
  return std::visit(
      [](auto value) -> Json {
        if (std::isfinite(static_cast<double>(value))) return value;
        if (std::isnan(static_cast<double>(value))) return "nan";
        return value > 0 ? "inf" : "-inf";
      },
      scalar);
}

/// Empty text or a count of 0 where what it tells is unknown.
template <typename T>
Json known(const T& value) {
  return value == T{} ? Json(nullptr) : Json(value);
}

Json statistics(const Statistics& s) {
  return {{"samples", s.samples},
          {"median", s.median},
          {"min", s.min},
          {"q1", s.q1},
          {"q3", s.q3},
          {"ci95", maybe(s.ci95, [](const auto& ci) {
             return Json{ci.first, ci.second};
           })}};
}

Json device(const DeviceInfo& info) {
  return {
      {"index", info.index},
      {"name", info.name},
      {"type", name_of(info.target.kind)},
      {"vendor_id", info.vendor_id},
      {"device_id", info.device_id},
      {"driver_name", known(info.driver_name)},
      {"driver_info", known(info.driver_info)},
      {"api_version", info.api_version},
      {"uuid", known(info.uuid)},
      {"subgroup_size", known(info.target.subgroup_size)},
      {"timestamp_period_ns", number(info.timestamp_period_ns)},
      {"timestamp_valid_bits", info.timestamp_valid_bits},
      {"memory", {{"heap_bytes", info.target.heap_bytes}, {"host_visible", info.host_visible}}}};
}

Json answer(const RowAnswer& row) {
  Json exclusive = Json::object();
  for (const auto& [index, value] : row.exclusive) {
    exclusive[std::to_string(index)] = maybe(value, element);
  }
  return {{"exclusive", exclusive}, {"total", element(row.total)}, {"wrapped", row.wrapped}};
}

Json check(const Check& c) {
  const auto mismatch = [](const Mismatch& m) -> Json {
    return {{"index", m.index}, {"expected", element(m.expected)}, {"got", element(m.got)}};
  };
  return {{"ok", c.ok},
          {"mismatches", c.mismatches},
          {"first_mismatch", maybe(c.first_mismatch, mismatch)},
          {"max_abs_error", number(c.max_abs_error)},
          {"max_rel_error", number(c.max_rel_error)},
          {"bound", number(c.bound)}};
}

Json tuning(const Tuning& t) {
  return {{"workgroup", t.workgroup},
          {"items", t.items},
          {"source", t.source == Tuning::Source::flag ? "flag" : "default"}};
}

Json work(const Work& w) {
  return {{"dispatches", w.dispatches},
          {"additions", w.additions},
          {"bytes_moved", w.bytes_moved},
          {"minimum_additions", w.minimum_additions},
          {"minimum_bytes", w.minimum_bytes}};
}

Json passes(const std::vector<PassResult>& results) {
  const auto brief = [](const Statistics& s) -> Json {
    return {{"samples", s.samples}, {"median", s.median}, {"min", s.min}};
  };
  Json list = Json::array();
  for (const PassResult& pass : results) {
    list.push_back({{"index", list.size()},
                    {"name", pass.name},
                    {"stride", pass.stride > 0 ? Json(pass.stride) : Json(nullptr)},
                    {"active", pass.active},
                    {"additions", pass.additions},
                    {"bytes_moved", pass.bytes_moved},
                    {"time_s", maybe(pass.time_s, brief)}});
  }
  return list;
}

Json result(const Row& row) {
  return {{"algorithm", row.algorithm},
          {"n", row.n},
          {"padded_n", row.padded_n},
          {"type", name_of(row.type)},
          {"op", "add"},
          {"kind", name_of(row.kind)},
          {"input", {{"pattern", row.pattern}, {"seed", maybe(row.seed)}}},
          {"status", name_of(row.status)},
          {"reason", maybe(row.reason)},
          {"answer", maybe(row.answer, answer)},
          {"check", maybe(row.check, check)},
          {"tuning", maybe(row.tuning, tuning)},
          {"work", maybe(row.work, work)},
          {"time_s", maybe(row.time_s, statistics)},
          {"wall_time_s", maybe(row.wall_time_s, statistics)},
          {"elements_per_s", maybe(row.elements_per_s())},
          {"timer_cost_s", maybe(row.timer_cost_s)},
          {"passes_sum_s", maybe(row.passes_sum_s())},
          {"instrumentation_ratio", maybe(row.instrumentation_ratio())},
          {"passes", passes(row.passes)}};
}

std::string text(const Json& json) {
  // A device's name need not be UTF-8; a report must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string report_json(const Report& report) {
  Json results = Json::array();
  for (const Row& row : report.rows) results.push_back(result(row));
  return text({{"schema", "scanbench.run"},
               {"schema_version", "1.0"},
               {"tool",
                {{"version", report.tool.version},
                 {"git", maybe(report.tool.git)},
                 {"dirty", maybe(report.tool.dirty)},
                 {"compiler", report.tool.compiler},
                 {"build_type", report.tool.build_type}}},
               {"command", report.command},
               {"started", report.started},
               {"host",
                {{"os", report.host.os},
                 {"cpu", report.host.cpu},
                 {"logical_cpus", known(report.host.logical_cpus)}}},
               {"device", maybe(report.device, device)},
               {"results", results}});
}

std::string devices_json(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen) {
  Json list = Json::array();
  for (const DeviceInfo& info : devices) {
    Json entry = device(info);
    entry["default"] = chosen == info.index;
    entry["usable"] = !info.unusable.has_value();
    entry["reason"] = maybe(info.unusable);
    list.push_back(std::move(entry));
  }
  return text({{"schema", "scanbench.devices"}, {"schema_version", "1.0"}, {"devices", list}});
}

std::string algorithms_json(std::span<const Algorithm> algorithms) {
  Json list = Json::array();
  for (const Algorithm& algorithm : algorithms) {
    list.push_back({{"name", algorithm.name},
                    {"where", algorithm.on_device ? "device" : "host"},
                    {"native_kind", name_of(algorithm.native)},
                    {"max_n", maybe(algorithm.max_n)},
                    {"summary", algorithm.summary},
                    {"source", algorithm.source}});
  }
  return text(
      {{"schema", "scanbench.algorithms"}, {"schema_version", "1.0"}, {"algorithms", list}});
}

}  // namespace scanbench
