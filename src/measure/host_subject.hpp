#pragma once

#include "measure/subject.hpp"
#include "scan/element.hpp"

namespace scanbench {

/// The serial loop on the host. It has one clock, the host's: its wall and outer times are the
/// same, its empty pair is two readings of that clock, and it has no passes.
class HostSubject final : public Subject {
 public:
  explicit HostSubject(Kind kind) : kind_(kind) {}

  void load(const Values& input) override;
  std::vector<std::optional<double>> run(Clock clock) override;
  Answer answer() override;
  void keep() override;
  std::uint64_t mismatches() override;

 private:
  Kind kind_;
  Values input_;
  Answer answer_;
  Answer kept_;
};

}  // namespace scanbench
