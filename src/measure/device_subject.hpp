#pragma once

#include "gpu/executor.hpp"
#include "measure/subject.hpp"

namespace scanbench {

/// A plan on a device.
class DeviceSubject final : public Subject {
 public:
  DeviceSubject(const Device& device, Kernels& kernels, Plan plan)
      : executor_(device, kernels, std::move(plan)) {}

  void load(const Values& input) override { executor_.upload(input); }
  std::vector<std::optional<double>> run(Clock clock) override;
  Answer answer() override { return executor_.answer(); }
  void keep() override { executor_.keep(); }
  std::uint64_t mismatches() override { return executor_.mismatches(); }

 private:
  Executor executor_;
};

}  // namespace scanbench
