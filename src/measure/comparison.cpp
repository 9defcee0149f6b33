#include "measure/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "measure/repeated.hpp"

namespace scanbench {
namespace {

/// One row in every run of a side; nullptr in a run that lacks it.
using Runs = std::vector<const RecordedRow*>;
using Measured = std::optional<Statistics> RecordedRow::*;

struct Pairing {
  RowKey key;
  Runs base;
  Runs next;
  double start_margin = 0;  ///< of the logarithm of a ratio; see kStartToStart
};

std::vector<Pairing> pair_up(std::span<const RecordedRun> base, std::span<const RecordedRun> next) {
  std::vector<Pairing> pairings;
  std::map<RowKey, std::size_t> places;
  const auto add = [&](std::span<const RecordedRun> runs, Runs Pairing::*side) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (const RecordedRow& row : runs[i].rows) {
        const auto [place, is_new] = places.try_emplace(row.key, pairings.size());
        if (is_new) pairings.push_back({row.key, Runs(base.size()), Runs(next.size())});
        (pairings[place->second].*side)[i] = &row;
      }
    }
  };
  add(base, &Pairing::base);
  add(next, &Pairing::next);
  return pairings;
}

bool is_absent(const Runs& runs) {
  return std::ranges::all_of(runs, [](const RecordedRow* row) { return row == nullptr; });
}

std::string with_reason(const RecordedRow& row) {
  return row.status + (row.reason ? ": " + *row.reason : "");
}

/// Why a side is not right in all its runs, a wrong one first; none where it is.
struct Fault {
  bool wrong = false;
  std::string why;
};
std::optional<Fault> fault_of(const Runs& runs) {
  std::optional<Fault> fault;
  for (const RecordedRow* row : runs) {
    if (row != nullptr && row->status == "wrong") return Fault{true, with_reason(*row)};
    if (fault) continue;
    if (row == nullptr) {
      fault = Fault{false, "missing from some of the runs"};
    } else if (row->status != "ok") {
      fault = Fault{false, with_reason(*row)};
    }
  }
  return fault;
}

bool all_have(const Pairing& pairing, Measured what) {
  const auto has = [&](const RecordedRow* row) { return (row->*what).has_value(); };
  return std::ranges::all_of(pairing.base, has) && std::ranges::all_of(pairing.next, has);
}

bool any_has_time(const Pairing& pairing) {
  const auto has = [](const RecordedRow* row) { return row->time_s || row->wall_time_s; };
  return std::ranges::any_of(pairing.base, has) || std::ranges::any_of(pairing.next, has);
}

Ratio ratio_of(const Pairing& pairing, Measured what) {
  if (pairing.base.size() == 1) {
    return widened(ratio_of_medians(*(pairing.next[0]->*what), *(pairing.base[0]->*what)),
                   pairing.start_margin);
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairing.base.size(); ++i) {
    ratios.push_back((pairing.next[i]->*what)->median / (pairing.base[i]->*what)->median);
  }
  return ratio_over_runs(ratios);
}

double typical(const Runs& runs, Measured what) {
  // Not through logarithms, which change the last digit.
  if (runs.size() == 1) return (runs[0]->*what)->median;
  std::vector<double> medians;
  for (const RecordedRow* row : runs) medians.push_back((row->*what)->median);
  return ratio_over_runs(medians).value;
}

/// Launches where most of the base's runs say that they limit the row, the copy elsewhere.
Yardstick yardstick_of(const Runs& base) {
  const auto launches = std::ranges::count_if(base, &RecordedRow::limited_by_launches);
  return 2 * static_cast<std::size_t>(launches) > base.size() ? Yardstick::launch : Yardstick::copy;
}

void normalize(ComparedRow& row, const Pairing& pairing) {
  const Yardstick yardstick = yardstick_of(pairing.base);
  const Measured relative = yardstick == Yardstick::launch ? &RecordedRow::relative_to_launch
                                                           : &RecordedRow::relative_to_copy;
  if (!all_have(pairing, relative)) return;
  row.yardstick = yardstick;
  row.normalized = ratio_of(pairing, relative);
}

void settle(ComparedRow& row, Verdict verdict, const std::string& reason) {
  row.verdict = verdict;
  row.reason = reason;
}

std::string why_untold(const ComparedRow& row, double threshold, std::size_t runs) {
  if (!row.judged()->ci95) return "fewer than 6 samples on a side give no interval";
  const auto [low, high] = *row.judged()->ci95;
  if (low < 1 / (1 + threshold) && high > 1 + threshold) {
    return fmt::format("{} cannot detect a change as small as the threshold",
                       runs > 1 ? "these runs" : "one run a side");
  }
  return "the interval spans the threshold";
}

/// Whether the time itself went the other way. A yardstick has a noise of its own: of 20 pairs of
/// runs of one build on the software device, four came out slower over the yardstick, by 21 to
/// 39 %, and each of them was faster as it was. Several runs a side show how far the machine's own
/// speed moves the time, so there its interval must say it; one run shows nothing of that.
bool contradicted(const ComparedRow& row, std::size_t runs) {
  if (!row.normalized || row.verdict == Verdict::same) return false;
  const bool slower = row.normalized->value > 1;
  if (runs == 1) return (row.plain->value > 1) != slower;
  const auto& interval = row.plain->ci95;
  return interval && (slower ? interval->second < 1 : interval->first > 1);
}

void judge_times(ComparedRow& row, const Pairing& pairing, const ComparisonSettings& settings) {
  row.on_device_clock = all_have(pairing, &RecordedRow::time_s);
  const Measured clock = row.on_device_clock ? &RecordedRow::time_s : &RecordedRow::wall_time_s;
  if (!any_has_time(pairing)) {
    return settle(row, Verdict::not_compared, "nothing to time on either side");
  }
  if (!all_have(pairing, clock)) {
    return settle(row, Verdict::cannot_tell, "no clock has a time on both sides");
  }
  row.base_time_s = typical(pairing.base, clock);
  row.new_time_s = typical(pairing.next, clock);
  row.plain = ratio_of(pairing, clock);
  // The yardsticks are on the device's clock.
  if (settings.normalize && row.on_device_clock) normalize(row, pairing);
  row.verdict = verdict_of(*row.judged(), settings.threshold);
  if (row.verdict == Verdict::cannot_tell) {
    row.reason = why_untold(row, settings.threshold, pairing.base.size());
  } else if (contradicted(row, pairing.base.size())) {
    settle(row, Verdict::cannot_tell,
           "the yardsticks moved, and the time itself went the other way");
  }
}

std::string describe(const RowKey& key) {
  std::string text = fmt::format("{}, {}, {}", key.type, key.kind, key.pattern);
  if (key.seed) text += fmt::format(" seed {}", *key.seed);
  if (key.op != "add") text += ", " + key.op;
  if (key.cache != "warm") text += ", cache " + key.cache;
  if (!key.init.empty()) text += ", --init " + key.init;
  if (key.tuning) {
    text += fmt::format(", --workgroup {} --items {}", key.tuning->workgroup, key.tuning->items);
    if (!key.tuning->tile_scan.empty()) text += " --tile-scan " + key.tuning->tile_scan;
  }
  return text;
}

ComparedRow judge(const Pairing& pairing, const ComparisonSettings& settings) {
  ComparedRow row;
  row.key = pairing.key;
  row.in_base = !is_absent(pairing.base);
  row.in_new = !is_absent(pairing.next);
  if (!row.in_base || !row.in_new) {
    settle(row, Verdict::not_compared,
           fmt::format("only in {} ({})", row.in_base ? "base" : "new", describe(row.key)));
    return row;
  }
  const auto before = fault_of(pairing.base);
  const auto now = fault_of(pairing.next);
  if (before) {
    settle(row, Verdict::not_compared, "in base " + before->why);
  } else if (now) {
    // A row that ran and no longer does must not pass for one that is as fast as before.
    settle(row, now->wrong ? Verdict::broken : Verdict::cannot_tell,
           "right in base, in new " + now->why);
  } else {
    judge_times(row, pairing, settings);
  }
  return row;
}

/// The yardstick's own change in one row; none where a run lacks it.
std::optional<double> drift_of(const Pairing& pairing, std::optional<double> RecordedRow::*what) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairing.base.size(); ++i) {
    const RecordedRow* before = pairing.base[i];
    const RecordedRow* now = pairing.next[i];
    if (before == nullptr || now == nullptr || !(before->*what) || !(now->*what)) {
      return std::nullopt;
    }
    ratios.push_back(*(now->*what) / *(before->*what));
  }
  return ratio_over_runs(ratios).value;
}

std::optional<double> median_drift(std::span<const Pairing> pairings,
                                   std::optional<double> RecordedRow::*what) {
  std::vector<double> drifts;
  for (const Pairing& pairing : pairings) {
    if (const auto drift = drift_of(pairing, what)) drifts.push_back(*drift);
  }
  const auto summary = summarize(drifts);
  if (!summary) return std::nullopt;
  return summary->median;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 6> kNames = {"broken", "slower", "cannot_tell",
                                                      "same",   "faster", "not_compared"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view name_of(Yardstick yardstick) {
  return yardstick == Yardstick::launch ? "launch" : "copy";
}

bool is_large(const std::optional<double>& drift) {
  return drift && (*drift > kLargeDrift || *drift < 1 / kLargeDrift);
}

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(rows, verdict, &ComparedRow::verdict));
}

std::size_t Comparison::only_in_base() const {
  return static_cast<std::size_t>(std::ranges::count(rows, false, &ComparedRow::in_new));
}

std::size_t Comparison::only_in_new() const {
  return static_cast<std::size_t>(std::ranges::count(rows, false, &ComparedRow::in_base));
}

Verdict verdict_of(const Ratio& ratio, double threshold) {
  if (!ratio.ci95) return Verdict::cannot_tell;
  const auto [low, high] = *ratio.ci95;
  if (low > 1 + threshold) return Verdict::slower;
  if (high < 1 / (1 + threshold)) return Verdict::faster;
  if (low >= 1 / (1 + threshold) && high <= 1 + threshold) return Verdict::same;
  return Verdict::cannot_tell;
}

Comparison compare(std::span<const RecordedRun> base, std::span<const RecordedRun> next,
                   const ComparisonSettings& settings) {
  Comparison comparison;
  comparison.settings = settings;
  std::vector<Pairing> pairings = pair_up(base, next);
  if (base.size() == 1 && base[0].on_the_processor()) {
    // Of the difference between two starts, at the interval's 95 %.
    const double margin = 1.96 * std::sqrt(2.0) * kStartToStart;
    for (Pairing& pairing : pairings) pairing.start_margin = margin;
  }
  for (const Pairing& pairing : pairings) comparison.rows.push_back(judge(pairing, settings));
  comparison.launch_drift = median_drift(pairings, &RecordedRow::yardstick_launch_s);
  comparison.copy_drift = median_drift(pairings, &RecordedRow::yardstick_copy_s);
  return comparison;
}

ExitCode exit_code_of(const Comparison& comparison) {
  if (comparison.count(Verdict::broken) > 0) return ExitCode::wrong_answer;
  if (comparison.count(Verdict::slower) > 0) return ExitCode::regression;
  const bool told = comparison.matched() && comparison.count(Verdict::cannot_tell) == 0;
  return told ? ExitCode::ok : ExitCode::inconclusive;
}

}  // namespace scanbench
