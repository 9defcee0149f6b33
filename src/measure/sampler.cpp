#include "measure/sampler.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <random>
#include <utility>

#include "measure/cache.hpp"
#include "measure/stopping.hpp"

namespace scanbench {
namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kLeastRounds = 3;
// Warming up ends when a round is no longer clearly faster than the best before it. Verification
// has run every scan once, code generation included, so few rounds are left to it.
constexpr double kSettled = 0.95;
constexpr std::uint64_t kMostWarmups = 10;
constexpr double kWarmup_s = 0.2;

double seconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

std::vector<MaybeTime>& list_for(Samples& samples, Clock clock) {
  switch (clock) {
    case Clock::wall:
      return samples.wall_s;
    case Clock::outer:
      return samples.outer_s;
    case Clock::floor:
      return samples.floor_s;
    case Clock::launch_yardstick:
      return samples.launch_yardstick_s;
    case Clock::copy_yardstick:
      return samples.copy_yardstick_s;
    case Clock::end_to_end:
      return samples.end_to_end_s;
    default:
      return samples.empty_pair_s;
  }
}

std::span<const Clock> clocks_of(const Sampling& sampling) {
  static constexpr std::array kWholeOnly = {Clock::wall, Clock::outer};
  return sampling.whole_only ? std::span<const Clock>(kWholeOnly) : kClocks;
}

/// One run a clock.
void run_once_a_clock(Contender& row, Stage* stage, const Sampling& sampling) {
  const auto begin = steady_clock::now();
  row.samples.passes_s.resize(row.passes);
  for (const Clock clock : clocks_of(sampling)) {
    if (scans(clock)) row.subject->prepare();
    if (sampling.cache == CacheState::cold) {
      row.on_device ? stage->displace_caches() : displace_host_caches();
    }
    const auto times_s = row.subject->run(clock);
    const std::uint64_t mismatches = scans(clock) ? row.subject->mismatches() : 0;
    if (mismatches > 0) {
      Answer answer = row.subject->answer();
      if (!row.is_right_too || !row.is_right_too(answer)) {
        row.wrong = WrongAnswer{std::move(answer), mismatches};
        return;
      }
      row.deterministic = false;
    }
    if (clock == Clock::each_pass) {
      for (std::size_t i = 0; i < row.passes; ++i) {
        row.samples.passes_s[i].push_back(i < times_s.size() ? times_s[i] : std::nullopt);
      }
    } else {
      list_for(row.samples, clock).push_back(times_s.empty() ? std::nullopt : times_s.front());
    }
  }
  ++row.samples.rounds;
  row.spent_s += seconds_since(begin);
}

std::optional<StoppedBy> stop(const Contender& row, const Sampling& sampling) {
  const std::uint64_t rounds = row.samples.rounds;
  if (sampling.repeat) {
    return rounds >= *sampling.repeat ? std::optional(StoppedBy::repeat) : std::nullopt;
  }
  if (rounds < kLeastRounds) return std::nullopt;
  // A plan without a pass has no time to wait for.
  const std::vector<double> device_s = known_times(row.samples.outer_s);
  const std::vector<double> samples_s =
      device_s.empty() ? known_times(row.samples.wall_s) : device_s;
  if (samples_s.empty()) return StoppedBy::settled;
  if (const auto reason = enough(samples_s, sampling.precision)) return reason;
  if (rounds >= sampling.max_samples) return StoppedBy::max_samples;
  if (row.spent_s >= sampling.max_time_s) return StoppedBy::max_time;
  return std::nullopt;
}

/// What a round does, in shuffled order: rows by index, and the ceilings as the last one. False
/// where it was cut short.
bool run_round(std::span<Contender> rows, Stage* stage, std::span<const CeilingProbe> probes,
               std::span<CeilingSamples> ceilings, const Sampling& sampling, std::mt19937& shuffler,
               const OnTurn& on_turn) {
  std::vector<std::size_t> order(rows.size() + 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, shuffler);
  for (const std::size_t item : order) {
    if (item < rows.size() && !rows[item].active()) continue;
    if (!on_turn(item < rows.size() ? std::optional(item) : std::nullopt)) return false;
    if (item < rows.size()) {
      run_once_a_clock(rows[item], stage, sampling);
      continue;
    }
    for (std::size_t i = 0; i < probes.size(); ++i) {
      if (sampling.cache == CacheState::cold) stage->displace_caches();
      ceilings[i].times_s.push_back(probes[i].run());
    }
  }
  return true;
}

std::vector<CeilingSamples> empty_samples(std::span<const CeilingProbe> probes) {
  std::vector<CeilingSamples> samples;
  samples.reserve(probes.size());
  for (const CeilingProbe& probe : probes) samples.push_back({probe.kind, {}});
  return samples;
}

/// Rounds whose times are thrown away; a wrong answer counts all the same.
void warm_up(std::span<Contender> rows, Stage* stage, std::span<const CeilingProbe> probes,
             const Sampling& sampling, std::mt19937& shuffler, const OnTurn& on_turn) {
  const auto begin = steady_clock::now();
  double best_s = 0;
  for (std::uint64_t done = 0;; ++done) {
    if (sampling.warmup ? done >= *sampling.warmup : done >= kMostWarmups) return;
    std::vector<CeilingSamples> ignored = empty_samples(probes);
    const auto round_begin = steady_clock::now();
    const bool whole = run_round(rows, stage, probes, ignored, sampling, shuffler, on_turn);
    const double round_s = seconds_since(round_begin);
    for (Contender& row : rows) {
      row.samples = {};
      row.spent_s = 0;
    }
    if (!whole) return;
    if (sampling.warmup) continue;
    const bool settled = done > 0 && round_s >= kSettled * best_s;
    if (settled || seconds_since(begin) > kWarmup_s) return;
    best_s = done == 0 ? round_s : std::min(best_s, round_s);
  }
}

}  // namespace

std::vector<double> known_times(std::span<const MaybeTime> times_s) {
  std::vector<double> known;
  for (const MaybeTime& time_s : times_s) {
    if (time_s) known.push_back(*time_s);
  }
  return known;
}

std::vector<CeilingSamples> sample(std::span<Contender> contenders, Stage* stage,
                                   const Sampling& sampling, const OnTurn& on_turn) {
  std::mt19937 shuffler(sampling.shuffle_seed);
  const std::vector<CeilingProbe> probes =
      stage != nullptr && !sampling.whole_only ? stage->ceilings() : std::vector<CeilingProbe>{};
  std::vector<CeilingSamples> ceilings = empty_samples(probes);
  warm_up(contenders, stage, probes, sampling, shuffler, on_turn);
  while (std::ranges::any_of(contenders, &Contender::active)) {
    if (!run_round(contenders, stage, probes, ceilings, sampling, shuffler, on_turn)) break;
    for (Contender& row : contenders) {
      if (row.active()) row.stopped_by = stop(row, sampling);
    }
  }
  return ceilings;
}

}  // namespace scanbench
