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

TEST(Check, DemandsEqualityOfIntegersOf64Bits) {
  const std::vector<std::uint64_t> input = {~std::uint64_t{0}, 2, std::uint64_t{1} << 53};
  Answer answer = scan(input, Kind::inclusive);
  EXPECT_EQ(answer.total, Scalar((std::uint64_t{1} << 53) + 1));
  EXPECT_TRUE(check(input, answer, Kind::inclusive, 0).ok);
  // The neighbour is the same number as an f64.
  std::get<std::vector<std::uint64_t>>(answer.cells)[2] -= 1;
  EXPECT_EQ(check(input, answer, Kind::inclusive, 0).mismatches, 1U);
}

TEST(Check, KnowsTheSumsOfF64BeyondItsOwnDigits) {
  // In f64 the ones are lost one by one; the right sums count them all.
  std::vector<double> input(1000, 1.0);
  input[0] = 0x1p53;
  Answer right{input, Scalar(0.0)};
  auto& cells = std::get<std::vector<double>>(right.cells);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = 0x1p53 + static_cast<double>(i & ~1U);
  right.total = cells.back();
  EXPECT_TRUE(check(input, right, Kind::inclusive, 1).ok);
  EXPECT_EQ(check(input, right, Kind::inclusive, 1).max_abs_error, 1.0);
  const Check lost = check(input, scan(input, Kind::inclusive), Kind::inclusive, 1);
  EXPECT_FALSE(lost.ok) << "it stopped growing";
  EXPECT_EQ(lost.max_abs_error, 999.0);
  EXPECT_LT(lost.first_mismatch->index, 4U);
}

TEST(Check, BoundsTheBoundOfF64) {
  const std::vector<double> input(1000, 0.1);
  const Answer answer = scan(input, Kind::inclusive);
  EXPECT_TRUE(check(input, answer, Kind::inclusive, 1000).ok);
  EXPECT_EQ(check(input, answer, Kind::inclusive, 1000).bound, 1000 * 0x1p-53);
  EXPECT_FALSE(check(input, answer, Kind::inclusive, 1).ok);
  const Check deep = check(input, answer, Kind::inclusive, std::uint64_t{1} << 40);
  EXPECT_EQ(deep.bound, 0x1p-39);
  // What an f32 in between would do.
  Answer narrowed = answer;
  for (double& cell : std::get<std::vector<double>>(narrowed.cells)) {
    cell = static_cast<double>(static_cast<float>(cell));
  }
  EXPECT_GT(check(input, narrowed, Kind::inclusive, std::uint64_t{1} << 40).mismatches, 700U);
}

template <typename T>
class EveryElement : public testing::Test {};
using Elements =
    testing::Types<float, std::uint32_t, std::int32_t, double, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(EveryElement, Elements);

TYPED_TEST(EveryElement, OfMinAndMaxIsDemandedExactly) {
  const std::vector<TypeParam> input = {5, 7, 3, 9, 1};
  for (const Op op : {Op::min, Op::max}) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      const Answer answer = scan(input, kind, op);
      const Check right = check(input, answer, kind, 0, op);
      EXPECT_TRUE(right.ok);
      EXPECT_EQ(right.bound, 0.0);
      EXPECT_EQ(right.max_abs_error, 0.0) << "the identity is no error either";
      for (std::size_t i = 0; i < input.size(); ++i) {
        Answer wrong = answer;
        bytes_of(wrong.cells)[i * sizeof(TypeParam)] ^= std::byte{1};
        const Check found = check(input, wrong, kind, 1000, op);
        EXPECT_EQ(found.mismatches, 1U);
        EXPECT_EQ(found.first_mismatch->index, i);
      }
      Answer wrong = answer;
      wrong.total = input[0];
      EXPECT_EQ(check(input, wrong, kind, 0, op).first_mismatch->index, input.size());
    }
  }
}

TYPED_TEST(EveryElement, OfAnExclusiveScanBeginsWithTheIdentity) {
  const std::vector<TypeParam> input = {5, 7};
  for (const Op op : kOps) {
    Answer answer = scan(input, Kind::exclusive, op);
    std::get<std::vector<TypeParam>>(answer.cells)[0] =
        identity_of<TypeParam>(op == Op::add ? Op::max : Op::add);
    // The least unsigned number is 0, which is the sum of nothing as well.
    const bool same =
        identity_of<TypeParam>(op) == std::get<std::vector<TypeParam>>(answer.cells)[0];
    EXPECT_EQ(check(input, answer, Kind::exclusive, 10, op).ok, same) << name_of(op);
  }
}

TEST(Check, TakesBothZerosForOneAndNoNaNForRight) {
  for (const Op op : kOps) {
    const Floats input = {0.0F, -0.0F, 0.0F};
    Answer answer = scan(input, Kind::inclusive, op);
    std::get<Floats>(answer.cells) = {-0.0F, 0.0F, -0.0F};
    EXPECT_TRUE(check(input, answer, Kind::inclusive, 0, op).ok) << name_of(op);
    std::get<Floats>(answer.cells)[1] = std::numeric_limits<float>::quiet_NaN();
    answer.total = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(check(input, answer, Kind::inclusive, 0, op).mismatches, 2U) << name_of(op);
  }
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

TEST(ExactSums, OfF64AreKnownByTheSameRule) {
  using Doubles = std::vector<double>;
  EXPECT_TRUE(sums_are_exact(Doubles{0x1p52 - 1, 1}));
  EXPECT_FALSE(sums_are_exact(Doubles{0x1p53, 1}));
  EXPECT_FALSE(sums_are_exact(Doubles{0x1p53, 1, -1})) << "whatever its own sum rounds to";
  EXPECT_FALSE(sums_are_exact(Doubles{0.1, 1.0, 1024.0}));
  EXPECT_TRUE(sums_are_exact(Doubles{0x1p-1074, 0x1p-1073}));
  EXPECT_FALSE(sums_are_exact(Doubles{std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_TRUE(sums_are_exact(make_input(Pattern::course, ElementType::f64, 1 << 22, 1)));
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
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(total_wraps(std::vector<std::uint64_t>{~std::uint64_t{0}}));
  EXPECT_TRUE(total_wraps(std::vector<std::uint64_t>{~std::uint64_t{0}, 1}));
  EXPECT_TRUE(total_wraps(std::vector<std::int64_t>{kMost, 1}));
  EXPECT_TRUE(total_wraps(std::vector<std::int64_t>{-kMost, -2}));
  EXPECT_FALSE(total_wraps(std::vector<std::int64_t>{-kMost, -1}));
  EXPECT_FALSE(total_wraps(std::vector<std::int64_t>{kMost, kMost, -kMost}));
  EXPECT_TRUE(total_wraps(std::vector<std::int64_t>{kMost, kMost, 2})) << "back at 0";
  EXPECT_FALSE(
      total_wraps(Floats{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()}));
}

}  // namespace
}  // namespace scanbench
