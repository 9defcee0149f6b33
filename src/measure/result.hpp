#pragma once

#include <cstdint>
#include <map>
#include <optional>
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
  unsigned logical_cpus = 0;  ///< 0: unknown
};
Host this_host();

/// ok: right and timed; wrong: an answer differed; unsupported: cannot run here, by the limits;
/// error: it failed on the way.
enum class Status : std::uint8_t { ok, wrong, unsupported, error };
std::string_view name_of(Status status);

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
  Kind kind = Kind::inclusive;
  bool on_device = true;
  std::string pattern;
  std::optional<std::uint32_t> seed;  ///< none where the pattern has none
  Status status = Status::ok;
  std::optional<std::string> reason;
  std::optional<RowAnswer> answer;  ///< right rows only
  std::optional<Check> check;
  std::optional<Tuning> tuning;  ///< device rows that could be planned
  std::optional<Work> work;
  std::uint64_t rounds = 0;  ///< sampled, with an answer compared after each run
  std::optional<Statistics> time_s;
  std::optional<Statistics> wall_time_s;
  std::optional<double> timer_cost_s;
  std::vector<PassResult> passes;

  /// The time that rows are compared by: the device's, or the host's where the device has none.
  const std::optional<Statistics>& best_time() const { return time_s ? time_s : wall_time_s; }
  /// n over that time's median; none without one.
  std::optional<double> elements_per_s() const;
  /// The sum of the passes' medians; none unless every pass has one.
  std::optional<double> passes_sum_s() const;
  /// passes_sum_s over time_s.median: what stamping every pass costs.
  std::optional<double> instrumentation_ratio() const;
};

/// A whole run, ready to be printed.
struct Report {
  Tool tool;
  std::vector<std::string> command;
  std::string started;  ///< RFC 3339, UTC
  Host host;
  std::optional<DeviceInfo> device;  ///< none where no row needed one
  std::vector<Row> rows;
};

}  // namespace scanbench
