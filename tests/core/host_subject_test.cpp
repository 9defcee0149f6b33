#include "measure/host_subject.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "data/input.hpp"
#include "scan/check.hpp"

namespace scanbench {
namespace {

using Words = std::vector<std::uint32_t>;

/// How much a host's answer to one input differs from its kept answer to another.
std::uint64_t mismatches_between(Kind kind, const Words& kept, const Words& later) {
  HostSubject subject(kind);
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
  HostSubject subject(Kind::inclusive);
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
    HostSubject subject(kind);
    subject.load(input);
    subject.prepare();
    subject.run(Clock::outer);
    EXPECT_EQ(subject.answer().cells, Values(cells));
    EXPECT_EQ(subject.answer().total, Scalar(9U));
  }
}

TEST(HostSubject, DoesNotScanWhileOnlyTheClockIsTimed) {
  const Values input = make_input(Pattern::walk, ElementType::f32, 100, kDefaultSeed);
  HostSubject subject(Kind::exclusive);
  subject.load(input);
  subject.prepare();
  subject.run(Clock::empty_pair);
  EXPECT_TRUE(subject.run(Clock::floor).empty());
  EXPECT_EQ(check_answer(input, subject.answer(), Kind::exclusive, {}, 0).mismatches, 101U);
}

TEST(HostSubject, PoisonsEachCellAndTheTotalSoThatNoneStaysRight) {
  for (const ElementType type : kElementTypes) {
    // In integers the walk is back at −1 time and again, which is why that is no poison.
    const Values input = make_input(Pattern::walk, type, 100, kDefaultSeed);
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      HostSubject subject(kind);
      subject.load(input);
      subject.prepare();
      subject.run(Clock::wall);
      ASSERT_TRUE(check_answer(input, subject.answer(), kind, {}, 0).ok);
      // The answer of a run that writes nothing.
      subject.prepare();
      EXPECT_EQ(check_answer(input, subject.answer(), kind, {}, 0).mismatches, 101U)
          << name_of(type) << ", " << name_of(kind);
    }
  }
}

}  // namespace
}  // namespace scanbench
