#include "measure/repeated.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scanbench {
namespace {

TEST(StudentsT, HasItsPublishedQuantiles) {
  // Fisher and Yates, Statistical Tables, table III, two-sided 5 %.
  const std::pair<std::size_t, double> table[] = {{1, 12.706}, {2, 4.303},  {4, 2.776},
                                                  {9, 2.262},  {10, 2.228}, {15, 2.131},
                                                  {30, 2.042}, {60, 2.000}, {120, 1.980}};
  for (const auto& [degrees, quantile] : table) {
    EXPECT_NEAR(student_t975(degrees), quantile, 0.001) << degrees;
  }
}

TEST(TheRatioOverRuns, OfOnePairIsThatPairsWithoutAnInterval) {
  const double one[] = {1.25};
  EXPECT_DOUBLE_EQ(ratio_over_runs(one).value, 1.25);
  EXPECT_FALSE(ratio_over_runs(one).ci95);
}

TEST(TheRatioOverRuns, IsTheGeometricMeanWithStudentsInterval) {
  // Logarithms 0.1, 0.2, 0.3: mean 0.2, standard error 0.1 / √3, t of 2 degrees 4.303.
  const double three[] = {std::exp(0.1), std::exp(0.2), std::exp(0.3)};
  const Ratio ratio = ratio_over_runs(three);
  EXPECT_NEAR(std::log(ratio.value), 0.2, 1e-12);
  EXPECT_NEAR(std::log(ratio.ci95->first), 0.2 - 0.24843, 1e-4);
  EXPECT_NEAR(std::log(ratio.ci95->second), 0.2 + 0.24843, 1e-4);
}

TEST(TheRatioOverRuns, OfEqualPairsHasAnIntervalOfNoWidth) {
  const double equal[] = {2, 2, 2};
  const Ratio ratio = ratio_over_runs(equal);
  EXPECT_DOUBLE_EQ(ratio.ci95->first, 2);
  EXPECT_DOUBLE_EQ(ratio.ci95->second, 2);
}

}  // namespace
}  // namespace scanbench
