#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "error.hpp"
#include "measure/host_subject.hpp"
#include "measure/runner.hpp"

namespace scanbench {

/// What to plant in a fake device.
struct Fault {
  int flip_in_run = -1;     ///< in this run that scans, from 1, one bit of cell 700 is flipped
  bool flip_total = false;  ///< the total's in its stead
  int told_rounds = 0;      ///< the stamps around the first pass tell something in so many rounds
  bool lose_device = false;
  std::size_t hang_in_pass = 0;  ///< from 1: a run by marks never comes back from it
  int hang_in_run = -1;          ///< nor does this run that scans
  std::function<void()> hang{};  ///< what happens then
};

/// A right scan on the host that pretends to be a device, with known times and a fault to plant.
class FakeSubject final : public Subject {
 public:
  FakeSubject(const Plan& plan, Fault fault)
      : host_(plan.op, plan.kind), passes_(plan.passes.size()), fault_(std::move(fault)) {}

  void load(const Values& input) { host_.load(input); }
  void prepare() override { host_.prepare(); }
  std::vector<std::optional<double>> run(Clock clock) override {
    if (fault_.lose_device) throw Error(ExitCode::device_lost, "gone: bring it back");
    if (clock == Clock::marks && fault_.hang_in_pass > 0) fault_.hang();
    if (clock == Clock::launch_yardstick) return {1e-6};
    if (clock == Clock::copy_yardstick) return {std::nullopt};
    if (!scans(clock)) return {1e-7};
    host_.run(Clock::outer);
    flipped_ = ++runs_ == fault_.flip_in_run;
    if (runs_ == fault_.hang_in_run) fault_.hang();
    if (clock != Clock::each_pass) return {1e-5 + 1e-8 * runs_};
    std::vector<std::optional<double>> times_s(passes_, 1e-6);
    if (!times_s.empty() && ++stamped_runs_ > fault_.told_rounds) times_s[0] = std::nullopt;
    return times_s;
  }
  std::size_t passes_begun() const override { return fault_.hang_in_pass; }
  Answer answer() override {
    Answer answer = host_.answer();
    if (flipped_ && fault_.flip_total) {
      std::visit([](auto& total) { total += 1; }, answer.total);
    } else if (flipped_) {
      bytes_of(answer.cells)[std::size_t{4} * 700] ^= std::byte{1};
    }
    return answer;
  }
  void keep() override { host_.keep(); }
  std::uint64_t mismatches() override { return flipped_ ? 1 : host_.mismatches(); }

 private:
  HostSubject host_;
  std::size_t passes_;
  Fault fault_;
  int runs_ = 0;
  int stamped_runs_ = 0;
  bool flipped_ = false;
};

/// A device of fakes; the fault goes into the first of them.
class FakeStage final : public Stage {
 public:
  FakeStage(std::span<const Plan> plans, const Fault& fault) {
    for (const Plan& plan : plans) {
      subjects_.push_back(std::make_unique<FakeSubject>(plan, subjects_.empty() ? fault : Fault{}));
    }
  }
  void load(const Values& input) override {
    for (const auto& subject : subjects_) subject->load(input);
  }
  Subject& subject(std::size_t index) override { return *subjects_.at(index); }
  std::vector<CeilingProbe> ceilings() override {
    return {{CeilingKind::copy, [] { return 8e-6; }},
            {CeilingKind::copy, [] { return 4e-6; }},
            {CeilingKind::transfer, [] { return 2e-6; }}};
  }
  void displace_caches() override { ++displaced; }

  static inline int displaced = 0;

 private:
  std::vector<std::unique_ptr<FakeSubject>> subjects_;
};

inline RunRequest request_for(const std::vector<const char*>& names,
                              std::vector<std::uint64_t> sizes) {
  RunRequest request;
  for (const char* name : names) request.algorithms.push_back(find_algorithm(name));
  request.sizes = std::move(sizes);
  request.sampling.repeat = 7;
  request.sampling.warmup = 0;
  return request;
}

inline Venue fake_venue(const Fault& fault = {}) {
  Venue venue;
  venue.target = Target{};
  venue.open_stage = [fault](std::span<const Plan> plans) {
    return std::make_unique<FakeStage>(plans, fault);
  };
  return venue;
}

inline Outcome run_with(const RunRequest& request, const Fault& fault = {}) {
  return measure(request, fake_venue(fault));
}

}  // namespace scanbench
