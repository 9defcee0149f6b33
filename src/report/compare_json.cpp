#include <nlohmann/json.hpp>

#include "report/compare.hpp"

namespace scanbench {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json side(const std::vector<RecordedRun>& runs) {
  Json list = Json::array();
  for (const RecordedRun& run : runs) {
    list.push_back({{"file", run.file},
                    {"version", maybe(run.version)},
                    {"git", maybe(run.git)},
                    {"label", maybe(run.label)},
                    {"started", maybe(run.started)}});
  }
  return list;
}

Json interval(const Ratio& ratio) {
  return ratio.ci95 ? Json{ratio.ci95->first, ratio.ci95->second} : Json(nullptr);
}

Json plain(const ComparedRow& row) {
  if (!row.plain) return nullptr;
  return {{"ratio", row.plain->value}, {"ci95", interval(*row.plain)}};
}

Json normalized(const ComparedRow& row) {
  if (!row.normalized) return nullptr;
  return {{"by", name_of(*row.yardstick)},
          {"ratio", row.normalized->value},
          {"ci95", interval(*row.normalized)}};
}

Json tuning(const RowKey& key) {
  if (!key.tuning) return nullptr;
  return {{"workgroup", key.tuning->workgroup}, {"items", key.tuning->items}};
}

Json clock_of(const ComparedRow& row) {
  if (!row.plain) return nullptr;
  return row.on_device_clock ? "time_s" : "wall_time_s";
}

Json judged_by(const ComparedRow& row) {
  if (row.normalized) return name_of(*row.yardstick);
  return row.plain ? Json("plain") : Json(nullptr);
}

Json result(const ComparedRow& row) {
  const RowKey& key = row.key;
  return {{"algorithm", key.algorithm},
          {"n", key.n},
          {"type", key.type},
          {"op", key.op},
          {"kind", key.kind},
          {"input", {{"pattern", key.pattern}, {"seed", maybe(key.seed)}}},
          {"cache", key.cache},
          {"tuning", tuning(key)},
          {"side", row.in_base && row.in_new ? "both"
                   : row.in_base             ? "base"
                                             : "new"},
          {"verdict", name_of(row.verdict)},
          {"reason", maybe(row.reason)},
          {"clock", clock_of(row)},
          {"base_time_s", maybe(row.base_time_s)},
          {"new_time_s", maybe(row.new_time_s)},
          {"plain", plain(row)},
          {"normalized", normalized(row)},
          {"judged_by", judged_by(row)}};
}

Json summary(const Comparison& comparison) {
  Json counts = Json::object();
  for (const Verdict verdict : {Verdict::broken, Verdict::slower, Verdict::cannot_tell,
                                Verdict::same, Verdict::faster, Verdict::not_compared}) {
    counts[std::string(name_of(verdict))] = comparison.count(verdict);
  }
  counts["only_in_base"] = comparison.only_in_base();
  counts["only_in_new"] = comparison.only_in_new();
  return counts;
}

Json differences(const CompareReport& report) {
  Json list = Json::array();
  for (const Difference& one : report.differences) {
    list.push_back({{"what", one.what},
                    {"base", one.base},
                    {"base_file", one.base_file},
                    {"other", one.other},
                    {"other_file", one.other_file}});
  }
  return list;
}

}  // namespace

std::string compare_json(const CompareReport& report) {
  const Comparison& comparison = report.comparison;
  Json results = Json::array();
  for (const ComparedRow& row : comparison.rows) results.push_back(result(row));
  const Json json = {
      {"schema", "scanbench.compare"},
      {"schema_version", "1.0"},
      {"base", side(report.base)},
      {"new", side(report.next)},
      {"threshold", comparison.settings.threshold},
      {"normalize", comparison.settings.normalize ? "yardstick" : "none"},
      {"differences", differences(report)},
      {"yardstick_drift",
       {{"launch", maybe(comparison.launch_drift)}, {"copy", maybe(comparison.copy_drift)}}},
      {"exit_code", static_cast<int>(exit_code_of(comparison))},
      {"summary", summary(comparison)},
      {"results", results}};
  // A file's name need not be UTF-8; a report must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scanbench
