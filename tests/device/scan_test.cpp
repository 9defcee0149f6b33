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

class EveryScan : public DeviceTest,
                  public testing::WithParamInterface<std::tuple<const Algorithm*, ElementType>> {
 protected:
  const Algorithm& algorithm() const { return *std::get<0>(GetParam()); }
  ElementType type() const { return std::get<1>(GetParam()); }

  void expect_right(const Request& request, Pattern pattern) {
    const Values input = make_input(pattern, type(), request.n, kDefaultSeed);
    const Check check = rig().check(plan_scan(algorithm(), request), input);
    EXPECT_TRUE(check.ok) << algorithm().name << ", n = " << request.n << ", " << name_of(pattern)
                          << ": " << check.mismatches << " cells are wrong";
  }
};

INSTANTIATE_TEST_SUITE_P(Registry, EveryScan,
                         testing::Combine(testing::ValuesIn(device_algorithms()),
                                          testing::ValuesIn(kElementTypes)),
                         [](const auto& info) {
                           std::string name = fmt::format("{}_{}", std::get<0>(info.param)->name,
                                                          name_of(std::get<1>(info.param)));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(EveryScan, IsRightAtEveryAwkwardSize) {
  for (const std::uint64_t n : kAwkwardSizes) {
    if (n <= algorithm().max_n.value_or(n)) {
      expect_right(rig().request(n, type()), Pattern::walk);
    }
  }
}

TEST_P(EveryScan, IsRightOnRandomDataInBothKinds) {
  for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
    for (const std::uint64_t n : {1, 2, 7, 257, 1000, 4097}) {
      expect_right(rig().request(n, type(), kind), Pattern::random);
    }
  }
}

TEST_P(EveryScan, IsRightHoweverItIsCutIntoInvocations) {
  for (const std::uint32_t workgroup : {1U, 3U, 8U, 64U, 128U}) {
    for (const std::uint32_t items : {4U, 12U, 64U}) {
      Request request = rig().request(1000, type());
      request.workgroup = workgroup;
      if (algorithm().takes_items) request.items = items;
      expect_right(request, Pattern::walk);
    }
  }
}

TEST_P(EveryScan, IsRightWithItsCellsStripedOverTheInvocations) {
  // How a GPU is served: the software device must get it right too.
  Request request = rig().request(5000, type());
  request.target.kind = DeviceKind::discrete;
  expect_right(request, Pattern::walk);
}

TEST_P(EveryScan, IsRightInTwoDimensionsOfWorkGroups) {
  Request request = rig().request(5000, type());
  request.target.max_groups_x = 3;
  request.workgroup = 8;
  if (algorithm().takes_items) request.items = 4;
  expect_right(request, Pattern::walk);
}

TEST_P(EveryScan, GivesTheSameAnswerEveryTime) {
  Scan scan(rig(), plan_scan(algorithm(), rig().request(10000, type())));
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
