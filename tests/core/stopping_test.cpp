#include "measure/stopping.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <vector>

namespace scanbench {
namespace {

/// `count` samples that alternate between the ends of 100 ± spread, which is their interval too.
std::vector<double> around_100(std::size_t count, double spread) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count; ++i)
    samples.push_back(i % 2 == 0 ? 100 - spread : 100 + spread);
  return samples;
}

/// The first count at which sampling would stop, and why.
using Stop = std::pair<std::size_t, std::optional<StoppedBy>>;
Stop first_stop(const std::vector<double>& samples, double precision) {
  for (std::size_t count = 0; count <= samples.size(); ++count) {
    const auto reason = enough(std::span(samples).first(count), precision);
    if (reason) return {count, reason};
  }
  return {samples.size(), std::nullopt};
}

TEST(Sampling, GoesOnBelowElevenSamplesHoweverEqualTheyAre) {
  EXPECT_EQ(first_stop(std::vector<double>(20, 3.0), 0.01), Stop(11, StoppedBy::precision));
}

TEST(Sampling, StopsWhereTheIntervalLiesWithinThePrecision) {
  EXPECT_EQ(enough(around_100(12, 1.0), 0.01), StoppedBy::precision);
  EXPECT_EQ(enough(around_100(12, 1.01), 0.01), std::nullopt);
}

TEST(Sampling, WeighsBothSidesOfTheMedian) {
  // The median is 100 and the interval 100 … 103 or 97 … 100.
  std::vector<double> samples = {100, 100, 100, 100, 100, 100, 100, 103, 103, 103, 103};
  EXPECT_EQ(enough(samples, 0.01), std::nullopt);
  for (double& sample : samples) sample = 200 - sample;
  EXPECT_EQ(enough(samples, 0.01), std::nullopt);
  EXPECT_EQ(enough(samples, 0.03), StoppedBy::precision);
}

TEST(Sampling, SettlesWhereFourTimesTheSamplesBroughtNoNarrowerInterval) {
  EXPECT_EQ(first_stop(around_100(200, 5.0), 0.01), Stop(128, StoppedBy::settled));
}

TEST(Sampling, LooksForSettlingAtPowersOfTwoFromAHundredAndTwentyEightOnly) {
  const std::vector<double> samples = around_100(512, 5.0);
  for (std::size_t count = 0; count <= samples.size(); ++count) {
    const bool looks = count == 128 || count == 256 || count == 512;
    EXPECT_EQ(enough(std::span(samples).first(count), 0.01).has_value(), looks) << count;
  }
}

TEST(Sampling, GoesOnWhereTheIntervalStillNarrows) {
  // What follows the first quarter lies closer to 100.
  std::vector<double> samples = around_100(32, 5.0);
  for (const double sample : around_100(96, 2.0)) samples.push_back(sample);
  EXPECT_EQ(enough(samples, 0.01), std::nullopt);
}

TEST(Sampling, TakesZerosAndTheLargestAndSmallestNumbers) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(enough({}, 0.01), std::nullopt);
  for (const double value : {0.0, largest, smallest, -largest}) {
    EXPECT_EQ(enough(std::vector<double>(32, value), 0.01), StoppedBy::precision) << value;
  }
  std::vector<double> samples(32, 0.0);
  for (std::size_t i = 0; i < 32; ++i)
    samples[i] = i % 3 == 0 ? largest : i % 3 == 1 ? -largest : 0;
  EXPECT_EQ(enough(samples, 0.01), std::nullopt);
}

// A row must not pay for the question: 10,000 of them take half a second here, on a busy machine.
TEST(Sampling, IsAskedTenThousandTimesWithinSeconds) {
  std::vector<double> samples = around_100(10000, 5.0);
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t count = 1; count <= samples.size(); ++count) {
    enough(std::span(samples).first(count), 0.01);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 5.0);
}

}  // namespace
}  // namespace scanbench
