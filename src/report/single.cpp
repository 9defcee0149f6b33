#include <fmt/format.h>

#include <vector>

#include "report/ceilings.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

std::string scan_line(const Row& row) {
  std::string line = fmt::format("scan     {}, {}", row.algorithm, name_of(row.kind));
  if (row.init) line += fmt::format(" from {}", text_of(*row.init));
  if (row.padded_n != row.n) line += fmt::format(", padded to {}", count_text(row.padded_n));
  if (row.tuning) {
    line += fmt::format(", {} invocations a work-group", row.tuning->workgroup);
    if (row.tuning->tile_scan) {
      line += fmt::format(", tiles by {}", *row.tuning->tile_scan == TileScan::subgroup
                                               ? "subgroup operations"
                                               : "shared memory");
    }
    if (row.tuning->items > 1) line += fmt::format(", {} items each", row.tuning->items);
    if (is_tuned(row)) line += ", as scanbench tune found";
  }
  return line + "\n";
}

/// "exclusive[512]", and for an inclusive row the same number's own name beside it.
std::string probe_name(const Row& row, std::uint64_t index) {
  std::string name = fmt::format("exclusive[{}]", index);
  if (row.kind == Kind::inclusive && index > 0) name += fmt::format(" = scan[{}]", index - 1);
  return name;
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
  const bool varied = row.deterministic == false;
  return fmt::format("check    {}; {} after every run of {}\n", verdict,
                     varied ? "rounded otherwise in some, and within it" : "unchanged",
                     plural(row.rounds, "round"));
}

std::string statistics_line(const std::string& name, const std::optional<Statistics>& time_s,
                            const std::string& what) {
  if (!time_s) return {};
  return fmt::format("{} {} median of {}, 95 % interval {}, min {} ({})\n", left(name, 8),
                     time_text(time_s->median), time_s->samples, interval_text(*time_s),
                     time_text(time_s->min), what);
}

/// How far the samples scatter about the median.
std::string spread_line(const Statistics& s) {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, const std::optional<double>& percentile) {
    if (percentile) parts.push_back(fmt::format("{} {}", name, time_text(*percentile)));
  };
  add("p5", s.p5);
  add("p95", s.p95);
  add("p99", s.p99);
  if (s.outliers > 0) parts.push_back(plural(s.outliers, "outlier") + " among them");
  if (parts.empty()) return {};
  return fmt::format("         {}\n", fmt::join(parts, ", "));
}

std::string time_line(const Row& row) {
  if (!row.time_s) return "time     unknown on the device: it has no usable timestamps\n";
  return statistics_line("time", row.time_s,
                         row.on_device ? "device, one pair of stamps" : "host clock") +
         spread_line(*row.time_s);
}

/// The three recordings side by side, and what of the host's time the device does not tell of.
std::string closure_line(const Row& row) {
  const auto unaccounted = row.unaccounted_s();
  const auto sum = row.passes_sum_s();
  if (!sum && !unaccounted) return {};
  std::vector<std::string> parts;
  if (sum) parts.push_back(fmt::format("passes {} in sum", time_text(*sum)));
  if (row.instrumentation_ratio()) {
    parts.back() += fmt::format(" (stamping each takes {} times the time)",
                                factor_text(*row.instrumentation_ratio()));
  }
  if (row.time_s) parts.push_back("outer pair " + time_text(row.time_s->median));
  if (row.wall_time_s) parts.push_back("wall " + time_text(row.wall_time_s->median));
  if (unaccounted) parts.push_back("unaccounted " + time_text(*unaccounted));
  std::string line = fmt::format("closure  {}\n", fmt::join(parts, ", "));
  if (unaccounted && *unaccounted < 0) {
    line +=
        "note     the stamped device time is above the unstamped wall time: stamps cost more "
        "here than submitting\n";
  }
  return line;
}

std::string sampling_line(const Row& row) {
  if (row.rounds == 0) return {};
  std::string line =
      fmt::format("sampling {}, cache {}", plural(row.rounds, "round"), name_of(row.cache));
  if (row.stopped_by) line += fmt::format(", stopped by {}", name_of(*row.stopped_by));
  if (row.minimum_detectable) {
    line += fmt::format("; would show a difference of {}", percent_text(*row.minimum_detectable));
  }
  return line + "\n";
}

std::string time_lines(const Row& row) {
  if (!row.best_time()) return "time     nothing to time: the plan has no pass\n";
  std::string lines = time_line(row);
  if (row.on_device) lines += statistics_line("wall", row.wall_time_s, "host, nothing stamped");
  lines += fmt::format("rate     {} elements/s\n", rate_text(*row.elements_per_s()));
  lines += closure_line(row);
  if (row.timer_cost_s) {
    lines += fmt::format("timer    {} a pair of stamps\n", time_text(*row.timer_cost_s));
  }
  if (row.end_to_end_s) {
    lines += fmt::format("end2end  {} for upload, scan and read-back (host clock)\n",
                         time_text(*row.end_to_end_s));
  }
  return lines + sampling_line(row) + ceiling_lines(row);
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

}  // namespace

std::string single_text(const Row& row) {
  std::string text = input_line(row) + scan_line(row);
  if (row.status != Status::ok) {
    return text + fmt::format("{} {}\n", left(std::string(name_of(row.status)), 8), *row.reason);
  }
  return text + answer_line(row) + check_line(row) + time_lines(row) + work_line(row) +
         pass_table(row);
}

}  // namespace scanbench
