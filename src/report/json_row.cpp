#include "report/ceilings.hpp"
#include "report/json_parts.hpp"

namespace scanbench {
namespace {

/// An element; what JSON has no exact number for is a string: what is not finite, and integers from
/// 2^53 on, which many a reader holds in a double.
Json element(const Scalar& scalar) {
  return std::visit(
      [&]<typename T>(T value) -> Json {
        constexpr double kExact = 0x1p53;
        const auto size = std::abs(static_cast<double>(value));
        const bool holds = std::is_integral_v<T> ? size < kExact : std::isfinite(size);
        return holds ? Json(value) : Json(text_of(scalar));
      },
      scalar);
}

Json interval(const Statistics& s) {
  return maybe(s.ci95, [](const auto& ci) { return Json{ci.first, ci.second}; });
}

Json statistics(const Statistics& s) {
  return {{"samples", s.samples}, {"median", s.median},  {"min", s.min},
          {"q1", s.q1},           {"q3", s.q3},          {"p5", maybe(s.p5)},
          {"p95", maybe(s.p95)},  {"p99", maybe(s.p99)}, {"outliers", s.outliers},
          {"ci95", interval(s)}};
}

Json ratio(const Statistics& s) {
  return {{"samples", s.samples}, {"median", s.median}, {"ci95", interval(s)}};
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
          {"tile_scan", maybe(t.tile_scan, [](TileScan how) { return name_of(how); })},
          {"source", name_of(t.source)}};
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

Json identity(const Row& row) {
  return {{"algorithm", row.algorithm},
          {"n", row.n},
          {"padded_n", row.padded_n},
          {"type", name_of(row.type)},
          {"op", name_of(row.op)},
          {"kind", name_of(row.kind)},
          {"input", {{"pattern", row.pattern}, {"seed", maybe(row.seed)}}},
          {"init", maybe(row.init, element)}};
}

Json outcome(const Row& row) {
  return {{"status", name_of(row.status)},       {"reason", maybe(row.reason)},
          {"answer", maybe(row.answer, answer)}, {"check", maybe(row.check, check)},
          {"tuning", maybe(row.tuning, tuning)}, {"work", maybe(row.work, work)}};
}

Json sampling(const Row& row) {
  const auto name = [](auto value) { return name_of(value); };
  // A row that was never sampled found the cache in no state.
  return {{"rounds", row.rounds},
          {"deterministic", maybe(row.deterministic)},
          {"stopped_by", maybe(row.stopped_by, name)},
          {"cache", row.rounds > 0 ? Json(name_of(row.cache)) : Json(nullptr)},
          {"time_s", maybe(row.time_s, statistics)},
          {"wall_time_s", maybe(row.wall_time_s, statistics)},
          {"elements_per_s", maybe(row.elements_per_s())},
          {"end_to_end_s", maybe(row.end_to_end_s)},
          {"minimum_detectable", maybe(row.minimum_detectable)},
          {"timer_cost_s", maybe(row.timer_cost_s)},
          {"passes_sum_s", maybe(row.passes_sum_s())},
          {"unaccounted_s", maybe(row.unaccounted_s())},
          {"instrumentation_ratio", maybe(row.instrumentation_ratio())}};
}

Json ceilings(const Row& row) {
  const Ceilings& c = row.ceilings;
  const auto name = [](Limit limit) { return name_of(limit); };
  return {{"floor_s", maybe(c.floor_s)},
          {"copy_s", maybe(c.copy_s)},
          {"transfer_s", maybe(c.transfer_s)},
          {"fraction_of_copy", maybe(row.fraction_of_copy())},
          {"suspect", maybe(is_suspect(row))},
          {"yardstick_launch_s", maybe(c.yardstick_launch_s)},
          {"yardstick_copy_s", maybe(c.yardstick_copy_s)},
          {"relative_to_launch", maybe(c.relative_to_launch, ratio)},
          {"relative_to_copy", maybe(c.relative_to_copy, ratio)},
          {"limited_by", maybe(row.limited_by, name)}};
}

}  // namespace

Json row_json(const Row& row) {
  Json json = identity(row);
  json.update(outcome(row));
  json.update(sampling(row));
  json.update(ceilings(row));
  json["raw_time_s"] = known(row.raw_time_s);
  json["raw_wall_time_s"] = known(row.raw_wall_time_s);
  json["passes"] = passes(row.passes);
  return json;
}

}  // namespace scanbench
