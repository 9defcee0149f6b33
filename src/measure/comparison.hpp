#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "measure/ratio.hpp"
#include "measure/recorded.hpp"

namespace scanbench {

/// What became of a row between two builds. broken: right before, wrong now.
enum class Verdict : std::uint8_t { broken, slower, cannot_tell, same, faster, not_compared };
std::string_view name_of(Verdict verdict);

/// What a row's time is divided by before two runs are compared.
enum class Yardstick : std::uint8_t { launch, copy };
std::string_view name_of(Yardstick yardstick);

struct ComparisonSettings {
  double threshold = 0.05;  ///< relative, above 0 and below 1
  bool normalize = true;    ///< by the yardsticks, where both sides have them
};

/// A row of either side. Times are the medians compared (over several runs, their geometric mean)
/// in seconds; ratios are new over base, so that above 1 is slower.
struct ComparedRow {
  RowKey key;
  bool in_base = false;
  bool in_new = false;
  Verdict verdict = Verdict::not_compared;
  std::optional<std::string> reason;  ///< of cannot_tell, broken and not_compared
  std::optional<double> base_time_s;
  std::optional<double> new_time_s;
  bool on_device_clock = true;  ///< which time was compared: time_s, else wall_time_s
  std::optional<Ratio> plain;
  std::optional<Yardstick> yardstick;  ///< of normalized; none where the plain ratio was judged
  std::optional<Ratio> normalized;

  /// The ratio that the verdict is about.
  const std::optional<Ratio>& judged() const { return normalized ? normalized : plain; }
};

/// Something that two runs must share to be compared, and do not.
struct Difference {
  std::string what;  ///< "uuid", "driver_info", …
  std::string base;
  std::string other;
  std::string base_file;
  std::string other_file;
};

struct Comparison {
  ComparisonSettings settings;
  std::vector<ComparedRow> rows;  ///< in the order of the base's, then those of the new side alone
  /// How far the yardsticks themselves moved, new over base: the median over the compared rows.
  std::optional<double> launch_drift;
  std::optional<double> copy_drift;

  std::size_t count(Verdict verdict) const;
  std::size_t only_in_base() const;
  std::size_t only_in_new() const;
  /// Whether any row is on both sides.
  bool matched() const { return only_in_base() + only_in_new() < rows.size(); }
};

/// A drift beyond this, either way, is told.
inline constexpr double kLargeDrift = 1.25;
bool is_large(const std::optional<double>& drift);

/// The schema version that this program reads: its major number.
inline constexpr std::string_view kReadableMajor = "1";

/// What forbids comparing these runs: another device or driver, another processor where the scans
/// ran on it, other yardsticks, another major version of the schema. Unknown is no difference.
std::vector<Difference> differences(std::span<const RecordedRun> base,
                                    std::span<const RecordedRun> next);

/// How far two starts of one program lie apart on a processor, beyond what the samples of either
/// show: the standard deviation of the logarithm of a row's time over its yardstick. Code and
/// buffers come to lie elsewhere, and threads are placed anew. Mesa's software device, 12 starts
/// each: hillis-steele at n = 1,024 and 16,384 gave 3.0 and 1.4 % with one thread, 6.0 and 5.4 %
/// with two, where the samples' own intervals were wide enough for the rest.
inline constexpr double kStartToStart = 0.03;

/// Compares run i of one side with run i of the other; as many on each, at least one. One pair: the
/// interval of a ratio comes from the samples (ratio_of_medians), and on a processor also from
/// kStartToStart, of which one start a side can tell nothing; more: from the runs
/// (ratio_over_runs), which show it. A row is slower, faster or the same only if its whole interval
/// is, so that noise gives cannot_tell.
Comparison compare(std::span<const RecordedRun> base, std::span<const RecordedRun> next,
                   const ComparisonSettings& settings);

/// What an interval says about a threshold: above 1 + threshold, below 1 / (1 + threshold), between
/// them, or cannot_tell.
Verdict verdict_of(const Ratio& ratio, double threshold);

/// wrong_answer if any row broke, else regression if any is slower, else inconclusive if any cannot
/// be told or nothing matched, else ok: getting faster is no failure.
ExitCode exit_code_of(const Comparison& comparison);

}  // namespace scanbench
