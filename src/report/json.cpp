#include "report/json.hpp"

#include "report/json_parts.hpp"

namespace scanbench {
namespace {

/// One line, or indented. A device's name need not be UTF-8; a report must be.
std::string text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

constexpr int kIndent = 2;
constexpr int kOneLine = -1;

Json host(const Host& host) {
  return {{"os", host.os},
          {"cpu", host.cpu},
          {"logical_cpus", known(host.logical_cpus)},
          {"load_average", known(host.load_average)},
          {"governor", maybe(host.governor)}};
}

}  // namespace

Json device_json(const DeviceInfo& info) {
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

Json header_json(const Report& report) {
  return {{"schema", "scanbench.run"},
          {"schema_version", "1.2"},
          {"tool",
           {{"version", report.tool.version},
            {"git", maybe(report.tool.git)},
            {"dirty", maybe(report.tool.dirty)},
            {"compiler", report.tool.compiler},
            {"build_type", report.tool.build_type}}},
          {"command", report.command},
          {"started", report.started},
          {"label", maybe(report.label)},
          {"shuffle_seed", report.shuffle_seed},
          {"yardstick_version", kYardstickVersion},
          {"host", host(report.host)},
          {"device", maybe(report.device, device_json)}};
}

Json device_entry_json(const DeviceInfo& info, bool is_default) {
  Json entry = device_json(info);
  entry["default"] = is_default;
  entry["usable"] = !info.unusable.has_value();
  entry["reason"] = maybe(info.unusable);
  return entry;
}

Json algorithm_json(const Algorithm& algorithm) {
  return {{"name", algorithm.name},
          {"where", algorithm.on_device ? "device" : "host"},
          {"native_kind", native_kinds(algorithm)},
          {"max_n", maybe(algorithm.max_n)},
          {"summary", algorithm.summary},
          {"source", algorithm.source}};
}

std::string report_json(const Report& report) {
  Json json = header_json(report);
  Json& results = json["results"] = Json::array();
  for (const Row& row : report.rows) results.push_back(row_json(row));
  return text(json, kIndent);
}

std::string report_jsonl_header(const Report& report) {
  return text(header_json(report), kOneLine);
}

std::string report_jsonl_row(const Row& row) {
  return text(row_json(row), kOneLine);
}

std::string devices_json(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen) {
  Json list = Json::array();
  for (const DeviceInfo& info : devices) {
    list.push_back(device_entry_json(info, chosen == info.index));
  }
  return text({{"schema", "scanbench.devices"}, {"schema_version", "1.0"}, {"devices", list}},
              kIndent);
}

std::string algorithms_json(std::span<const Algorithm> algorithms) {
  Json list = Json::array();
  for (const Algorithm& algorithm : algorithms) list.push_back(algorithm_json(algorithm));
  return text({{"schema", "scanbench.algorithms"}, {"schema_version", "1.0"}, {"algorithms", list}},
              kIndent);
}

}  // namespace scanbench
