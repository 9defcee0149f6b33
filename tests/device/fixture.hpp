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
  Answer answer(const Plan& plan, const Values& input) {
    Executor executor(device, kernels, plan);
    executor.upload(input);
    executor.run(Stamps::none);
    return executor.answer();
  }

  Check check(const Plan& plan, const Values& input) {
    const bool nearest = device.info().target.rounds_to_nearest;
    return check_answer(input, answer(plan, input), plan.kind, plan.depth,
                        nearest ? kNearestRoundoff : kAnyRoundoff);
  }
};

/// One rig serves all tests of a program: opening a device takes longer than most of them.
class DeviceTest : public testing::Test {
 protected:
  static Rig& rig() {
    static Rig shared;
    return shared;
  }
};

/// Every algorithm that runs on a device.
inline std::vector<const Algorithm*> device_algorithms() {
  std::vector<const Algorithm*> found;
  for (const Algorithm& algorithm : registry()) {
    if (algorithm.on_device) found.push_back(&algorithm);
  }
  return found;
}

}  // namespace scanbench
