#include "gpu/timestamps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scanbench {
namespace {

TEST(Timestamps, AreScaledByThePeriod) {
  EXPECT_DOUBLE_EQ(*stamped_s(100, 1100, 64, 1.0), 1e-6);
  EXPECT_DOUBLE_EQ(*stamped_s(100, 1100, 64, 52.08), 52.08e-6);
  EXPECT_DOUBLE_EQ(*stamped_s(0, 3, 64, 83.333), 249.999e-9);
}

TEST(Timestamps, WrapAtTheirValidBits) {
  EXPECT_DOUBLE_EQ(*stamped_s((1ULL << 36) - 5, 10, 36, 1.0), 15e-9);
  EXPECT_DOUBLE_EQ(*stamped_s(~0ULL - 4, 10, 64, 1.0), 15e-9);
}

TEST(Timestamps, IgnoreWhatStandsAboveTheirValidBits) {
  EXPECT_DOUBLE_EQ(*stamped_s(0xabcULL << 36 | 10, 0x123ULL << 36 | 30, 36, 1.0), 20e-9);
}

TEST(Timestamps, TellNothingWithoutBitsOrWithABadPeriod) {
  EXPECT_FALSE(stamped_s(1, 2, 0, 1.0));
  for (const double period_ns :
       {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(stamped_s(1, 2, 64, period_ns)) << period_ns;
  }
}

TEST(Timestamps, TellNothingWhenBothAreTheSame) {
  EXPECT_FALSE(stamped_s(7, 7, 64, 1.0));
}

}  // namespace
}  // namespace scanbench
