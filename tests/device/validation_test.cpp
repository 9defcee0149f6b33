#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/input.hpp"
#include "device/fixture.hpp"

namespace scanbench {
namespace {

/// A rig under VK_LAYER_KHRONOS_validation with synchronization validation. Making it fails where
/// the layer is missing, so no test passes unwatched.
class Validation : public testing::Test {
 protected:
  static Rig& rig() {
    static Rig shared([](std::string_view message) { messages().emplace_back(message); });
    return shared;
  }
  static std::vector<std::string>& messages() {
    static std::vector<std::string> all;
    return all;
  }

  /// The messages while a plan is recorded and run in every way, and its answer compared.
  static std::vector<std::string> messages_of(const Plan& plan) {
    rig();
    messages().clear();
    Scan scan(rig(), plan);
    scan.workspace.upload(make_input(Pattern::walk, plan.type, plan.n, kDefaultSeed));
    for (const Stamps stamps : {Stamps::none, Stamps::outer, Stamps::each_pass, Stamps::empty}) {
      scan.run(stamps);
    }
    scan.executor.keep();
    scan.executor.mismatches();
    scan.executor.answer();
    return messages();
  }

  static bool hazard_reported(const Plan& plan) {
    for (const std::string& message : messages_of(plan)) {
      if (message.find("SYNC-HAZARD") != std::string::npos) return true;
    }
    return false;
  }
};

TEST_F(Validation, IsSilentForEveryAlgorithmTypeAndKind) {
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const ElementType type : kElementTypes) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        for (const std::uint64_t n : {1, 2, 3, 1000, 1025}) {
          const Plan plan = plan_scan(*algorithm, rig().request(n, type, kind));
          EXPECT_THAT(messages_of(plan), testing::IsEmpty()) << algorithm->name << " at " << n;
        }
      }
    }
  }
}

TEST_F(Validation, ReportsAHazardForEveryBarrierThatIsTakenOut) {
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      Plan plan = plan_scan(*algorithm, rig().request(1024, ElementType::f32, kind));
      for (std::size_t i = 1; i < plan.passes.size(); ++i) {
        plan.passes[i].barrier_before = false;
        EXPECT_TRUE(hazard_reported(plan))
            << algorithm->name << ", " << name_of(kind) << ": the barrier before pass " << i + 1;
        EXPECT_THAT(unguarded_passes(plan), testing::ElementsAre(i));
        plan.passes[i].barrier_before = true;
      }
    }
  }
}

}  // namespace
}  // namespace scanbench
