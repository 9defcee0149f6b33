#include "measure/sampler.hpp"

#include <chrono>

namespace scanbench {
namespace {

using std::chrono::steady_clock;

constexpr double kBudget_s = 0.5;
constexpr std::uint64_t kLeastRounds = 3;
// Verification has already run every kernel, code generation included; what is left to settle are
// caches and clocks.
constexpr double kWarmup_s = 0.05;
constexpr std::uint64_t kMostWarmups = 10;

double seconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

void keep_known(std::vector<double>& samples, const std::optional<double>& time_s) {
  if (time_s) samples.push_back(*time_s);
}

/// One run a clock; false when an answer was wrong.
bool run_round(Subject& subject, Samples& samples) {
  for (const Clock clock : kClocks) {
    const auto intervals_s = subject.run(clock);
    // The empty pair runs no pass, so there is no answer to compare.
    if (clock != Clock::empty_pair && subject.mismatches() > 0) return false;
    if (clock == Clock::each_pass) {
      for (std::size_t i = 0; i < intervals_s.size(); ++i) {
        keep_known(samples.passes_s.at(i), intervals_s[i]);
      }
      continue;
    }
    auto& list = clock == Clock::wall    ? samples.wall_s
                 : clock == Clock::outer ? samples.outer_s
                                         : samples.empty_pair_s;
    if (!intervals_s.empty()) keep_known(list, intervals_s.front());
  }
  return true;
}

/// Whether a loop that began then has to go on.
bool more_warmups(const Sampling& sampling, std::uint64_t done, steady_clock::time_point begin) {
  if (sampling.warmup) return done < *sampling.warmup;
  return done == 0 || (done < kMostWarmups && seconds_since(begin) < kWarmup_s);
}

bool more_rounds(const Sampling& sampling, std::uint64_t done, steady_clock::time_point begin) {
  if (sampling.repeat) return done < *sampling.repeat;
  return done < kLeastRounds || seconds_since(begin) < kBudget_s;
}

Samples no_samples(std::size_t passes) {
  Samples samples;
  samples.passes_s.resize(passes);
  return samples;
}

}  // namespace

Samples sample(Subject& subject, std::size_t passes, const Sampling& sampling) {
  Samples discarded = no_samples(passes);
  const auto warming_since = steady_clock::now();
  for (std::uint64_t done = 0; more_warmups(sampling, done, warming_since); ++done) {
    if (!run_round(subject, discarded)) {
      discarded.wrong = true;
      return discarded;
    }
  }
  Samples samples = no_samples(passes);
  const auto sampling_since = steady_clock::now();
  while (more_rounds(sampling, samples.rounds, sampling_since)) {
    if (!run_round(subject, samples)) {
      samples.wrong = true;
      return samples;
    }
    ++samples.rounds;
  }
  return samples;
}

}  // namespace scanbench
