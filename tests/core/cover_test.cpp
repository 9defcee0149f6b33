// How often the 95 % interval of a median holds the median that the samples were drawn around, by
// simulation. At a fixed number of samples that is a promise, kept for any distribution; under the
// stopping rule, which looks at the interval to decide when to stop, it can only be measured.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "measure/statistics.hpp"
#include "measure/stopping.hpp"

namespace scanbench {
namespace {

constexpr int kDraws = 10000;

/// Uniform in (0, 1). The standard's distributions differ from library to library; its generator
/// does not.
double uniform(std::mt19937_64& random) {
  return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
}

double normal(std::mt19937_64& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

/// A shape of noise, around a median of its own.
struct Noise {
  const char* name;
  double (*draw)(std::mt19937_64&);
  double median;
  std::uint64_t seed;  ///< one each: the same uniforms would give each the same ranks
};
const Noise kNoises[] = {
    {"normal", normal, 0, 5109},
    {"exponential", [](std::mt19937_64& random) { return -std::log(uniform(random)); },
     std::numbers::ln2, 5110},
    // Heavy-tailed: its mean is three times its median, its standard deviation nine times.
    {"lognormal", [](std::mt19937_64& random) { return std::exp(1.5 * normal(random)); }, 1, 5111},
};

bool holds(const std::pair<double, double>& interval, double median) {
  return interval.first <= median && median <= interval.second;
}

/// P(rank ≤ Binomial(samples, 1/2) ≤ samples − rank): what two order statistics promise.
double binomial_level(std::size_t samples) {
  double term = std::exp2(-static_cast<double>(samples));
  double tail = 0;
  for (std::size_t k = 0; k < *median_interval_rank(samples); ++k) {
    tail += term;
    term *= static_cast<double>(samples - k) / static_cast<double>(k + 1);
  }
  return 1 - 2 * tail;
}

class Cover : public testing::TestWithParam<Noise> {};
INSTANTIATE_TEST_SUITE_P(OfTheMedian, Cover, testing::ValuesIn(kNoises),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(Cover, IsTheBinomialLevelAtAFixedNumberOfSamples) {
  std::mt19937_64 random(GetParam().seed);
  for (const std::size_t count : {6U, 11U, 20U, 50U, 101U}) {
    int held = 0;
    std::vector<double> samples(count);
    for (int i = 0; i < kDraws; ++i) {
      for (double& sample : samples) sample = GetParam().draw(random);
      held += holds(*centre_of(samples)->ci95, GetParam().median) ? 1 : 0;
    }
    const double cover = static_cast<double>(held) / kDraws;
    const double level = binomial_level(count);
    std::cout << GetParam().name << ", " << count << " samples: cover " << 100 * cover
              << " %, promised " << 100 * level << " %\n";
    // Four standard errors of the simulation.
    EXPECT_NEAR(cover, level, 4 * std::sqrt(level * (1 - level) / kDraws)) << count;
    EXPECT_GE(cover, 0.94) << count;
  }
}

/// Rows of at most 1,000 samples, each 100 + spread × (noise − its median), stopped by the rule.
struct Stopped {
  int held = 0;
  int by_precision = 0;
  int settled = 0;
  std::vector<double> counts;
};
Stopped sample_rows(const Noise& noise, double spread, int draws) {
  constexpr std::size_t kMostSamples = 1000;
  std::mt19937_64 random(noise.seed);
  Stopped rows;
  std::vector<double> samples;
  for (int i = 0; i < draws; ++i) {
    samples.clear();
    std::optional<StoppedBy> reason;
    while (!reason && samples.size() < kMostSamples) {
      samples.push_back(100 + spread * (noise.draw(random) - noise.median));
      reason = enough(samples, 0.01);
    }
    rows.held += holds(*centre_of(samples)->ci95, 100) ? 1 : 0;
    rows.by_precision += reason == StoppedBy::precision ? 1 : 0;
    rows.settled += reason == StoppedBy::settled ? 1 : 0;
    rows.counts.push_back(static_cast<double>(samples.size()));
  }
  return rows;
}

/// Of the spreads from 1 to 30 % tried, those of 2.5 to 4 % are the worst (92.3 to 93.2 %): many
/// looks come near the precision there, and a lucky one ends the row. Fewer rows where they are
/// long.
TEST_P(Cover, IsAtLeastNinetyOnePercentUnderTheStoppingRule) {
  for (const auto& [spread, draws] : {std::pair(1.0, kDraws), {2.5, kDraws}, {10.0, kDraws / 20}}) {
    const Stopped rows = sample_rows(GetParam(), spread, draws);
    const double percent = 100.0 / draws;
    const Statistics counts = *summarize(rows.counts);
    std::cout << GetParam().name << ", spread " << spread << " % of the median: cover "
              << percent * rows.held << " %; stopped by precision " << percent * rows.by_precision
              << " %, settled " << percent * rows.settled << " %; samples " << counts.median << " ("
              << *counts.p5 << " to " << *counts.p95 << ")\n";
    EXPECT_GE(percent * rows.held, 91) << spread;
  }
}

}  // namespace
}  // namespace scanbench
