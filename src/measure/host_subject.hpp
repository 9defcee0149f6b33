#pragma once

#include "measure/subject.hpp"
#include "scan/element.hpp"

namespace scanbench {

/// The serial loop on the host. It has one clock, the host's, for the whole of it; its empty pair
/// is two readings of that clock; it has neither passes nor a launch floor.
class HostSubject final : public Subject {
 public:
  HostSubject(Op op, Kind kind) : op_(op), kind_(kind) {}

  /// Takes the input that every later run scans; it must outlive those runs.
  void load(const Values& input);

  void prepare() override;
  std::vector<std::optional<double>> run(Clock clock) override;
  Answer answer() override { return answer_; }
  void keep() override { kept_ = answer_; }
  std::uint64_t mismatches() override;

 private:
  Op op_;
  Kind kind_;
  std::size_t runs_prepared_ = 0;
  const Values* input_ = nullptr;
  Answer answer_;
  Answer kept_;
};

}  // namespace scanbench
