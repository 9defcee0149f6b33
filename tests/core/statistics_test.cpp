#include "measure/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace scanbench {
namespace {

TEST(Statistics, OfNothingAreNothing) {
  EXPECT_FALSE(summarize({}));
}

TEST(Statistics, OfOneSampleAreThatSampleWithoutAnInterval) {
  const double one[] = {3.0};
  const auto s = summarize(one);
  EXPECT_EQ(s->samples, 1U);
  EXPECT_EQ(s->median, 3.0);
  EXPECT_EQ(s->min, 3.0);
  EXPECT_EQ(s->q1, 3.0);
  EXPECT_EQ(s->q3, 3.0);
  EXPECT_FALSE(s->ci95);
}

TEST(Statistics, InterpolateTheMedianAndTheQuartiles) {
  const double four[] = {4.0, 1.0, 3.0, 2.0};
  const auto s = summarize(four);
  EXPECT_EQ(s->median, 2.5);
  EXPECT_EQ(s->q1, 1.75);
  EXPECT_EQ(s->q3, 3.25);
  EXPECT_EQ(s->min, 1.0);
}

TEST(Statistics, TakeTheIntervalFromTheOrderStatistics) {
  std::vector<double> samples;
  for (int i = 1; i <= 9; ++i) samples.push_back(i);
  const auto s = summarize(samples);
  EXPECT_EQ(s->ci95, std::pair(2.0, 8.0));
}

// For an odd count these are Tukey's hinges (Exploratory Data Analysis, 1977): the medians of the
// halves, each with the median itself.
TEST(Statistics, HaveTukeysHingesForQuartilesOfAnOddCount) {
  const double eleven[] = {6, 47, 49, 15, 42, 41, 7, 39, 43, 40, 36};
  const auto s = summarize(eleven);
  EXPECT_EQ(s->q1, 25.5);
  EXPECT_EQ(s->median, 40.0);
  EXPECT_EQ(s->q3, 42.5);
}

TEST(Statistics, HavePercentilesWhereTheSamplesReachThatFar) {
  const auto up_to = [](int count) {
    std::vector<double> samples;
    for (int i = 1; i <= count; ++i) samples.push_back(i);
    return *summarize(samples);
  };
  EXPECT_FALSE(up_to(19).p5);
  EXPECT_FALSE(up_to(19).p95);
  EXPECT_DOUBLE_EQ(*up_to(20).p5, 1.95);
  EXPECT_DOUBLE_EQ(*up_to(20).p95, 19.05);
  EXPECT_FALSE(up_to(99).p99);
  EXPECT_DOUBLE_EQ(*up_to(100).p99, 99.01);
  EXPECT_DOUBLE_EQ(*up_to(101).p5, 6);
  EXPECT_DOUBLE_EQ(*up_to(101).p99, 100);
}

std::size_t outliers_in(const std::vector<double>& samples) {
  return summarize(samples)->outliers;
}

// Median 10, MAD 1: the score exceeds 3.5 from 3.5 / 0.6745 = 5.189 on.
TEST(Statistics, CountOutliersByTheModifiedZScoreOnBothSides) {
  EXPECT_EQ(outliers_in({8, 9, 9, 9, 10, 11, 11, 11, 15.18}), 0U);
  EXPECT_EQ(outliers_in({8, 9, 9, 9, 10, 11, 11, 11, 15.20}), 1U);
  EXPECT_EQ(outliers_in({4.8, 9, 9, 9, 10, 11, 11, 11, 12}), 1U);
  EXPECT_EQ(outliers_in({4.8, 9, 9, 9, 10, 11, 11, 11, 15.2}), 2U);
}

// Where over half the samples are equal, the mean absolute deviation stands in for the MAD.
TEST(Statistics, CountOutliersAmongSamplesThatAreMostlyEqual) {
  EXPECT_EQ(outliers_in({10, 10, 10, 10, 10, 10, 10, 100}), 1U);
  EXPECT_EQ(outliers_in({10, 10, 10, 10, 11, 12}), 0U);
}

TEST(Statistics, FindNoOutlierAmongEqualSamples) {
  for (const double value : {0.0, 1.0, 0.1, 5e-324, 1.7e308, -3.0}) {
    EXPECT_EQ(outliers_in(std::vector<double>(30, value)), 0U) << value;
  }
}

TEST(Statistics, CountTheSameOutliersInEveryUnit) {
  for (const double unit : {0x1p-1070, 0x1p-500, 1.0, 0x1p1000}) {
    std::vector<double> samples = {8, 9, 9, 9, 10, 11, 11, 11, 16};
    for (double& sample : samples) sample *= unit;
    EXPECT_EQ(outliers_in(samples), 1U) << unit;
  }
}

TEST(Statistics, AreFiniteWhateverTheSamples) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  const std::vector<double> extremes = {0, smallest, -smallest, 1, largest, -largest};
  for (const std::size_t count : {1U, 2U, 5U, 6U, 20U, 101U}) {
    for (const double a : extremes) {
      for (const double b : extremes) {
        std::vector<double> samples(count, a);
        for (std::size_t i = 0; i < count; i += 2) samples[i] = b;
        const Statistics s = *summarize(samples);
        std::vector<double> numbers = {s.median, s.min, s.q1, s.q3};
        for (const auto& maybe : {s.p5, s.p95, s.p99}) {
          if (maybe) numbers.push_back(*maybe);
        }
        if (s.ci95) numbers.insert(numbers.end(), {s.ci95->first, s.ci95->second});
        for (const double number : numbers) {
          EXPECT_TRUE(std::isfinite(number)) << count << " of " << a << " and " << b;
        }
      }
    }
  }
}

TEST(Centre, IsTheMedianAndTheIntervalOfTheStatistics) {
  EXPECT_FALSE(centre_of({}));
  std::vector<double> samples;
  for (int i = 0; i < 300; ++i) {
    samples.push_back((i * 7919) % 211);
    const Centre centre = *centre_of(samples);
    const Statistics s = *summarize(samples);
    EXPECT_EQ(centre.median, s.median) << samples.size();
    EXPECT_EQ(centre.ci95, s.ci95) << samples.size();
  }
}

TEST(MedianInterval, HasNoRankBelowSixSamples) {
  for (std::size_t n = 0; n < 6; ++n) EXPECT_FALSE(median_interval_rank(n)) << n;
}

// Ranks of the sign test at 5 % two-sided, plus 1: Conover, Practical Nonparametric Statistics,
// 3rd edition, table A3 (binomial, p = 0.5).
TEST(MedianInterval, HasTheRanksOfTheSignTest) {
  const std::pair<std::size_t, std::size_t> ranks[] = {{6, 1},   {8, 1},   {9, 2},   {11, 2},
                                                       {12, 3},  {15, 4},  {20, 6},  {25, 8},
                                                       {30, 10}, {50, 18}, {100, 40}};
  for (const auto& [samples, rank] : ranks) {
    EXPECT_EQ(median_interval_rank(samples), rank) << samples;
  }
}

// Exact up to 60 samples, where 2^n and every sum of binomial coefficients fit an integer.
TEST(MedianInterval, IsTheNarrowestThatKeepsNinetyFivePercent) {
  std::vector<std::uint64_t> row = {1};  // of Pascal's triangle
  for (std::size_t n = 1; n <= 60; ++n) {
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] += row[k - 1];
    row.push_back(1);
    std::size_t rank = 0;
    // Twice the tail at most 5 % of 2^n.
    for (std::uint64_t tail = row[0]; 2 * tail <= (std::uint64_t{1} << n) / 20; tail += row[rank]) {
      ++rank;
    }
    EXPECT_EQ(median_interval_rank(n).value_or(0), rank) << n;
  }
}

// The same sum in another order: term by term from 0, as its definition says.
TEST(MedianInterval, KeepsItsDefinitionForHundredsOfSamples) {
  for (std::size_t n = 61; n <= 1000; ++n) {
    long double term = std::exp2(-static_cast<long double>(n));
    long double tail = term;
    std::size_t rank = 0;
    while (tail <= 0.025L) {
      ++rank;
      term *= static_cast<long double>(n - rank + 1) / static_cast<long double>(rank);
      tail += term;
    }
    EXPECT_EQ(median_interval_rank(n), rank) << n;
  }
}

TEST(MedianInterval, StaysRightForThousandsOfSamples) {
  // Normal approximation: n/2 - 1.96 sqrt(n)/2.
  EXPECT_NEAR(static_cast<double>(*median_interval_rank(10000)), 4902.0, 1.0);
  EXPECT_NEAR(static_cast<double>(*median_interval_rank(1000000)), 499020.0, 1.0);
}

}  // namespace
}  // namespace scanbench
