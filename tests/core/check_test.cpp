#include "scan/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "data/input.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {
namespace {

using Floats = std::vector<float>;
using Unsigned = std::vector<std::uint32_t>;

template <typename T>
Answer scan(const std::vector<T>& input, Kind kind, Op op = Op::add) {
  std::vector<T> cells;
  T sum = identity_of<T>(op);
  for (const T x : input) {
    if (kind == Kind::exclusive) cells.push_back(sum);
    sum = combine(op, sum, x);
    if (kind == Kind::inclusive) cells.push_back(sum);
  }
  return {Values(cells), Scalar(sum)};
}

Floats course(std::uint64_t n) {
  return std::get<Floats>(make_input(Pattern::course, ElementType::f32, n, kDefaultSeed));
}

/// What a plan says of its sums.
Plan promise(Kind kind, const Depth& depth, Op op = Op::add) {
  Plan plan;
  plan.kind = kind;
  plan.depth = depth;
  plan.op = op;
  return plan;
}

Check check(const Values& input, const Answer& answer, Kind kind, std::uint64_t depth = 10,
            Op op = Op::add) {
  return check_answer(input, answer, promise(kind, {depth, depth}, op), Rounding::nearest);
}

class BothKinds : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Check, BothKinds, testing::Values(Kind::exclusive, Kind::inclusive));

TEST_P(BothKinds, FindARightAnswerRight) {
  const Floats input = course(1024);
  const Check result = check(input, scan(input, GetParam()), GetParam());
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.mismatches, 0U);
  EXPECT_EQ(result.bound, 0.0);
  EXPECT_EQ(result.max_abs_error, 0.0);
}

TEST_P(BothKinds, FindOneFlippedBit) {
  const Floats input = course(1024);
  for (const std::size_t index : {0U, 511U, 1023U}) {
    Answer answer = scan(input, GetParam());
    bytes_of(answer.cells)[4 * index] ^= std::byte{1};
    const Check result = check(input, answer, GetParam());
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.mismatches, 1U);
    EXPECT_EQ(result.first_mismatch->index, index);
  }
}

TEST_P(BothKinds, FindOneLostTailElement) {
  const Floats input = course(1023);
  Answer answer = scan(input, GetParam());
  std::get<Floats>(answer.cells).back() = std::numeric_limits<float>::quiet_NaN();
  const Check result = check(input, answer, GetParam());
  EXPECT_EQ(result.mismatches, 1U);
  EXPECT_EQ(result.first_mismatch->index, 1022U);
}

TEST_P(BothKinds, FindAWrongTotal) {
  const Floats input = course(1024);
  Answer answer = scan(input, GetParam());
  answer.total = 1037.75F;
  const Check result = check(input, answer, GetParam());
  EXPECT_EQ(result.mismatches, 1U);
  EXPECT_EQ(result.first_mismatch->index, 1024U);
  EXPECT_EQ(result.first_mismatch->expected, Scalar(1037.625F));
}

TEST_P(BothKinds, FindTheOtherKind) {
  const Floats input = course(1024);
  const Kind other = GetParam() == Kind::exclusive ? Kind::inclusive : Kind::exclusive;
  EXPECT_GT(check(input, scan(input, other), GetParam()).mismatches, 900U);
}

TEST_P(BothKinds, FindAShiftedAnswer) {
  const Floats input = course(1024);
  Answer answer = scan(input, GetParam());
  auto& cells = std::get<Floats>(answer.cells);
  std::rotate(cells.begin(), cells.end() - 1, cells.end());
  EXPECT_FALSE(check(input, answer, GetParam()).ok);
}

TEST_P(BothKinds, FindACarryLostAtAGroupBoundary) {
  const Floats input = course(1024);
  Answer answer = scan(input, GetParam());
  auto& cells = std::get<Floats>(answer.cells);
  for (std::size_t i = 512; i < 768; ++i) cells[i] -= cells[511];
  const Check result = check(input, answer, GetParam());
  EXPECT_EQ(result.mismatches, 256U);
  EXPECT_EQ(result.first_mismatch->index, 512U);
}

TEST(Check, FindsAnF32SumThatRanDryAtTwoToThe24) {
  Floats input(1 << 21, 1.0F);
  input[0] = 0x1p24F;
  const Answer answer = scan(input, Kind::exclusive);
  ASSERT_EQ(answer.total, Scalar(0x1p24F)) << "adding 1 no longer changes the sum";
  // The cell's index as depth: without its cap the bound would be as large as the sum itself.
  const Check result = check_answer(
      input, answer, promise(Kind::exclusive, {std::nullopt, 1 << 21}), Rounding::nearest);
  EXPECT_FALSE(result.ok);
  EXPECT_LT(result.first_mismatch->index, 20000U);
  EXPECT_EQ(result.bound, 0x1p-10);
}

TEST(Check, AllowsRoundingWithinTheDepthAndNotBeyond) {
  const Floats input(1000, 0.1F);
  const Answer answer = scan(input, Kind::inclusive);
  const Check right = check(input, answer, Kind::inclusive, 1000);
  EXPECT_TRUE(right.ok);
  EXPECT_GT(right.max_rel_error, 0.0);
  EXPECT_LE(right.max_rel_error, right.bound);
  EXPECT_FALSE(check(input, answer, Kind::inclusive, 1).ok);
}

TEST(Check, DemandsEqualityOfIntegersThatWrap) {
  const Unsigned input = {0xffffffffU, 2, 3};
  Answer answer = scan(input, Kind::inclusive);
  EXPECT_EQ(answer.total, Scalar(std::uint32_t{4}));
  EXPECT_TRUE(check(input, answer, Kind::inclusive, 0).ok);
  std::get<Unsigned>(answer.cells)[1] = 2;
  const Check wrong = check(input, answer, Kind::inclusive, 0);
  EXPECT_EQ(wrong.mismatches, 1U);
  EXPECT_EQ(wrong.first_mismatch->expected, Scalar(std::uint32_t{1}));
}

TEST(Check, CountsNotANumberAndInfinityAsWrong) {
  const Floats input = course(8);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Answer answer = scan(input, Kind::inclusive);
    std::get<Floats>(answer.cells)[3] = bad;
    EXPECT_EQ(check(input, answer, Kind::inclusive).mismatches, 1U);
  }
}

TEST(Check, RefusesAnAnswerOfAnotherLength) {
  const Floats input = course(8);
  EXPECT_THROW(check(input, scan(course(7), Kind::inclusive), Kind::inclusive), std::logic_error);
}

TEST(ExactSums, AreKnownByTheirSpanInStepsOfTheSmallestBit) {
  EXPECT_TRUE(sums_are_exact(course(1 << 20)));
  EXPECT_TRUE(sums_are_exact(Floats{}));
  EXPECT_TRUE(sums_are_exact(Floats{0, 0}));
  EXPECT_TRUE(sums_are_exact(Floats{0x1p24F - 1, 1}));
  EXPECT_FALSE(sums_are_exact(Floats{0x1p24F, 1}));
  EXPECT_TRUE(sums_are_exact(Floats{0x1p23F, -0x1p23F, -0x1p23F}));
  EXPECT_FALSE(sums_are_exact(Floats{0.1F, 1.0F, 1024.0F}));
  EXPECT_TRUE(sums_are_exact(Floats{0x1p-149F, 0x1p-148F}));
  EXPECT_FALSE(sums_are_exact(Floats{std::numeric_limits<float>::infinity()}));
}

TEST(ExactSums, HoldForTheWalkAtAnySizeAndForTheCourseUpToTwoToThe20) {
  EXPECT_TRUE(sums_are_exact(make_input(Pattern::walk, ElementType::f32, 1 << 24, kDefaultSeed)));
  EXPECT_FALSE(
      sums_are_exact(make_input(Pattern::course, ElementType::f32, 1 << 22, kDefaultSeed)));
}

TEST(Wrapping, IsToldOfTheTotal) {
  EXPECT_FALSE(total_wraps(Unsigned{0xffffffffU}));
  EXPECT_TRUE(total_wraps(Unsigned{0xffffffffU, 1}));
  EXPECT_TRUE(total_wraps(std::vector<std::int32_t>{0x7fffffff, 1}));
  EXPECT_TRUE(total_wraps(std::vector<std::int32_t>{-0x7fffffff, -2}));
  EXPECT_FALSE(total_wraps(std::vector<std::int32_t>{0x7fffffff, 1, -1}));
  EXPECT_FALSE(
      total_wraps(Floats{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()}));
}

}  // namespace
}  // namespace scanbench
