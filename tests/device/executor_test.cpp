#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "interface.h"

namespace scanbench {
namespace {

using Floats = std::vector<float>;

/// The plan's pass number `index` alone, reading the input.
Plan only_pass(Plan plan, std::size_t index) {
  Pass pass = plan.passes.at(index);
  pass.barrier_before = false;
  for (Binding& binding : pass.bindings) {
    if (!binding.writes && !plan.fresh_copy) binding.role = Role::input;
    if (binding.slot == SCANBENCH_BINDING_DESTINATION) plan.result = binding.role;
  }
  plan.passes = {pass};
  plan.keeps_total = false;
  return plan;
}

/// One stride of an algorithm over the ramp 1 … 1024.
class OnePass : public DeviceTest {
 protected:
  Floats run(const char* algorithm, const char* pass_name, std::uint64_t stride) {
    const Plan plan = plan_scan(*find_algorithm(algorithm), rig().request(1024));
    for (std::size_t i = 0; i < plan.passes.size(); ++i) {
      if (plan.passes[i].name == pass_name && plan.passes[i].stride == stride) {
        const Values ramp = make_input(Pattern::ramp, ElementType::f32, 1024, 0);
        return std::get<Floats>(rig().answer(only_pass(plan, i), ramp).cells);
      }
    }
    ADD_FAILURE() << "no such pass";
    return {};
  }

  /// Every cell against the course's formula for stride 4, generalized to any stride.
  static void expect_cells(const Floats& cells, const std::function<float(int)>& expected) {
    ASSERT_EQ(cells.size(), 1024U);
    for (int i = 0; i < 1024; ++i) {
      ASSERT_EQ(cells[static_cast<std::size_t>(i)], expected(i)) << "cell " << i;
    }
  }
};

TEST_F(OnePass, OfHillisSteeleAddsThePartnerAtItsStride) {
  for (int stride = 1; stride < 1024; stride *= 2) {
    const Floats cells = run("hillis-steele", "scan", static_cast<std::uint64_t>(stride));
    expect_cells(cells, [stride](int i) {
      return static_cast<float>(i < stride ? i + 1 : 2 * i + 2 - stride);
    });
  }
}

TEST_F(OnePass, OfTheUpsweepAddsIntoTheBlockTops) {
  for (const char* algorithm : {"blelloch", "blelloch-inplace"}) {
    for (int stride = 1; stride < 1024; stride *= 2) {
      const Floats cells = run(algorithm, "upsweep", static_cast<std::uint64_t>(stride));
      expect_cells(cells, [stride](int i) {
        return static_cast<float>((i + 1) % (2 * stride) == 0 ? 2 * i + 2 - stride : i + 1);
      });
    }
  }
}

TEST_F(OnePass, OfTheDownsweepSwapsAndAddsFromOneSnapshot) {
  for (const char* algorithm : {"blelloch", "blelloch-inplace"}) {
    for (int stride = 1; stride < 1024; stride *= 2) {
      const Floats cells = run(algorithm, "downsweep", static_cast<std::uint64_t>(stride));
      expect_cells(cells, [stride](int i) {
        if ((i + 1) % (2 * stride) == 0) return static_cast<float>(2 * i + 2 - stride);
        if ((i + 1 + stride) % (2 * stride) == 0) return static_cast<float>(i + 1 + stride);
        return static_cast<float>(i + 1);
      });
    }
  }
}

TEST_F(OnePass, AtStrideFourIsTheCoursesFigure) {
  // tests/data/course.json, "one_pass", in numbers.
  EXPECT_EQ(run("hillis-steele", "scan", 4)[100], 198.0F);
  EXPECT_EQ(run("blelloch", "upsweep", 4)[7], 12.0F);
  const Floats down = run("blelloch", "downsweep", 4);
  EXPECT_EQ(down[7], 12.0F);
  EXPECT_EQ(down[3], 8.0F);
  EXPECT_EQ(down[4], 5.0F);
}

class ExecutorTest : public DeviceTest {
 protected:
  Scan make(const char* algorithm, std::uint64_t n, std::optional<Kind> kind = {}) {
    return {rig(), plan_scan(*find_algorithm(algorithm), rig().request(n, ElementType::f32, kind))};
  }
  static Values course(std::uint64_t n) {
    return make_input(Pattern::course, ElementType::f32, n, kDefaultSeed);
  }
};

TEST_F(ExecutorTest, SeesOneChangedElementInTheWholeAnswer) {
  for (const std::size_t changed : {0U, 511U, 998U, 999U}) {
    Scan scan = make("hillis-steele", 1000);
    Values input = course(1000);
    scan.workspace.upload(input);
    scan.run();
    scan.executor.keep();
    std::get<Floats>(input)[changed] += 1;
    scan.workspace.upload(input);
    scan.run();
    EXPECT_EQ(scan.executor.mismatches(), 1000 - changed);
  }
}

TEST_F(ExecutorTest, CountsAWideElementOnceWhicheverOfItsHalvesDiffers) {
  for (const ElementType type : device_types(rig())) {
    if (element_bytes(type) != 8) continue;
    for (const std::size_t byte : {0U, 4U}) {
      Request request = rig().request(1001, type);
      request.op = Op::max;  // of equal elements: every cell is that element
      Scan scan(rig(), plan_scan(*find_algorithm("hillis-steele"), request));
      Values input = make_input(Pattern::ones, type, 1001, 0);
      scan.workspace.upload(input);
      scan.run();
      scan.executor.keep();
      EXPECT_EQ(scan.executor.mismatches(), 0U);
      bytes_of(input)[byte] ^= std::byte{2};
      std::visit([](auto& v) { std::ranges::fill(v, v.front()); }, input);
      scan.workspace.upload(input);
      scan.run();
      EXPECT_EQ(scan.executor.mismatches(), 1001U) << name_of(type) << ", byte " << byte;
    }
  }
}

TEST_F(ExecutorTest, SeesAChangedTotalThatNoCellShows) {
  // The last input counts only in the total of an exclusive scan.
  for (const char* algorithm : {"blelloch", "blelloch-inplace"}) {
    Scan scan = make(algorithm, 1000);
    Values input = course(1000);
    scan.workspace.upload(input);
    scan.run();
    scan.executor.keep();
    std::get<Floats>(input).back() += 1;
    scan.workspace.upload(input);
    scan.run();
    EXPECT_EQ(scan.executor.mismatches(), 1U);
  }
}

TEST_F(ExecutorTest, PoisonsWhatAPassLeavesUnwritten) {
  Plan plan = plan_scan(*find_algorithm("naive"), rig().request(1000));
  Scan whole(rig(), plan);
  plan.passes.back().n = 960;  // the last 40 cells are lost
  Scan short_by_a_tail(rig(), plan);
  for (Scan* scan : {&whole, &short_by_a_tail}) {
    scan->workspace.upload(course(1000));
    scan->run();
  }
  const auto right = std::get<Floats>(whole.executor.answer().cells);
  const auto lost = std::get<Floats>(short_by_a_tail.executor.answer().cells);
  EXPECT_EQ(lost[959], right[959]);
  EXPECT_TRUE(std::isnan(lost[960]));
  EXPECT_TRUE(std::isnan(lost[999]));
}

TEST_F(ExecutorTest, PoisonsByTurnsSoThatNoIntegerIsThePoisonTwice) {
  Plan plan = plan_scan(*find_algorithm("naive"), rig().request(8, ElementType::u32));
  plan.passes.back().n = 4;
  Scan scan(rig(), plan);
  scan.workspace.upload(make_input(Pattern::ones, ElementType::u32, 8, 0));
  for (int turn = 0; turn < 2; ++turn) {
    for (const std::uint32_t poison : kPoisons) {
      scan.run();
      EXPECT_EQ(element_at(scan.executor.answer().cells, 7), Scalar(poison));
    }
  }
}

TEST_F(ExecutorTest, PadsATreeWithTheOperatorsIdentity) {
  // The total of a padded tree takes the padding in.
  const auto mismatches = [](std::uint64_t n, ElementType type, Op op) {
    Request request = rig().request(n, type);
    request.op = op;
    const Values input = make_verifying_input(0, op, type, n, kDefaultSeed);
    return rig().check(plan_scan(*find_algorithm("blelloch"), request), input).mismatches;
  };
  for (const ElementType type : device_types(rig())) {
    for (const Op op : kOps) {
      EXPECT_EQ(mismatches(1025, type, op), 0U) << name_of(type) << ", " << name_of(op);
    }
  }
  constexpr std::uint64_t kPadding = (std::uint64_t{16} << 20) / sizeof(float);
  EXPECT_EQ(mismatches(kPadding + 1, ElementType::f32, Op::min), 0U) << "nearly a staging buffer";
  EXPECT_EQ(mismatches(2 * kPadding + 1, ElementType::f32, Op::min), 0U) << "nearly two";
}

TEST_F(ExecutorTest, GivesAsManyIntervalsAsItIsStamped) {
  if (!rig().device.info().has_timestamps()) GTEST_SKIP() << "the device has no timestamps";
  Scan scan = make("blelloch", 1024);
  scan.workspace.upload(course(1024));
  EXPECT_EQ(scan.run().intervals_s.size(), 0U);
  EXPECT_EQ(scan.run(Stamps::outer).intervals_s.size(), 1U);
  EXPECT_EQ(scan.run(Stamps::each_pass).intervals_s.size(), 21U);
  EXPECT_EQ(scan.run(Stamps::empty).intervals_s.size(), 1U);
  EXPECT_GT(scan.run().wall_s, 0.0);
}

TEST_F(ExecutorTest, CountsThePassesOfARunByMarks) {
  Scan scan = make("blelloch", 1024);
  const Values input = course(1024);
  scan.workspace.upload(input);
  scan.executor.prepare();
  EXPECT_EQ(scan.executor.passes_begun(), 0U);
  scan.executor.run(Stamps::marks);
  EXPECT_EQ(scan.executor.passes_begun(), 21U);
  EXPECT_TRUE(check_answer(input, scan.executor.answer(), scan.executor.plan(), Rounding::any).ok);
  scan.run();
  EXPECT_EQ(scan.executor.passes_begun(), 0U) << "that run left no mark";
}

TEST_F(ExecutorTest, MovesMoreThanOneStagingBufferOfData) {
  Scan scan = make("hillis-steele", (std::uint64_t{16} << 20) / 4 + 5);
  const std::uint64_t n = scan.executor.plan().n;
  const Values input = make_input(Pattern::walk, ElementType::f32, n, kDefaultSeed);
  scan.workspace.upload(input);
  scan.run();
  EXPECT_TRUE(check_answer(input, scan.executor.answer(), scan.executor.plan(), Rounding::any).ok);
}

TEST_F(ExecutorTest, RefusesAKernelThatIsNotThere) {
  Plan plan = plan_scan(*find_algorithm("naive"), rig().request(8));
  plan.passes[0].kernel = "nope";
  EXPECT_THROW(Scan(rig(), plan), std::logic_error);
}

}  // namespace
}  // namespace scanbench
