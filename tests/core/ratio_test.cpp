#include "measure/ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace scanbench {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

Statistics with_median(double median, std::optional<std::pair<double, double>> ci95) {
  Statistics s;
  s.median = median;
  s.ci95 = ci95;
  return s;
}

// By hand: every margin is ln 2, so the ratio's are √2 ln 2: 2 × 2^−√2 … 2 × 2^√2.
TEST(RatioOfMedians, HasTheIntervalWorkedByHandWhereAllMarginsAreEqual) {
  const Ratio r = ratio_of_medians(with_median(2, {{1, 4}}), with_median(1, {{0.5, 2}}));
  EXPECT_EQ(r.value, 2);
  EXPECT_NEAR(r.ci95->first, 0.750428, 1e-6);
  EXPECT_NEAR(r.ci95->second, 5.330288, 1e-6);
}

// By hand: 2 exp(−√(ln²(10/8) + ln²(5.5/5))) … 2 exp(√(ln²(15/10) + ln²(5/4))).
TEST(RatioOfMedians, JoinsTheNumeratorsLowEndWithTheDenominatorsHighOne) {
  const Ratio r = ratio_of_medians(with_median(10, {{8, 15}}), with_median(5, {{4, 5.5}}));
  EXPECT_EQ(r.value, 2);
  EXPECT_NEAR(r.ci95->first, 1.569098, 1e-6);
  EXPECT_NEAR(r.ci95->second, 3.177070, 1e-6);
}

TEST(RatioOfMedians, TurnedRoundIsTheReciprocal) {
  const Statistics a = with_median(10, {{8, 15}});
  const Statistics b = with_median(5, {{4, 5.5}});
  const Ratio r = ratio_of_medians(a, b);
  const Ratio turned = ratio_of_medians(b, a);
  EXPECT_DOUBLE_EQ(turned.ci95->first, 1 / r.ci95->second);
  EXPECT_DOUBLE_EQ(turned.ci95->second, 1 / r.ci95->first);
}

TEST(RatioOfMedians, IsExactWhereNeitherVaries) {
  const Ratio r = ratio_of_medians(with_median(3, {{3, 3}}), with_median(2, {{2, 2}}));
  EXPECT_EQ(r.value, 1.5);
  EXPECT_DOUBLE_EQ(r.ci95->first, 1.5);
  EXPECT_DOUBLE_EQ(r.ci95->second, 1.5);
}

TEST(RatioOfMedians, HasNoIntervalUnlessBothMediansHaveAPositiveOne) {
  const Statistics good = with_median(2, {{1, 3}});
  for (const auto& ci95 : {std::optional<std::pair<double, double>>{}, {{0.0, 3.0}}, {{-1.0, 3}}}) {
    EXPECT_FALSE(ratio_of_medians(good, with_median(2, ci95)).ci95);
    EXPECT_FALSE(ratio_of_medians(with_median(2, ci95), good).ci95);
  }
}

TEST(RatioOfMedians, IsFiniteForZerosAndForTheLargestAndSmallestNumbers) {
  for (const double top : {0.0, kSmallest, 1.0, kLargest, -1.0, -kLargest}) {
    for (const double bottom : {0.0, kSmallest, 1.0, kLargest, -1.0}) {
      const Ratio r = ratio_of_medians(with_median(top, {{top, kLargest}}),
                                       with_median(bottom, {{bottom, kLargest}}));
      EXPECT_TRUE(std::isfinite(r.value)) << top << " / " << bottom;
      if (r.ci95) {
        EXPECT_TRUE(std::isfinite(r.ci95->first)) << top << " / " << bottom;
        EXPECT_TRUE(std::isfinite(r.ci95->second)) << top << " / " << bottom;
      }
    }
  }
  EXPECT_EQ(ratio_of_medians(with_median(0, {}), with_median(0, {})).value, 1);
}

// By hand: margins of 3 x and 4 x a unit give 5 x.
TEST(AWidenedRatio, AddsItsMarginsInSquares) {
  const double unit = 0.1;
  const Ratio ratio{2, {{2 * std::exp(-3 * unit), 2 * std::exp(3 * unit)}}};
  const Ratio wide = widened(ratio, 4 * unit);
  EXPECT_EQ(wide.value, 2);
  EXPECT_NEAR(wide.ci95->first, 2 * std::exp(-5 * unit), 1e-12);
  EXPECT_NEAR(wide.ci95->second, 2 * std::exp(5 * unit), 1e-12);
}

TEST(AWidenedRatio, StaysWithoutAnIntervalAndFinite) {
  EXPECT_FALSE(widened({.value = 2, .ci95 = std::nullopt}, 1).ci95);
  const Ratio extreme = widened({1, {{kSmallest, kLargest}}}, 800);
  EXPECT_EQ(extreme.ci95->second, kLargest);
  EXPECT_GE(extreme.ci95->first, 0);
}

TEST(MinimumDetectable, IsNoneWhereAHalfHasUnderSixSamples) {
  std::vector<double> samples(11, 1.0);
  EXPECT_FALSE(minimum_detectable({}));
  EXPECT_FALSE(minimum_detectable(samples));
  samples.push_back(1.0);
  EXPECT_EQ(minimum_detectable(samples), 0.0);
}

// Each half is 1 … 4 around 2 (six samples span their whole range): the margins are ln 2 all, so
// the upper one reaches 2^√2 − 1 above the ratio.
TEST(MinimumDetectable, IsTheHalfWidthBetweenTheInterleavedHalves) {
  const std::vector<double> samples = {1, 4, 2, 2, 2, 2, 2, 2, 2, 2, 4, 1};
  EXPECT_NEAR(*minimum_detectable(samples), std::exp2(std::sqrt(2.0)) - 1, 1e-12);
}

TEST(MinimumDetectable, IsTheSameInEveryUnit) {
  std::vector<double> samples;
  samples.reserve(100);
  for (int i = 0; i < 100; ++i) samples.push_back(1 + 0.01 * ((i * 37) % 101));
  const double in_seconds = *minimum_detectable(samples);
  for (double& sample : samples) sample *= 1e9;
  EXPECT_NEAR(*minimum_detectable(samples), in_seconds, 1e-12);
  EXPECT_GT(in_seconds, 0);
}

TEST(MinimumDetectable, FallsAlikeOnBothHalvesOfADrift) {
  // A steady climb by half: the halves' medians differ by one step of it only.
  std::vector<double> samples;
  samples.reserve(200);
  for (int i = 0; i < 200; ++i) samples.push_back(100 + 0.25 * i);
  EXPECT_LT(*minimum_detectable(samples), 0.1);
}

TEST(MinimumDetectable, IsNoneOrFiniteForZerosAndForTheLargestAndSmallestNumbers) {
  for (const double odd : {0.0, kSmallest, 1.0, kLargest, -1.0}) {
    std::vector<double> samples(24, 1.0);
    for (std::size_t i = 0; i < 4; ++i) samples[i] = odd;
    const auto least = minimum_detectable(samples);
    EXPECT_TRUE(!least || std::isfinite(*least)) << odd;
  }
  EXPECT_FALSE(minimum_detectable(std::vector<double>(24, 0.0)));
  EXPECT_EQ(minimum_detectable(std::vector<double>(24, kLargest)), 0.0);
  EXPECT_EQ(minimum_detectable(std::vector<double>(24, kSmallest)), 0.0);
}

}  // namespace
}  // namespace scanbench
