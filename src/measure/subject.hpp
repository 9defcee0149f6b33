#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scan/element.hpp"

namespace scanbench {

/// The ways to time one run. They are never mixed: stamping changes what is stamped.
enum class Clock : std::uint8_t {
  wall,              ///< the host's clock, nothing stamped
  outer,             ///< device time between a pair of stamps around the whole plan
  each_pass,         ///< device time of each pass
  empty_pair,        ///< what a pair of stamps costs with nothing between
  floor,             ///< device time of the same plan with empty kernels
  launch_yardstick,  ///< device time of the empty dispatches that no algorithm changes
  copy_yardstick,    ///< device time of the frozen copy of n elements
  end_to_end,        ///< the host's clock around upload, scan and read-back
  marks,             ///< none: a diagnostic run, followed pass by pass
};
/// In the order of a round. The yardsticks follow the time that is divided by them: what is
/// milliseconds away has another speed of the machine already.
inline constexpr std::array kClocks = {
    Clock::wall,           Clock::outer,     Clock::launch_yardstick,
    Clock::copy_yardstick, Clock::each_pass, Clock::empty_pair,
    Clock::floor,          Clock::end_to_end};

/// Whether a run timed that way scans, so that there is an answer to compare afterwards.
constexpr bool scans(Clock clock) {
  return clock == Clock::wall || clock == Clock::outer || clock == Clock::each_pass ||
         clock == Clock::end_to_end;
}

/// A scan that can be run and asked for its answer: what the measuring path knows of device and
/// host alike. The runner owns the order of calls; a subject never times on its own account.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  /// Poisons what a run writes to. Before each run that scans.
  virtual void prepare() = 0;
  /// One run, timed that way, in seconds: one interval, or one a pass; none where it is unknown.
  virtual std::vector<std::optional<double>> run(Clock clock) = 0;
  /// How many passes the device has begun in a run by marks that has not come back.
  virtual std::size_t passes_begun() const { return 0; }
  /// The last run's answer.
  virtual Answer answer() = 0;
  /// Keeps the last run's answer as the verified one.
  virtual void keep() = 0;
  /// How many elements (the total included) of the last run's answer differ from the kept one.
  virtual std::uint64_t mismatches() = 0;
};

}  // namespace scanbench
