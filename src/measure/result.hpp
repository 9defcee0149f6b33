#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/statistics.hpp"
#include "scan/check.hpp"
#include "scan/device_info.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// How the program was built. What is unknown (no git) is none.
struct Tool {
  std::string version;
  std::optional<std::string> git;
  std::optional<bool> dirty;
  std::string compiler;
  std::string build_type;
};
Tool this_tool();

/// The machine that the program runs on.
struct Host {
  std::string os;
  std::string cpu;
  unsigned logical_cpus = 0;            ///< 0: unknown
  std::vector<double> load_average;     ///< 1, 5 and 15 minutes, at the start; empty: unknown
  std::optional<std::string> governor;  ///< CPU frequency governor, where the system tells
};
Host this_host();

/// ok: right and timed; wrong: an answer differed; unsupported: cannot run here, by the limits;
/// skipped: the run ended before it was done; error: it failed on the way.
enum class Status : std::uint8_t { ok, wrong, unsupported, skipped, error };
std::string_view name_of(Status status);

/// What ended the sampling of a row.
enum class StoppedBy : std::uint8_t { precision, settled, max_time, max_samples, repeat };
std::string_view name_of(StoppedBy reason);

/// Whether the last-level cache was displaced between samples.
enum class CacheState : std::uint8_t { warm, cold };
std::string_view name_of(CacheState state);

/// What bounds a row's time, by the rules in limits.hpp.
enum class Limit : std::uint8_t { launches, cache, memory, latency };
std::string_view name_of(Limit limit);

/// What the same device could do at best, measured in the same rounds as the row: medians in
/// seconds. None where the host runs the row, or the device could not time it.
struct Ceilings {
  std::optional<double> floor_s;             ///< the same plan with empty kernels
  std::optional<double> copy_s;              ///< the same n and type, by the best copy kernel
  std::optional<double> transfer_s;          ///< the same bytes, by vkCmdCopyBuffer
  std::optional<double> yardstick_launch_s;  ///< 16 empty dispatches with barriers
  std::optional<double> yardstick_copy_s;    ///< a copy kernel that is never changed
  /// The row's time over each yardstick, round by round, so that drift of the machine cancels.
  std::optional<Statistics> relative_to_launch;
  std::optional<Statistics> relative_to_copy;
};
/// Changes whenever a yardstick's kernel or shape does: times over different ones do not compare.
inline constexpr int kYardstickVersion = 1;

/// One pass of a row. Its time is none where the device's stamps tell nothing.
struct PassResult {
  std::string name;
  std::uint64_t stride = 0;  ///< 0: the pass has none
  std::uint64_t active = 0;
  std::uint64_t additions = 0;
  std::uint64_t bytes_moved = 0;
  std::optional<Statistics> time_s;
};

/// What a right row answers: exclusive[i] for each probed index (none where the row has no such
/// cell), and the grand total.
struct RowAnswer {
  std::map<std::uint64_t, std::optional<Scalar>> exclusive;
  Scalar total;
  bool wrapped = false;
};

/// One algorithm at one n.
struct Row {
  std::string algorithm;
  std::uint64_t n = 0;
  std::uint64_t padded_n = 0;
  ElementType type = ElementType::f32;
  Op op = Op::add;
  Kind kind = Kind::inclusive;
  bool on_device = true;
  std::string pattern;
  std::optional<std::uint32_t> seed;  ///< none where the pattern has none
  std::optional<Scalar> init;         ///< none: the operator's identity
  Status status = Status::ok;
  std::optional<std::string> reason;
  std::optional<RowAnswer> answer;  ///< right rows only
  std::optional<Check> check;
  std::optional<Tuning> tuning;  ///< device rows that could be planned
  std::optional<Work> work;
  std::uint64_t rounds = 0;           ///< sampled, with an answer compared after each run
  std::optional<bool> deterministic;  ///< whether all those answers were the same, bit for bit
  std::optional<StoppedBy> stopped_by;
  CacheState cache = CacheState::warm;
  std::optional<Statistics> time_s;
  std::optional<Statistics> wall_time_s;
  std::optional<double> timer_cost_s;
  std::optional<double> end_to_end_s;  ///< host clock: upload, scan, read-back; median
  /// The least relative difference that these samples could have shown.
  std::optional<double> minimum_detectable;
  Ceilings ceilings;
  std::optional<Limit> limited_by;
  std::vector<PassResult> passes;
  std::vector<double> raw_time_s;  ///< every sample, in the order taken; only where asked for
  std::vector<double> raw_wall_time_s;

  /// The time that rows are compared by: the device's, or the host's where the device has none.
  const std::optional<Statistics>& best_time() const { return time_s ? time_s : wall_time_s; }
  /// n over that time's median; none without one.
  std::optional<double> elements_per_s() const;
  /// The sum of the passes' medians; none unless every pass has one.
  std::optional<double> passes_sum_s() const;
  /// passes_sum_s over time_s.median: what stamping every pass costs.
  std::optional<double> instrumentation_ratio() const;
  /// copy_s over the time's median: 1 is as fast as a copy. Above 1.1 it is suspect.
  std::optional<double> fraction_of_copy() const;
  /// wall_time_s.median − time_s.median: what the host sees beyond the device's own time; negative
  /// where a pair of stamps costs more than submitting does.
  std::optional<double> unaccounted_s() const;
};

/// Whether an earlier `scanbench tune` says how the row is cut.
bool is_tuned(const Row& row);
/// The algorithms of which that is true of any row, each once.
std::vector<std::string> tuned_algorithms(std::span<const Row> rows);

/// A whole run, ready to be printed.
struct Report {
  Tool tool;
  std::vector<std::string> command;
  std::string started;               ///< RFC 3339, UTC
  std::optional<std::string> label;  ///< the user's own
  std::uint32_t shuffle_seed = 0;    ///< of the order of rows in each round
  Host host;
  std::optional<DeviceInfo> device;  ///< none where no row needed one
  std::vector<Row> rows;
};

}  // namespace scanbench
