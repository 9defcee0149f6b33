#pragma once

#include <span>
#include <utility>
#include <vector>

#include "measure/comparison.hpp"

namespace scanbench {

/// A median with an interval of that relative half-width.
inline Statistics around(double median, double half_width = 0.01) {
  Statistics s;
  s.samples = 100;
  s.median = median;
  s.ci95 = {median / (1 + half_width), median * (1 + half_width)};
  return s;
}

inline RecordedRow row_of(double median_s, double half_width = 0.01) {
  RecordedRow row;
  row.key.algorithm = "blelloch";
  row.key.n = 1024;
  row.key.type = "f32";
  row.key.op = "add";
  row.key.kind = "exclusive";
  row.key.pattern = "course";
  row.key.seed = 5109;
  row.key.cache = "warm";
  row.status = "ok";
  row.time_s = around(median_s, half_width);
  return row;
}

inline RecordedRow failed_row(const char* status) {
  RecordedRow row = row_of(1);
  row.status = status;
  row.reason = "so it is";
  row.time_s.reset();
  return row;
}

inline RecordedRun run_of(std::vector<RecordedRow> rows) {
  RecordedRun run;
  run.file = "run.json";
  run.schema_version = "1.1";
  run.yardstick_version = 1;
  run.host_cpu = "a processor";
  run.device = RecordedDevice{"a device", "discrete", "0-1", "a driver", "1.0"};
  run.rows = std::move(rows);
  return run;
}

inline Comparison compare_runs(const std::vector<RecordedRun>& base,
                               const std::vector<RecordedRun>& next,
                               const ComparisonSettings& settings = {}) {
  return compare(base, next, settings);
}

inline Comparison compare_rows(std::vector<RecordedRow> base, std::vector<RecordedRow> next,
                               const ComparisonSettings& settings = {}) {
  return compare_runs({run_of(std::move(base))}, {run_of(std::move(next))}, settings);
}

/// A row with its yardsticks; whether launches limit it.
inline RecordedRow relative_row(double time_s, double to_launch, double to_copy, bool launches) {
  RecordedRow row = row_of(time_s);
  row.relative_to_launch = around(to_launch);
  row.relative_to_copy = around(to_copy);
  row.limited_by_launches = launches;
  return row;
}

}  // namespace scanbench
