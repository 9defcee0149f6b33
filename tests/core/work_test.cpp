#include <gtest/gtest.h>

#include <algorithm>

#include "scan/algorithm.hpp"
#include "scan/ceilings.hpp"

namespace scanbench {
namespace {

Plan plan_of(std::string_view name, std::uint64_t n, Kind kind) {
  Request request;
  request.n = n;
  request.kind = kind;
  return plan_scan(*find_algorithm(name), request);
}

const Pass& pass_named(const Plan& plan, std::string_view name) {
  const auto found = std::ranges::find(plan.passes, name, &Pass::name);
  if (found == plan.passes.end()) throw std::logic_error("no such pass");
  return *found;
}

TEST(Bytes, OfTheClearCountTheTotal) {
  const Plan tree = plan_of("blelloch", 1000, Kind::exclusive);
  EXPECT_EQ(pass_named(tree, "clear").bytes_moved, 1024U * 4 * 2 + 4);
  // In place the root is read, set aside, and cleared.
  const Plan in_place = plan_of("blelloch-inplace", 1000, Kind::exclusive);
  EXPECT_EQ(pass_named(in_place, "clear").bytes_moved, 3U * 4);
}

TEST(Bytes, OfTheShiftCountTheTotal) {
  for (const char* name : {"naive", "hillis-steele"}) {
    const Pass shift = plan_of(name, 1000, Kind::exclusive).passes.back();
    EXPECT_EQ(shift.name, "shift");
    EXPECT_EQ(shift.bytes_moved, 1000U * 4 * 2 + 4) << name;
    EXPECT_EQ(shift.additions, 0U) << name;
  }
}

TEST(Bytes, OfTheAddedInputCountTheOperand) {
  for (const char* name : {"blelloch", "blelloch-inplace"}) {
    const Pass add = plan_of(name, 1000, Kind::inclusive).passes.back();
    EXPECT_EQ(add.name, "add input");
    EXPECT_EQ(add.bytes_moved, 1000U * 4 * 3) << name << ": not the padding";
    EXPECT_EQ(add.additions, 1000U) << name;
    EXPECT_EQ(add.active, 1000U) << name;
  }
}

/// Additions and bytes of a whole plan.
struct Expected {
  const char* name;
  Kind kind;
  std::uint64_t n;
  std::uint64_t dispatches;
  std::uint64_t additions;
  std::uint64_t bytes;
};

TEST(WorkOf, SumsOverAllPassesAndTheHost) {
  constexpr std::uint64_t kArray = 4096;
  // 1023 pairs up the tree and as many down, 3 and 4 cells each; and the clear.
  constexpr std::uint64_t kTree = 28644 + 12;
  const Expected all[] = {
      {"serial", Kind::exclusive, 1, 0, 0, 8},
      {"serial", Kind::exclusive, 1024, 0, 1023, 2 * kArray},
      // The second sweep reads the cells and the input, and writes the cells.
      {"serial", Kind::inclusive, 1024, 0, 2047, 5 * kArray},
      {"naive", Kind::inclusive, 1024, 1, 523776, 2 * kArray},
      {"naive", Kind::exclusive, 1024, 2, 523776, 4 * kArray + 4},
      {"hillis-steele", Kind::inclusive, 1024, 10, 9217, 20 * kArray},
      {"hillis-steele", Kind::exclusive, 1024, 11, 9217, 22 * kArray + 4},
      {"blelloch", Kind::exclusive, 1, 1, 0, 12},
      {"blelloch", Kind::exclusive, 1024, 21, 2046, 42 * kArray + 4},
      {"blelloch", Kind::inclusive, 1024, 22, 3070, 45 * kArray + 4},
      {"blelloch-inplace", Kind::exclusive, 1024, 21, 2046, kTree},
      {"blelloch-inplace", Kind::inclusive, 1024, 22, 3070, kTree + 3 * kArray},
  };
  for (const Expected& expected : all) {
    const Work work = work_of(plan_of(expected.name, expected.n, expected.kind));
    const auto where = ::testing::Message()
                       << expected.name << ", " << name_of(expected.kind) << ", n = " << expected.n;
    EXPECT_EQ(work.dispatches, expected.dispatches) << where;
    EXPECT_EQ(work.additions, expected.additions) << where;
    EXPECT_EQ(work.bytes_moved, expected.bytes) << where;
    EXPECT_EQ(work.minimum_additions, expected.n - 1) << where;
    EXPECT_EQ(work.minimum_bytes, 8 * expected.n) << where;
  }
}

/// Depth in the order exclusive, inclusive, for each of n = 1, 2, 3, 1024, 1025.
constexpr std::uint64_t kDepthSizes[] = {1, 2, 3, 1024, 1025};
struct ExpectedDepth {
  std::uint64_t exclusive[5];
  std::uint64_t exclusive_total[5];
  std::uint64_t inclusive[5];
  std::uint64_t inclusive_total[5];
};

void expect_depth(const char* name, const ExpectedDepth& expected) {
  for (std::size_t i = 0; i < std::size(kDepthSizes); ++i) {
    const std::uint64_t n = kDepthSizes[i];
    const Depth exclusive = plan_of(name, n, Kind::exclusive).depth;
    EXPECT_EQ(exclusive.cells, expected.exclusive[i]) << name << " at " << n;
    EXPECT_EQ(exclusive.total, expected.exclusive_total[i]) << name << " at " << n;
    const Depth inclusive = plan_of(name, n, Kind::inclusive).depth;
    EXPECT_EQ(inclusive.cells, expected.inclusive[i]) << name << " at " << n;
    EXPECT_EQ(inclusive.total, expected.inclusive_total[i]) << name << " at " << n;
  }
}

TEST(Depth, OfHillisSteeleIsOneAdditionAStride) {
  // The shift adds nothing.
  expect_depth("hillis-steele", {.exclusive = {0, 1, 2, 10, 11},
                                 .exclusive_total = {0, 1, 2, 10, 11},
                                 .inclusive = {0, 1, 2, 10, 11},
                                 .inclusive_total = {0, 1, 2, 10, 11}});
}

TEST(Depth, OfTheTreeIsTwiceItsLevelsLessTwo) {
  // The total goes up only. Where the input is added, the last cell is the total.
  for (const char* name : {"blelloch", "blelloch-inplace"}) {
    expect_depth(name, {.exclusive = {0, 0, 2, 18, 20},
                        .exclusive_total = {0, 1, 2, 10, 11},
                        .inclusive = {1, 1, 3, 19, 21},
                        .inclusive_total = {1, 1, 3, 19, 21}});
  }
}

TEST(Depth, OfALoopIsTheCellsIndex) {
  for (const char* name : {"serial", "naive"}) {
    for (const std::uint64_t n : kDepthSizes) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        const Depth depth = plan_of(name, n, kind).depth;
        EXPECT_EQ(depth.cells, std::nullopt) << name << " at " << n;
        EXPECT_EQ(depth.total, n - 1) << name << " at " << n;
      }
    }
  }
}

TEST(Bytes, OfWideElementsAreTwiceThoseOfNarrowOnes) {
  for (const Algorithm& algorithm : registry()) {
    Request request;
    request.n = 1000;
    const Work narrow = work_of(plan_scan(algorithm, request));
    request.type = ElementType::u64;
    const Work wide = work_of(plan_scan(algorithm, request));
    EXPECT_EQ(wide.bytes_moved, 2 * narrow.bytes_moved) << algorithm.name;
    EXPECT_EQ(wide.minimum_bytes, 2 * narrow.minimum_bytes) << algorithm.name;
    EXPECT_EQ(wide.additions, narrow.additions) << algorithm.name;
  }
}

TEST(Ceilings, CopyTheBytesOfTheElementsWhateverTheirWidth) {
  Request request;
  request.n = 1001;
  request.target.has_int64 = true;
  for (const ElementType type : kElementTypes) {
    request.type = type;
    std::vector<Plan> copies = copy_plans(request);
    copies.push_back(copy_yardstick(request));
    for (const Plan& copy : copies) {
      EXPECT_EQ(work_of(copy).bytes_moved, 2 * 1001 * element_bytes(type)) << name_of(type);
      // The kernels count words of 32 bits.
      EXPECT_EQ(copy.passes.at(0).n * 4, 1001 * element_bytes(type)) << name_of(type);
      const Pass& pass = copy.passes.at(0);
      EXPECT_GE(pass.groups.x * pass.tuning.workgroup * pass.tuning.items, pass.n);
    }
  }
}

}  // namespace
}  // namespace scanbench
