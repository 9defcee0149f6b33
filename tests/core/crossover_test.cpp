#include "measure/crossover.hpp"

#include <gtest/gtest.h>

namespace scanbench {
namespace {

using Measure = std::function<std::optional<Ratio>(std::uint64_t)>;

Crossover crossover_of(std::uint64_t low, std::uint64_t high, const Measure& measure) {
  Crossover found;
  find_crossover(low, high, measure, found);
  return found;
}

/// The first is faster below `change`; nobody can tell within `blur` of it.
Measure overtaken_at(double change, double blur = 1) {
  return [=](std::uint64_t n) {
    const double value = static_cast<double>(n) / change;
    const bool blurred = value > 1 / blur && value < blur;
    return Ratio{value, blurred ? std::pair(0.9, 1.1) : std::pair(value * 0.999, value * 1.001)};
  };
}

TEST(Crossover, IsNarrowedDownToTwoPercent) {
  const Crossover found = crossover_of(1 << 8, 1 << 22, overtaken_at(100000.5));
  EXPECT_EQ(found.outcome, CrossoverOutcome::found);
  EXPECT_TRUE(found.narrowed);
  EXPECT_EQ(found.at_low, Faster::first);
  EXPECT_LT(found.low, 100001U);
  EXPECT_GT(found.high, 100000U);
  EXPECT_LE(static_cast<double>(found.high), 1.02 * static_cast<double>(found.low));
  EXPECT_LE(found.duels.size(), 14U) << "a bisection, not a scan";
}

TEST(Crossover, EndsBetweenNeighbours) {
  const Crossover found = crossover_of(1, 8, overtaken_at(3.5));
  EXPECT_EQ(found.low, 3U);
  EXPECT_EQ(found.high, 4U);
  EXPECT_TRUE(found.narrowed);
}

TEST(Crossover, StopsWhereTheIntervalsNoLongerTell) {
  const Crossover found = crossover_of(1 << 8, 1 << 22, overtaken_at(32768, 1.5));
  EXPECT_EQ(found.outcome, CrossoverOutcome::found);
  EXPECT_FALSE(found.narrowed);
  EXPECT_LT(found.low, 32768U);
  EXPECT_GT(found.high, 32768U);
}

TEST(Crossover, IsNoneWhereOneIsFasterAtBothEnds) {
  EXPECT_EQ(crossover_of(8, 1024, overtaken_at(4096)).outcome, CrossoverOutcome::none);
  EXPECT_EQ(crossover_of(8, 1024, overtaken_at(4)).at_low, Faster::second);
}

TEST(Crossover, IsUnclearWhereAnEndIsUnclear) {
  EXPECT_EQ(crossover_of(8, 1024, overtaken_at(1024, 2)).outcome, CrossoverOutcome::unclear);
  EXPECT_EQ(crossover_of(8, 1024,
                         [](std::uint64_t) {
                           return Ratio{0.5, std::nullopt};
                         })
                .outcome,
            CrossoverOutcome::unclear);
}

TEST(Crossover, KeepsWhatItHasWhereASizeCannotBeMeasured) {
  int measured = 0;
  const Crossover found = crossover_of(1 << 8, 1 << 22, [&](std::uint64_t n) {
    return ++measured > 4 ? std::nullopt : overtaken_at(100000.5)(n);
  });
  EXPECT_EQ(found.outcome, CrossoverOutcome::stopped);
  EXPECT_EQ(found.duels.size(), 4U);
}

}  // namespace
}  // namespace scanbench
