#include "measure/statistics.hpp"

#include <gtest/gtest.h>

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

TEST(MedianInterval, StaysRightForThousandsOfSamples) {
  // Normal approximation: n/2 - 1.96 sqrt(n)/2.
  EXPECT_NEAR(static_cast<double>(*median_interval_rank(10000)), 4902.0, 1.0);
}

}  // namespace
}  // namespace scanbench
