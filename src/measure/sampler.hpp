#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "measure/result.hpp"
#include "measure/stage.hpp"
#include "measure/subject.hpp"

namespace scanbench {

/// How much to sample, and how.
struct Sampling {
  std::optional<std::uint64_t> repeat;  ///< exactly so many rounds; none: the rules below
  std::optional<std::uint64_t> warmup;  ///< rounds before the first sample; none: until it settles
  double precision = 0.01;  ///< enough when the median's 95 % interval is within ± this share of it
  double max_time_s = 1;    ///< spent on a row, its checks included
  std::uint64_t max_samples = 10000;
  CacheState cache = CacheState::warm;
  bool whole_only =
      false;  ///< each scan's whole time alone: no passes, floors, ceilings, transfers
  std::uint32_t shuffle_seed = 1;
};

/// A time that may be unknown, so that samples of one round stay side by side.
using MaybeTime = std::optional<double>;

/// The samples of one row in seconds, by round.
struct Samples {
  std::vector<MaybeTime> wall_s;
  std::vector<MaybeTime> outer_s;
  std::vector<MaybeTime> empty_pair_s;
  std::vector<MaybeTime> floor_s;
  std::vector<MaybeTime> launch_yardstick_s;
  std::vector<MaybeTime> copy_yardstick_s;
  std::vector<MaybeTime> end_to_end_s;
  std::vector<std::vector<MaybeTime>> passes_s;  ///< by pass, then by round
  std::uint64_t rounds = 0;                      ///< whole ones
};

/// An answer that differs from the kept one.
struct WrongAnswer {
  Answer answer;
  std::uint64_t mismatches = 0;
};

/// A row under measurement. The first wrong answer ends it.
struct Contender {
  Subject* subject = nullptr;
  std::size_t passes = 0;
  bool on_device = true;
  Samples samples;
  double spent_s = 0;
  /// Judges an answer that is not the kept one bit for bit; empty where no other can be right.
  std::function<bool(const Answer&)> is_right_too;
  bool deterministic = true;  ///< every sample's answer was the kept one
  std::optional<WrongAnswer> wrong;
  std::optional<StoppedBy> stopped_by;
  bool active() const { return !wrong && !stopped_by; }
};

/// The samples of one ceiling probe, by round.
struct CeilingSamples {
  CeilingKind kind;
  std::vector<MaybeTime> times_s;
};

/// The known ones of these times.
std::vector<double> known_times(std::span<const MaybeTime> times_s);

/// Told whose turn it is, the index of a contender or none for the ceilings; says whether to go on.
using OnTurn = std::function<bool(std::optional<std::size_t> contender)>;

/// Measures contenders and ceilings in rounds: every round runs each once a clock, in an order
/// shuffled anew, so that drift of the machine meets all alike. A row leaves when it has stopped
/// or is wrong; the rounds end with the last row, or where `on_turn` says no.
std::vector<CeilingSamples> sample(std::span<Contender> contenders, Stage* stage,
                                   const Sampling& sampling, const OnTurn& on_turn);

}  // namespace scanbench
