#include "measure/row_times.hpp"

#include <algorithm>

#include "measure/ratio.hpp"
#include "measure/statistics.hpp"

namespace scanbench {
namespace {

std::optional<double> median_of(std::span<const MaybeTime> times_s) {
  const auto summary = summarize(known_times(times_s));
  return summary ? std::optional(summary->median) : std::nullopt;
}

/// The probe of that kind with the least median; nullptr where none has a time.
const CeilingSamples* best_probe(std::span<const CeilingSamples> ceilings, CeilingKind kind) {
  const CeilingSamples* best = nullptr;
  for (const CeilingSamples& samples : ceilings) {
    const auto median_s = samples.kind == kind ? median_of(samples.times_s) : std::nullopt;
    if (median_s && (best == nullptr || *median_s < *median_of(best->times_s))) best = &samples;
  }
  return best;
}

/// A row's times over a yardstick's of the same rounds.
std::optional<Statistics> relative_to(std::span<const MaybeTime> yardstick_s,
                                      std::span<const MaybeTime> times_s) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(times_s.size(), yardstick_s.size()); ++i) {
    if (times_s[i] && yardstick_s[i]) ratios.push_back(*times_s[i] / *yardstick_s[i]);
  }
  return summarize(ratios);
}

Ceilings ceilings_of(const Samples& samples, std::span<const CeilingSamples> measured) {
  const auto median_at = [&](CeilingKind kind) {
    const CeilingSamples* best = best_probe(measured, kind);
    return best == nullptr ? std::nullopt : median_of(best->times_s);
  };
  Ceilings ceilings;
  ceilings.floor_s = median_of(samples.floor_s);
  ceilings.copy_s = median_at(CeilingKind::copy);
  ceilings.transfer_s = median_at(CeilingKind::transfer);
  ceilings.yardstick_launch_s = median_of(samples.launch_yardstick_s);
  ceilings.yardstick_copy_s = median_of(samples.copy_yardstick_s);
  ceilings.relative_to_launch = relative_to(samples.launch_yardstick_s, samples.outer_s);
  ceilings.relative_to_copy = relative_to(samples.copy_yardstick_s, samples.outer_s);
  return ceilings;
}

void add_passes(Row& row, const Plan& plan, const Samples& samples) {
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const Pass& pass = plan.passes[i];
    PassResult result{pass.name, pass.stride, pass.active, pass.additions, pass.bytes_moved, {}};
    const std::vector<double> known = known_times(samples.passes_s[i]);
    // Where stamps tell nothing in half of the runs, the rest is the slow half alone.
    if (known.size() * 2 > samples.rounds) result.time_s = summarize(known);
    row.passes.push_back(std::move(result));
  }
}

}  // namespace

void add_times(Row& row, const Plan& plan, const Contender& contender,
               std::span<const CeilingSamples> measured, bool keep_samples) {
  const Samples& samples = contender.samples;
  row.rounds = samples.rounds;
  row.stopped_by = contender.stopped_by;
  const std::vector<double> time_s = known_times(samples.outer_s);
  const std::vector<double> wall_s = known_times(samples.wall_s);
  row.time_s = summarize(time_s);
  row.wall_time_s = summarize(wall_s);
  row.timer_cost_s = median_of(samples.empty_pair_s);
  row.end_to_end_s = median_of(samples.end_to_end_s);
  row.minimum_detectable = minimum_detectable(time_s.empty() ? wall_s : time_s);
  if (row.on_device) row.ceilings = ceilings_of(samples, measured);
  if (keep_samples) {
    row.raw_time_s = time_s;
    row.raw_wall_time_s = wall_s;
  }
  add_passes(row, plan, samples);
}

}  // namespace scanbench
