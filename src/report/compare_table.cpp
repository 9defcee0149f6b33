#include <fmt/format.h>

#include "report/compare.hpp"
#include "report/table.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

std::string verdict_text(const ComparedRow& row) {
  switch (row.verdict) {
    case Verdict::cannot_tell:
      return "cannot tell";
    case Verdict::not_compared:
      return "-";
    default:
      return std::string(name_of(row.verdict));
  }
}

/// algorithm, n, base, new, change, normalized, verdict, and why.
std::vector<std::string> cells_of(const ComparedRow& row) {
  const auto time = [](const std::optional<double>& seconds) {
    return seconds ? time_text(*seconds) : "-";
  };
  std::string normalized = "-";
  if (row.normalized) {
    normalized = fmt::format("{} by {}", change_text(*row.normalized), name_of(*row.yardstick));
  }
  std::string plain = "-";
  // The interval stands beside the ratio that the verdict is about.
  if (row.plain) plain = row.normalized ? change_text(row.plain->value) : change_text(*row.plain);
  return {
      row.key.algorithm, count_text(row.key.n), time(row.base_time_s),  time(row.new_time_s), plain,
      normalized,        verdict_text(row),     row.reason.value_or("")};
}

std::string side_line(const std::string& name, const std::vector<RecordedRun>& runs) {
  std::string files;
  for (const RecordedRun& run : runs) files += (files.empty() ? "" : ", ") + run.file;
  const RecordedRun& first = runs.front();
  std::string about;
  if (first.label) about += fmt::format(", {}", *first.label);
  if (first.git) about += fmt::format(", git {}", first.git->substr(0, 12));
  if (first.started) about += fmt::format(", started {}", *first.started);
  return fmt::format("{} {}{}", left(name, 8), files, about);
}

std::string device_text(const RecordedRun& run) {
  if (!run.device) return run.host_cpu.value_or("unknown");
  return fmt::format("{} ({}), driver {} {}", run.device->name, run.device->type,
                     run.device->driver_name.value_or("unknown"),
                     run.device->driver_info.value_or(""));
}

/// For a cell of a markdown table, and for a line of its own.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("|<>`*_[]\\").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

}  // namespace

std::string compare_text(const CompareReport& report) {
  Table table({{"algorithm", true},
               {"n"},
               {"base"},
               {"new"},
               {"change"},
               {"normalized"},
               {"verdict", true}});
  for (const ComparedRow& row : report.comparison.rows) table.add(cells_of(row));
  std::string text = side_line("base", report.base) + "\n" + side_line("new", report.next) + "\n";
  text += fmt::format("device   {}\n{}\n", device_text(report.base.front()), table.text());
  for (const std::string& note : compare_notes(report)) text += note + "\n";
  return text + summary_text(report.comparison) + "\n";
}

std::string compare_markdown(const CompareReport& report) {
  std::string text =
      markdown_line({"algorithm", "n", "base", "new", "change", "normalized", "verdict", "why"}) +
      markdown_line({"---", "---:", "---:", "---:", "---:", "---:", "---", "---"});
  for (const ComparedRow& row : report.comparison.rows) {
    std::vector<std::string> cells = cells_of(row);
    for (std::string& cell : cells) cell = escaped(cell);
    text += markdown_line(cells);
  }
  text += fmt::format("\n**{}**\n\n", summary_text(report.comparison));
  for (const std::string& note : compare_notes(report)) text += "- " + escaped(note) + "\n";
  return text + "- " + escaped("device " + device_text(report.base.front())) + "\n";
}

}  // namespace scanbench
