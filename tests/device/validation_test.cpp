#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "measure/device_stage.hpp"
#include "scan/tuning.hpp"

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
  ///
  /// Of the barriers that the executor adds to the plan's own, the layer sees one: between the fill
  /// of the counter and the comparison. It is blind to
  /// - those at the end of a command buffer (after the preparation, the last pass, what is kept,
  /// and
  ///   before the host reads): the host waits for every submission, which it takes for a barrier;
  /// - the one between the comparison and the copy of its counter: it takes atomic additions for
  ///   reads.
  static std::vector<std::string> messages_of(const Plan& plan) {
    rig();
    messages().clear();
    Scan scan(rig(), plan);
    scan.workspace.upload(make_input(Pattern::walk, plan.type, plan.n, kDefaultSeed));
    for (const Stamps stamps :
         {Stamps::none, Stamps::outer, Stamps::each_pass, Stamps::empty, Stamps::marks}) {
      scan.run(stamps);
    }
    scan.executor.keep();
    scan.executor.mismatches();
    scan.executor.answer();
    return messages();
  }

  /// What making every pipeline reports that these cuts of scans of few and of many elements need.
  static void expect_valid(const Algorithm& algorithm, ElementType type, Op op,
                           std::vector<Cut> (*cuts)(const Algorithm&, const Request&)) {
    messages().clear();
    Kernels kernels(rig().device);  // A device's own keeps what it has made: gigabytes here.
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      for (const std::uint64_t n : {1000, 1 << 20}) {
        Request asked =
            rig().request(std::min<std::uint64_t>(n, algorithm.max_n.value_or(n)), type, kind);
        asked.op = op;
        for (const Cut& cut : cuts(algorithm, asked)) {
          const Plan plan = plan_scan(algorithm, cut_as(asked, cut, Tuning::Source::cached));
          for (const Pass& pass : plan.passes) kernels.pipeline(pass, type, op);
        }
      }
    }
    EXPECT_THAT(messages(), testing::IsEmpty()) << algorithm.name << " in " << name_of(type);
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
    for (const ElementType type : device_types(rig())) {
      for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
        for (const std::uint64_t n : {1, 2, 3, 1000, 1025}) {
          const Plan plan = plan_scan(*algorithm, rig().request(n, type, kind));
          EXPECT_THAT(messages_of(plan), testing::IsEmpty()) << algorithm->name << " at " << n;
        }
      }
    }
  }
}

// As the layer makes a pipeline it puts the constants' values into the module and validates what
// comes of it as spirv-val does;
// the build has done so with the constants' defaults only.

TEST_F(Validation, IsSilentForTheDefaultSpecializationsInEveryTypeAndOperator) {
  const auto by_default = [](const Algorithm&, const Request&) { return std::vector<Cut>(1); };
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const ElementType type : device_types(rig())) {
      for (const Op op : {Op::add, Op::min, Op::max}) {
        expect_valid(*algorithm, type, op, by_default);
      }
    }
  }
}

TEST_F(Validation, IsSilentForEverySpecializationThatTuneTries) {
  for (const Algorithm* algorithm : device_algorithms()) {
    expect_valid(*algorithm, ElementType::u32, Op::add, cuts_to_try);
  }
}

/// Minutes: `scripts/test.sh --long`.
class LongValidation : public Validation {};

TEST_F(LongValidation, IsSilentForEverySpecializationThatTuneTriesInEveryTypeAndOperator) {
  for (const Algorithm* algorithm : device_algorithms()) {
    for (const ElementType type : device_types(rig())) {
      for (const Op op : {Op::add, Op::min, Op::max}) {
        expect_valid(*algorithm, type, op, cuts_to_try);
      }
    }
  }
}

TEST_F(Validation, ReportsASpecializationThatIsNotValid) {
  Plan plan = plan_scan(*find_algorithm("scan-then-propagate"), rig().request(1000));
  plan.passes.front().tuning.workgroup = 0;  // An array of no elements.
  messages().clear();
  rig().kernels.pipeline(plan.passes.front(), plan.type, plan.op);
  EXPECT_THAT(messages(),
              testing::Contains(testing::HasSubstr("After specialization was applied")));
}

TEST_F(Validation, IsSilentForScansByWindows) {
  for (const char* name : {"hillis-steele", "blelloch", "scan-then-propagate", "reduce-then-scan",
                           "decoupled-lookback"}) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
      Request request = rig().request(30011, ElementType::u32, kind);
      request.items = 16;
      request.target.max_storage_range_bytes = 16384;
      const Plan plan = plan_scan(*find_algorithm(name), request);
      EXPECT_GT(
          work_of(plan).dispatches,
          plan_scan(*find_algorithm(name), rig().request(plan.n, plan.type, kind)).passes.size());
      EXPECT_THAT(messages_of(plan), testing::IsEmpty()) << name;
    }
  }
}

TEST_F(Validation, IsSilentForAStageOfSeveralPlansAndItsCeilings) {
  for (const std::uint64_t n : {1, 7, 1000, 70000}) {
    // Alone and together: a buffer is as large as the largest plan on the stage needs.
    std::vector<std::vector<Plan>> groups;
    // A stage holds plans of one type; one of 8 bytes has its own copies and comparison.
    for (const ElementType type : device_types(rig())) {
      if (type != ElementType::f32 && type != ElementType::f64) continue;
      std::vector<Plan> plans;
      for (const Algorithm* algorithm : device_algorithms()) {
        if (n > algorithm->max_n.value_or(n)) continue;
        plans.push_back(plan_scan(*algorithm, rig().request(n, type)));
      }
      groups.push_back(plans);
      for (const Plan& plan : plans) groups.push_back({plan});
    }
    for (const std::vector<Plan>& plans : groups) {
      messages().clear();
      const Values input = make_input(Pattern::walk, plans.front().type, n, kDefaultSeed);
      DeviceStage stage(rig().device, rig().kernels, plans);
      stage.load(input);
      for (const CeilingProbe& probe : stage.ceilings()) EXPECT_GT(probe.run(), 0.0);
      for (std::size_t i = 0; i < plans.size(); ++i) {
        for (const Clock clock : kClocks) {
          stage.subject(i).prepare();
          stage.subject(i).run(clock);
        }
        stage.subject(i).keep();
        EXPECT_EQ(stage.subject(i).mismatches(), 0U);
      }
      EXPECT_THAT(messages(), testing::IsEmpty()) << plans.front().algorithm << " at " << n;
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
