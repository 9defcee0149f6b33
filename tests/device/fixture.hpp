#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "scan/algorithm.hpp"
#include "scan/check.hpp"

namespace scanbench {

/// A device with its kernels, the best that the machine has.
struct Rig {
  explicit Rig(ValidationSink sink = {})
      : instance(std::move(sink)),
        device(instance, choose_device(instance.devices(), std::nullopt)),
        kernels(device) {}

  Instance instance;
  Device device;
  Kernels kernels;

  Request request(std::uint64_t n, ElementType type = ElementType::f32,
                  std::optional<Kind> kind = {}) const {
    Request asked;
    asked.n = n;
    asked.type = type;
    asked.kind = kind;
    asked.target = device.info().target;
    return asked;
  }

  /// Runs a plan once, unstamped.
  Answer answer(const Plan& plan, const Values& input);

  Check check(const Plan& plan, const Values& input) {
    const bool nearest = device.info().target.rounds_to_nearest(plan.type);
    return check_answer(input, answer(plan, input), plan,
                        nearest ? Rounding::nearest : Rounding::any);
  }
};

/// A plan with a workspace of its own.
struct Scan {
  Scan(Rig& rig, const Plan& plan)
      : workspace(rig.device, std::span(&plan, 1)),
        executor(rig.device, rig.kernels, workspace, plan) {}

  StampedCommands::Run run(Stamps stamps = Stamps::none) {
    executor.prepare();
    return executor.run(stamps);
  }

  Workspace workspace;
  Executor executor;
};

inline Answer Rig::answer(const Plan& plan, const Values& input) {
  Scan scan(*this, plan);
  scan.workspace.upload(input);
  scan.run();
  return scan.executor.answer();
}

/// One rig serves all tests of a program: opening a device takes longer than most of them.
class DeviceTest : public testing::Test {
 protected:
  static Rig& rig() {
    static Rig shared;
    return shared;
  }
};

/// Every type that the rig's device can scan.
inline std::vector<ElementType> device_types(const Rig& rig) {
  std::vector<ElementType> found;
  for (const ElementType type : kElementTypes) {
    if (!refusal(*find_algorithm("naive"), rig.request(1, type))) found.push_back(type);
  }
  return found;
}

/// Every algorithm that runs on a device.
inline std::vector<const Algorithm*> device_algorithms() {
  std::vector<const Algorithm*> found;
  for (const Algorithm& algorithm : registry()) {
    if (algorithm.on_device) found.push_back(&algorithm);
  }
  return found;
}

}  // namespace scanbench
