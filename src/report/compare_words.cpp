#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/compare.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

double percent_of(double ratio) {
  const double percent = (ratio - 1) * 100;
  // Not "-0.0".
  return std::abs(percent) < 0.05 ? 0 : percent;
}

std::string place_of(const RowKey& key) {
  return fmt::format("{} at n = {}", key.algorithm, count_text(key.n));
}

std::string yardstick_note(std::string_view name, const std::optional<double>& drift) {
  return fmt::format(
      "drift: the {} yardstick took {} times as long in new as in base; the machine, not the scan, "
      "changed its speed",
      name, factor_text(*drift));
}

void add_fallback_note(const Comparison& comparison, std::vector<std::string>& notes) {
  if (!comparison.settings.normalize) return;
  const auto fell_back = [](const ComparedRow& row) { return row.plain && !row.normalized; };
  const auto first = std::ranges::find_if(comparison.rows, fell_back);
  if (first == comparison.rows.end()) return;
  const auto count = std::ranges::count_if(comparison.rows, fell_back);
  notes.push_back(fmt::format(
      "no yardstick on both sides, so judged by the plain change: {}{}", place_of(first->key),
      count > 1 ? fmt::format(" and {} more", plural(static_cast<std::uint64_t>(count - 1), "row"))
                : ""));
}

std::string complaint_about(const ComparedRow& row, double threshold) {
  switch (row.verdict) {
    case Verdict::broken:
      return fmt::format("{} is {}", place_of(row.key), *row.reason);
    case Verdict::slower:
      return fmt::format("{} is slower beyond {}: {}", place_of(row.key), threshold_text(threshold),
                         change_text(*row.judged()));
    default:
      return fmt::format("cannot tell about {}: {}", place_of(row.key), *row.reason);
  }
}

}  // namespace

std::string change_text(double ratio) {
  return fmt::format("{:+.1f} %", percent_of(ratio));
}

std::string change_text(const Ratio& ratio) {
  if (!ratio.ci95) return change_text(ratio.value);
  return fmt::format("{} ({:+.1f} to {:+.1f})", change_text(ratio.value),
                     percent_of(ratio.ci95->first), percent_of(ratio.ci95->second));
}

std::string threshold_text(double fraction) {
  return fmt::format("{:.6g} %", fraction * 100);
}

std::string differences_text(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& one : differences) {
    text += fmt::format("{}{} is '{}' in {} and '{}' in {}", text.empty() ? "" : ", ", one.what,
                        one.base, one.base_file, one.other, one.other_file);
  }
  return text;
}

std::string summary_text(const Comparison& comparison) {
  constexpr std::array<std::pair<Verdict, std::string_view>, 5> kWords = {
      {{Verdict::broken, "broken"},
       {Verdict::slower, "slower"},
       {Verdict::cannot_tell, "cannot tell"},
       {Verdict::same, "same"},
       {Verdict::faster, "faster"}}};
  const std::size_t unpaired = comparison.only_in_base() + comparison.only_in_new();
  const std::size_t skipped = comparison.count(Verdict::not_compared);
  std::string verdicts;
  for (const auto& [verdict, word] : kWords) {
    const std::size_t count = comparison.count(verdict);
    if (count == 0) continue;
    verdicts += fmt::format("{}{} {}", verdicts.empty() ? ": " : ", ", count, word);
  }
  std::string text =
      fmt::format("{} compared at {}{}", plural(comparison.rows.size() - skipped, "row"),
                  threshold_text(comparison.settings.threshold), verdicts);
  if (comparison.only_in_base() > 0) {
    text += fmt::format("; {} only in base", comparison.only_in_base());
  }
  if (comparison.only_in_new() > 0) {
    text += fmt::format("; {} only in new", comparison.only_in_new());
  }
  if (skipped > unpaired) text += fmt::format("; {} not compared", skipped - unpaired);
  return text;
}

std::vector<std::string> compare_notes(const CompareReport& report) {
  std::vector<std::string> notes;
  if (!report.differences.empty()) {
    notes.push_back("forced: " + differences_text(report.differences));
  }
  const Comparison& comparison = report.comparison;
  if (is_large(comparison.launch_drift)) {
    notes.push_back(yardstick_note("launch", comparison.launch_drift));
  }
  if (is_large(comparison.copy_drift)) {
    notes.push_back(yardstick_note("copy", comparison.copy_drift));
  }
  add_fallback_note(comparison, notes);
  return notes;
}

std::string compare_complaint(const Comparison& comparison) {
  for (const Verdict verdict : {Verdict::broken, Verdict::slower, Verdict::cannot_tell}) {
    const auto first = std::ranges::find(comparison.rows, verdict, &ComparedRow::verdict);
    if (first == comparison.rows.end()) continue;
    const std::size_t more = comparison.count(verdict) - 1;
    return complaint_about(*first, comparison.settings.threshold) +
           (more > 0 ? fmt::format(" (and {} such)", plural(more, "more row")) : "");
  }
  return "nothing to compare: no row is in both reports; measure the same algorithms, n and input";
}

}  // namespace scanbench
