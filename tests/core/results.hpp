#pragma once

#include <utility>
#include <vector>

#include "measure/result.hpp"

/// Results made by hand, for the tests of what is printed of them.
namespace scanbench {

inline Statistics around(double median_s) {
  Statistics s;
  s.samples = 11;
  s.median = median_s;
  s.min = 0.9 * median_s;
  s.q1 = 0.95 * median_s;
  s.q3 = 1.05 * median_s;
  s.ci95 = std::pair(0.97 * median_s, 1.03 * median_s);
  return s;
}

inline Row timed_row(const char* name, double median_s, std::uint64_t additions) {
  Row row;
  row.algorithm = name;
  row.n = 1024;
  row.padded_n = 1024;
  row.on_device = std::string_view(name) != "serial";
  row.pattern = "course";
  row.seed = 5109;
  row.answer = RowAnswer{{{512, Scalar(515.5F)}}, Scalar(1037.625F), false};
  row.check = Check{true, 0, std::nullopt, 0, 0, 0};
  row.work = Work{10, additions, 81920, 1023, 8192};
  row.rounds = 11;
  row.time_s = around(median_s);
  row.wall_time_s = around(median_s);
  return row;
}

inline Report report_of(std::vector<Row> rows) {
  Report report;
  report.tool = this_tool();
  report.started = "2026-01-01T00:00:00Z";
  report.host = this_host();
  report.rows = std::move(rows);
  return report;
}

}  // namespace scanbench
