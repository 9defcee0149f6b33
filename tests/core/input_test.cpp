#include "data/input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "course.hpp"
#include "scan/check.hpp"

namespace scanbench {
namespace {

using Floats = std::vector<float>;
using Unsigned = std::vector<std::uint32_t>;
using Signed = std::vector<std::int32_t>;

template <typename T>
std::vector<T> input(Pattern pattern, ElementType type, std::uint64_t n, std::uint32_t seed = 1) {
  return std::get<std::vector<T>>(make_input(pattern, type, n, seed));
}

TEST(CourseInput, BeginsAndSumsAsTheCourseSays) {
  const auto answers = course_answers();  // it has to outlive the loop
  for (const auto& known : answers.at("seeds")) {
    const auto seed = known.at("seed").get<std::uint32_t>();
    const auto values = input<float>(Pattern::course, ElementType::f32, 1024, seed);
    const auto first = known.at("first").get<Floats>();
    EXPECT_TRUE(std::ranges::equal(first, std::span(values).first(first.size()))) << seed;
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i == 512) {
        EXPECT_EQ(sum, known.at("exclusive_512").get<double>());
      }
      sum += static_cast<double>(values[i]);
    }
    EXPECT_EQ(sum, known.at("total").get<double>());
  }
}

TEST(CourseInput, HasTheKnownTotalsAtLargerSizes) {
  const auto answers = course_answers();  // it has to outlive the loop
  for (const auto& known : answers.at("more_totals")) {
    double sum = 0;
    for (const float x :
         input<float>(Pattern::course, ElementType::f32, known.at("n").get<std::uint64_t>(),
                      known.at("seed").get<std::uint32_t>())) {
      sum += static_cast<double>(x);
    }
    EXPECT_EQ(sum, known.at("total").get<double>());
  }
}

TEST(CourseInput, IsTheUnscaledDrawForIntegers) {
  const auto floats = input<float>(Pattern::course, ElementType::f32, 1000);
  const auto integers = input<std::uint32_t>(Pattern::course, ElementType::u32, 1000);
  for (std::size_t i = 0; i < floats.size(); ++i) {
    EXPECT_EQ(floats[i] * 8, static_cast<float>(integers[i]));
    EXPECT_LE(integers[i], 16U);
  }
}

TEST(WalkInput, IsTheCourseLessOneInAnyType) {
  const auto course = input<float>(Pattern::course, ElementType::f32, 100);
  const auto floats = input<float>(Pattern::walk, ElementType::f32, 100);
  const auto signs = input<std::int32_t>(Pattern::walk, ElementType::i32, 100);
  const auto complements = input<std::uint32_t>(Pattern::walk, ElementType::u32, 100);
  for (std::size_t i = 0; i < course.size(); ++i) {
    EXPECT_EQ(floats[i], course[i] - 1);
    EXPECT_EQ(static_cast<float>(signs[i]), floats[i] * 8);
    EXPECT_EQ(complements[i], static_cast<std::uint32_t>(signs[i]));
  }
}

TEST(PlainInputs, AreWhatTheirNamesSay) {
  EXPECT_EQ(input<float>(Pattern::ones, ElementType::f32, 3), (Floats{1, 1, 1}));
  EXPECT_EQ(input<std::int32_t>(Pattern::zeros, ElementType::i32, 2), (Signed{0, 0}));
  EXPECT_EQ(input<float>(Pattern::ramp, ElementType::f32, 3), (Floats{1, 2, 3}));
  EXPECT_EQ(input<std::uint32_t>(Pattern::ramp, ElementType::u32, 3), (Unsigned{1, 2, 3}));
  EXPECT_EQ(input<std::int32_t>(Pattern::alternating, ElementType::i32, 3), (Signed{1, -1, 1}));
  EXPECT_EQ(input<std::uint32_t>(Pattern::alternating, ElementType::u32, 2),
            (Unsigned{1, 0xffffffffU}));
}

TEST(RandomInput, FillsTheRange) {
  const auto floats = input<float>(Pattern::random, ElementType::f32, 100000);
  const float low = std::ranges::min(floats);
  const float high = std::ranges::max(floats);
  EXPECT_GE(low, -1.0F);
  EXPECT_LT(low, -0.999F);
  EXPECT_LT(high, 1.0F);
  EXPECT_GT(high, 0.999F);
  const auto integers = input<std::int32_t>(Pattern::random, ElementType::i32, 100000);
  EXPECT_LT(std::ranges::min(integers), std::numeric_limits<std::int32_t>::min() / 1000 * 999);
  EXPECT_GT(std::ranges::max(integers), std::numeric_limits<std::int32_t>::max() / 1000 * 999);
}

TEST(Inputs, DifferBySeedOnlyWhereTheyUseIt) {
  for (std::size_t i = 0; i < kPatternNames.size(); ++i) {
    const auto pattern = static_cast<Pattern>(i);
    const bool same = make_input(pattern, ElementType::u32, 100, 1) ==
                      make_input(pattern, ElementType::u32, 100, 2);
    EXPECT_EQ(same, !uses_seed(pattern)) << kPatternNames[i];
    EXPECT_EQ(pattern_of(kPatternNames[i]), pattern);
  }
  EXPECT_FALSE(pattern_of("nope"));
}

TEST(DefaultInput, IsTheCourseWhereItIsExact) {
  EXPECT_EQ(default_pattern(ElementType::f32, 1 << 20), Pattern::course);
  EXPECT_EQ(default_pattern(ElementType::f32, (1 << 20) + 1), Pattern::walk);
  EXPECT_EQ(default_pattern(ElementType::u32, 1 << 25), Pattern::course);
  EXPECT_TRUE(sums_are_exact(make_input(Pattern::course, ElementType::f32, 1 << 20, 5109)));
}

TEST(WideInput, IsThatOfTheNarrowTypes) {
  for (const Pattern pattern : {Pattern::course, Pattern::walk, Pattern::ramp}) {
    const auto floats = input<float>(pattern, ElementType::f32, 100);
    const auto doubles = input<double>(pattern, ElementType::f64, 100);
    const auto narrow = input<std::int32_t>(pattern, ElementType::i32, 100);
    const auto wide = input<std::int64_t>(pattern, ElementType::i64, 100);
    const auto complements = input<std::uint64_t>(pattern, ElementType::u64, 100);
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_EQ(doubles[i], static_cast<double>(floats[i]));
      EXPECT_EQ(wide[i], narrow[i]);
      EXPECT_EQ(complements[i], static_cast<std::uint64_t>(wide[i]));
    }
  }
  EXPECT_EQ(default_pattern(ElementType::f64, 1 << 20), Pattern::course);
  EXPECT_EQ(default_pattern(ElementType::f64, (1 << 20) + 1), Pattern::walk);
  EXPECT_EQ(default_pattern(ElementType::u64, 1 << 25), Pattern::course);
}

TEST(WideInput, IsRandomInEveryBit) {
  std::uint64_t any = 0;
  std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint64_t x : input<std::uint64_t>(Pattern::random, ElementType::u64, 1000)) {
    any |= x;
    all &= x;
  }
  EXPECT_EQ(any, ~std::uint64_t{0});
  EXPECT_EQ(all, 0U);
  const auto doubles = input<double>(Pattern::random, ElementType::f64, 1000);
  EXPECT_TRUE(std::ranges::all_of(doubles, [](double x) { return x >= -1 && x < 1; }));
  EXPECT_TRUE(std::ranges::any_of(
      doubles, [](double x) { return x != static_cast<double>(static_cast<float>(x)); }));
}

/// The verifying inputs of one operator as i32, turned so that the larger always wins.
class VerifyingInput : public testing::TestWithParam<Op> {
 protected:
  static constexpr std::size_t kN = 1 << 16;
  static Signed rising(std::size_t index, std::uint32_t seed) {
    auto values =
        std::get<Signed>(make_verifying_input(index, GetParam(), ElementType::i32, kN, seed));
    if (GetParam() == Op::min) {
      for (std::int32_t& value : values) value = -value;
    }
    return values;
  }
  static constexpr std::uint32_t kSeeds[] = {kDefaultSeed, 1, 2, 3, 4};
};
INSTANTIATE_TEST_SUITE_P(Input, VerifyingInput, testing::Values(Op::min, Op::max));

TEST_P(VerifyingInput, ShowsMostBlocksThatAreDroppedInTheNextOne) {
  for (const std::uint32_t seed : kSeeds) {
    const Signed x = rising(0, seed);
    std::size_t unseen = 0;
    std::int32_t before = x[0];
    for (std::size_t block = 256; block + 512 <= kN; block += 256) {
      const auto begin = x.begin() + static_cast<std::ptrdiff_t>(block);
      const std::int32_t dropped = *std::max_element(begin, begin + 256);
      // Seen where the next block's first cells still show the dropped one's extreme.
      if (dropped <= before || begin[256] >= dropped) ++unseen;
      before = std::max(before, dropped);
    }
    EXPECT_LT(unseen, kN / 256 / 2) << "of " << kN / 256 << " blocks, seed " << seed;
  }
}

TEST_P(VerifyingInput, ShowsEveryCarryThatIsLostHoweverFar) {
  for (const std::uint32_t seed : kSeeds) {
    const Signed x = rising(1, seed);
    const auto extreme = std::max_element(x.begin(), x.end()) - x.begin();
    EXPECT_LT(extreme, 1024) << "every cell behind it needs it, seed " << seed;
  }
}

TEST_P(VerifyingInput, IsBeatenByZeroAndByTheIdentity) {
  for (std::size_t index = 0; index < verifying_inputs(GetParam()); ++index) {
    for (const std::int32_t value : rising(index, kDefaultSeed)) EXPECT_LT(value, 0);
    const auto words = std::get<Unsigned>(
        make_verifying_input(index, GetParam(), ElementType::u32, kN, kDefaultSeed));
    for (const std::uint32_t value : words) {
      EXPECT_GT(value, 0U);
      EXPECT_LT(value, 1U << 20);
    }
  }
}

TEST(VerifyingInputs, ForSumsAreTheWalk) {
  ASSERT_EQ(verifying_inputs(Op::add), 1U);
  EXPECT_EQ(make_verifying_input(0, Op::add, ElementType::f64, 99, 7),
            make_input(Pattern::walk, ElementType::f64, 99, 7));
}

}  // namespace
}  // namespace scanbench
