#include <gtest/gtest.h>

#include <utility>

#include "data/input.hpp"
#include "device/fixture.hpp"
#include "measure/device_stage.hpp"

namespace scanbench {
namespace {

/// Work that takes far longer than any scan here: every cell of 32,768 sums its own prefix.
class StampsTest : public DeviceTest {
 protected:
  void SetUp() override {
    if (!rig().device.info().has_timestamps()) GTEST_SKIP() << "the device has no timestamps";
  }

  /// The slow work with buffers of its own.
  struct SlowWork {
    explicit SlowWork(Rig& rig)
        : plan(plan_scan(*find_algorithm("naive"), rig.request(32768))),
          workspace(rig.device, std::span(&plan, 1)),
          passes(rig.device, rig.kernels, plan,
                 [this](Role role) { return *workspace.at(role).buffer; }) {
      workspace.upload(make_input(Pattern::walk, ElementType::f32, plan.n, kDefaultSeed));
    }

    void record(const vk::raii::CommandBuffer& commands) const { passes.record(commands, {}); }

    Plan plan;
    Workspace workspace;
    PassList passes;
  };

  static StampedCommands::Run run(std::uint32_t stamps, const StampedCommands::Record& record) {
    const StampedCommands commands(rig().device, stamps, record);
    commands.run();  // the first run may pay for making the code
    return commands.run();
  }

  static Scan quick_scan() {
    return {rig(), plan_scan(*find_algorithm("hillis-steele"), rig().request(1024))};
  }

  /// The slow work's own time.
  static double slow_s(const SlowWork& slow) {
    return run(2,
               [&](const auto& commands, const auto& stamp) {
                 stamp();
                 slow.record(commands);
                 stamp();
               })
        .intervals_s.at(0)
        .value();
  }
};

TEST_F(StampsTest, WaitForTheWorkBeforeThem) {
  // No barrier stands between: the stamp itself comes after all that was recorded before it.
  const SlowWork slow(rig());
  const StampedCommands::Run stamped = run(2, [&](const auto& commands, const auto& stamp) {
    stamp();
    slow.record(commands);
    stamp();
  });
  EXPECT_GT(stamped.intervals_s.at(0).value(), stamped.wall_s / 2);
}

TEST_F(StampsTest, ChargeNoWorkToTheIntervalBehindIt) {
  const SlowWork slow(rig());
  const Scan quick = quick_scan();
  const PassList passes(rig().device, rig().kernels, quick.executor.plan(),
                        [&](Role role) { return *quick.workspace.at(role).buffer; });
  const StampedCommands::Run stamped = run(3, [&](const auto& commands, const auto& stamp) {
    stamp();
    slow.record(commands);
    stamp();
    passes.record(commands, {});
    stamp();
  });
  EXPECT_LT(stamped.intervals_s.at(1).value(), stamped.intervals_s.at(0).value() / 2);
}

TEST_F(StampsTest, ChargeNothingThatWasRecordedBeforeTheFirst) {
  const SlowWork slow(rig());
  const StampedCommands::Run stamped = run(2, [&](const auto& commands, const auto& stamp) {
    slow.record(commands);
    stamp();
    stamp();
  });
  EXPECT_LT(stamped.intervals_s.at(0).value_or(0), slow_s(slow) / 2);
}

TEST_F(StampsTest, LeaveOutWhatTheQueueStillDoesWhenAScanIsSubmitted) {
  const SlowWork slow(rig());
  const double alone_s = slow_s(slow);
  const vk::raii::CommandBuffer commands = rig().device.make_command_buffer();
  commands.begin({});
  slow.record(commands);
  commands.end();
  // The same queue as the device's own, without waiting for it.
  const std::uint32_t family =
      compute_family(rig().instance.physical(rig().device.info().index)).value();
  const vk::raii::Queue queue = rig().device.handle().getQueue(family, 0);
  const vk::CommandBufferSubmitInfo submitted(*commands);

  Scan scan = quick_scan();
  scan.workspace.upload(make_input(Pattern::walk, ElementType::f32, 1024, kDefaultSeed));
  scan.run(Stamps::outer);
  for (const Stamps stamps : {Stamps::outer, Stamps::each_pass}) {
    scan.executor.prepare();
    queue.submit2(vk::SubmitInfo2({}, {}, submitted));
    const StampedCommands::Run run = scan.executor.run(stamps);
    double sum_s = 0;
    for (const auto& interval_s : run.intervals_s) sum_s += interval_s.value_or(0);
    EXPECT_LT(sum_s, alone_s / 2);
  }
}

TEST_F(StampsTest, OfAnEmptyPairHoldNoPass) {
  // The same plan of slow work: its empty pair must not run it.
  Scan scan(rig(), plan_scan(*find_algorithm("naive"), rig().request(32768)));
  scan.workspace.upload(make_input(Pattern::walk, ElementType::f32, 32768, kDefaultSeed));
  scan.run(Stamps::outer);
  const double outer_s = scan.run(Stamps::outer).intervals_s.at(0).value();
  EXPECT_LT(scan.run(Stamps::empty).intervals_s.at(0).value_or(0), outer_s / 2);
  EXPECT_GT(scan.run(Stamps::each_pass).intervals_s.at(0).value(), outer_s / 4);
}

/// The stages at which stamps are asked for.
std::vector<VkPipelineStageFlags2>& asked_stages() {
  static std::vector<VkPipelineStageFlags2> stages;
  return stages;
}
PFN_vkCmdWriteTimestamp2 write_timestamp = nullptr;

VKAPI_ATTR void VKAPI_CALL note_and_write(VkCommandBuffer commands, VkPipelineStageFlags2 stage,
                                          VkQueryPool queries, std::uint32_t query) {
  asked_stages().push_back(stage);
  write_timestamp(commands, stage, queries, query);
}

TEST_F(StampsTest, AreNeverAskedForAtTheTopOfThePipe) {
  // A software device does each piece of work before it looks at the next, so that no time tells
  // the top of the pipe from its end: what Vulkan is asked for does.
  Rig own;
  auto& entry = const_cast<PFN_vkCmdWriteTimestamp2&>(
      own.device.handle().getDispatcher()->vkCmdWriteTimestamp2);
  write_timestamp = std::exchange(entry, note_and_write);
  asked_stages().clear();
  const Plan plan = plan_scan(*find_algorithm("blelloch"), own.request(1024));
  const DeviceStage stage(own.device, own.kernels, std::span(&plan, 1));
  // An outer pair, 21 passes with the stamp before them, an empty pair, the floor, two yardsticks.
  ASSERT_EQ(asked_stages().size(), 2U + 22 + 2 + 2 + 4);
  for (const VkPipelineStageFlags2 stage_of : asked_stages()) {
    EXPECT_TRUE(stage_of == VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT ||
                stage_of == VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
  }
}

}  // namespace
}  // namespace scanbench
