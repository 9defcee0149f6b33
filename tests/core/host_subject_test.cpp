#include "measure/host_subject.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "data/input.hpp"
#include "scan/check.hpp"

namespace scanbench {
namespace {

using Words = std::vector<std::uint32_t>;

Check check(const Values& input, const Answer& answer, Op op, Kind kind) {
  Plan plan;
  plan.op = op;
  plan.kind = kind;
  return check_answer(input, answer, plan, Rounding::nearest);
}

/// How much a host's answer to one input differs from its kept answer to another.
std::uint64_t mismatches_between(Kind kind, const Words& kept, const Words& later) {
  HostSubject subject(Op::add, kind);
  const Values first = kept;
  const Values second = later;
  subject.load(first);
  subject.prepare();
  subject.run(Clock::wall);
  subject.keep();
  EXPECT_EQ(subject.mismatches(), 0U);
  subject.load(second);
  subject.prepare();
  subject.run(Clock::wall);
  return subject.mismatches();
}

TEST(HostSubject, CountsEveryCellThatDiffersFromTheKeptAnswer) {
  // The totals are the same.
  EXPECT_EQ(mismatches_between(Kind::exclusive, {1, 2, 3, 4}, {2, 1, 3, 4}), 1U);
  EXPECT_EQ(mismatches_between(Kind::inclusive, {1, 2, 3, 4}, {0, 2, 4, 4}), 2U);
}

TEST(HostSubject, CountsATotalThatNoCellShows) {
  EXPECT_EQ(mismatches_between(Kind::exclusive, {1, 2, 3, 4}, {1, 2, 3, 5}), 1U);
}

TEST(HostSubject, CountsCellsAndTheTotalTogether) {
  EXPECT_EQ(mismatches_between(Kind::inclusive, {1, 2, 3, 4}, {1, 2, 4, 4}), 3U);
  EXPECT_EQ(mismatches_between(Kind::exclusive, {1, 2, 3, 4}, {2, 2, 3, 4}), 4U);
}

TEST(HostSubject, TakesANaNForTheSameAsItself) {
  // The comparison is bit by bit, as the device's is: the check has judged the answer already.
  HostSubject subject(Op::add, Kind::inclusive);
  const Values input = std::vector<float>{std::numeric_limits<float>::quiet_NaN(), 1};
  subject.load(input);
  subject.run(Clock::wall);
  subject.keep();
  EXPECT_EQ(subject.mismatches(), 0U);
}

TEST(HostSubject, ScansInBothKinds) {
  const Values input = Words{3, 1, 4, 1};
  for (const auto& [kind, cells] : {std::pair{Kind::exclusive, Words{0, 3, 4, 8}},
                                    std::pair{Kind::inclusive, Words{3, 4, 8, 9}}}) {
    HostSubject subject(Op::add, kind);
    subject.load(input);
    subject.prepare();
    subject.run(Clock::outer);
    EXPECT_EQ(subject.answer().cells, Values(cells));
    EXPECT_EQ(subject.answer().total, Scalar(9U));
  }
}

TEST(HostSubject, DoesNotScanWhileOnlyTheClockIsTimed) {
  const Values input = make_input(Pattern::walk, ElementType::f32, 100, kDefaultSeed);
  HostSubject subject(Op::add, Kind::exclusive);
  subject.load(input);
  subject.prepare();
  subject.run(Clock::empty_pair);
  EXPECT_TRUE(subject.run(Clock::floor).empty());
  EXPECT_EQ(check(input, subject.answer(), Op::add, Kind::exclusive).mismatches, 101U);
}

TEST(HostSubject, PoisonsEachCellAndTheTotalSoThatNoneStaysRight) {
  for (const ElementType type : kElementTypes) {
    for (const Op op : kOps) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        // In integers the walk is back at −1 time and again, which is why that is no poison.
        const Values input = make_verifying_input(0, op, type, 100, kDefaultSeed);
        HostSubject subject(op, kind);
        subject.load(input);
        subject.prepare();
        subject.run(Clock::wall);
        ASSERT_TRUE(check(input, subject.answer(), op, kind).ok);
        // The answers of runs that write nothing.
        for (std::size_t turn = 0; turn < kPoisons.size(); ++turn) {
          subject.prepare();
          EXPECT_EQ(check(input, subject.answer(), op, kind).mismatches, 101U)
              << name_of(type) << ", " << name_of(op) << ", " << name_of(kind);
        }
      }
    }
  }
}

TEST(HostSubject, IsPoisonedByTurnsSoThatNoAnswerIsThePoisonTwice) {
  for (const std::uint32_t poison : kPoisons) {
    // An answer that is one of the poisons, cell for cell.
    const Values input = Words{poison, 0, 0, 0};
    HostSubject subject(Op::add, Kind::inclusive);
    subject.load(input);
    std::vector<std::uint64_t> wrong;
    for (std::size_t turn = 0; turn < kPoisons.size(); ++turn) {
      subject.prepare();
      wrong.push_back(check(input, subject.answer(), Op::add, Kind::inclusive).mismatches);
    }
    std::ranges::sort(wrong);
    EXPECT_EQ(wrong, (std::vector<std::uint64_t>{0, 5}));
  }
}

}  // namespace
}  // namespace scanbench
