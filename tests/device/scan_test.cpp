#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "data/input.hpp"
#include "device/fixture.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kAwkwardSizes[] = {1,     2,     3,     7,       31,     32,   33,
                                           255,   256,   257,   1000,    1023,   1024, 1025,
                                           65535, 65536, 65537, 1000003, 1 << 20};

class EveryScan
    : public DeviceTest,
      public testing::WithParamInterface<std::tuple<const Algorithm*, ElementType, Op>> {
 protected:
  void SetUp() override {
    if (const auto reason = refusal(algorithm(), request(1))) GTEST_SKIP() << *reason;
  }

  const Algorithm& algorithm() const { return *std::get<0>(GetParam()); }
  ElementType type() const { return std::get<1>(GetParam()); }
  Op op() const { return std::get<2>(GetParam()); }

  Request request(std::uint64_t n, std::optional<Kind> kind = {}) const {
    Request asked = rig().request(n, type(), kind);
    asked.op = op();
    return asked;
  }

  void expect_right_on(const Values& input, const Request& request) {
    const Check check = rig().check(plan_scan(algorithm(), request), input);
    EXPECT_TRUE(check.ok) << algorithm().name << ", n = " << request.n << ": " << check.mismatches
                          << " cells are wrong";
  }

  /// Quadratic work takes seconds at the largest sizes, and what it does there is the same for all.
  bool is_affordable(const Request& request) const {
    constexpr std::uint64_t kMostAdditions = std::uint64_t{1} << 28;
    if (type() == ElementType::f32 && op() == Op::add) return true;
    return work_of(plan_scan(algorithm(), request)).additions <= kMostAdditions;
  }

  void expect_right(const Request& request) {
    for (std::size_t i = 0; i < verifying_inputs(op()); ++i) {
      expect_right_on(make_verifying_input(i, op(), type(), request.n, kDefaultSeed), request);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, EveryScan,
                         testing::Combine(testing::ValuesIn(device_algorithms()),
                                          testing::ValuesIn(kElementTypes),
                                          testing::ValuesIn(kOps)),
                         [](const auto& info) {
                           std::string name = fmt::format("{}_{}_{}", std::get<0>(info.param)->name,
                                                          name_of(std::get<1>(info.param)),
                                                          name_of(std::get<2>(info.param)));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(EveryScan, IsRightAtEveryAwkwardSize) {
  for (const std::uint64_t n : kAwkwardSizes) {
    if (n <= algorithm().max_n.value_or(n) && is_affordable(request(n))) expect_right(request(n));
  }
}

TEST_P(EveryScan, IsRightOnRandomDataInBothKinds) {
  for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
    for (const std::uint64_t n : {1, 2, 7, 257, 1000, 4097}) {
      expect_right_on(make_input(Pattern::random, type(), n, kDefaultSeed), request(n, kind));
    }
  }
}

TEST_P(EveryScan, IsRightHoweverItIsCutIntoInvocations) {
  for (const std::uint32_t workgroup : {1U, 3U, 8U, 64U, 128U}) {
    for (const std::uint32_t items : {4U, 12U, 64U}) {
      Request cut = request(1000);
      cut.workgroup = workgroup;
      if (algorithm().takes_items) cut.items = items;
      expect_right(cut);
    }
  }
}

TEST_P(EveryScan, IsRightWithItsCellsStripedOverTheInvocations) {
  // How a GPU is served: the software device must get it right too.
  Request striped = request(5000);
  striped.target.kind = DeviceKind::discrete;
  expect_right(striped);
}

TEST_P(EveryScan, IsRightInTwoDimensionsOfWorkGroups) {
  Request folded = request(5000);
  folded.target.max_groups_x = 3;
  folded.workgroup = 8;
  if (algorithm().takes_items) folded.items = 4;
  expect_right(folded);
}

TEST_P(EveryScan, IsWrongWhereItsLastPassIsLeftOut) {
  // That the verifying inputs tell: each operator has its own.
  constexpr std::uint64_t kN = 10000;
  Plan plan = plan_scan(algorithm(), request(kN));
  plan.passes.pop_back();
  std::optional<Role> left;
  for (const Pass& pass : plan.passes) {
    for (const Binding& binding : pass.bindings) {
      const bool is_array = binding.role == Role::work_0 || binding.role == Role::work_1;
      if (binding.writes && is_array) left = binding.role;
    }
  }
  if (!left) return;  // that pass was the only one to write cells
  plan.result = *left;
  std::uint64_t mismatches = 0;
  for (std::size_t i = 0; i < verifying_inputs(op()); ++i) {
    const Values input = make_verifying_input(i, op(), type(), kN, kDefaultSeed);
    mismatches = std::max(mismatches, rig().check(plan, input).mismatches);
  }
  EXPECT_GT(mismatches, kN / 10);
}

TEST_P(EveryScan, GivesTheSameAnswerEveryTime) {
  Scan scan(rig(), plan_scan(algorithm(), request(10000)));
  scan.workspace.upload(make_input(Pattern::random, type(), 10000, kDefaultSeed));
  scan.run();
  scan.executor.keep();
  for (int i = 0; i < 20; ++i) {
    scan.run(static_cast<Stamps>(i % 3));
    EXPECT_EQ(scan.executor.mismatches(), 0U);
  }
}

}  // namespace
}  // namespace scanbench
