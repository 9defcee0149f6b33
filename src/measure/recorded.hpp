#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/statistics.hpp"

namespace scanbench {

/// How a flag cut up the work of a row.
struct RecordedTuning {
  std::uint64_t workgroup = 0;
  std::uint64_t items = 0;
  std::string tile_scan{};  ///< "subgroup" or "shared"; empty: the row scans no tiles
  // NOLINTNEXTLINE(modernize-use-nullptr): mistaken about `<=> 0`
  auto operator<=>(const RecordedTuning&) const = default;
};

/// What makes two rows the same measurement. A tuning belongs to it only where a flag set it: what
/// a build chose by itself is part of what it is judged by.
struct RowKey {
  std::string algorithm;
  std::uint64_t n = 0;
  std::string type;
  std::string op;
  std::string kind;
  std::string pattern;
  std::optional<std::uint64_t> seed;
  std::string cache;   ///< "warm" or "cold"
  std::string init{};  ///< what it starts from, as JSON has it; empty: the identity
  std::optional<RecordedTuning> tuning;
  // NOLINTNEXTLINE(modernize-use-nullptr): mistaken about `<=> 0`
  auto operator<=>(const RowKey&) const = default;
};

/// One row of a report, as far as a comparison needs it. Of the statistics only samples, median and
/// interval are read.
struct RecordedRow {
  RowKey key;
  std::string status;  ///< "ok", "wrong", …
  std::optional<std::string> reason;
  std::optional<Statistics> time_s;
  std::optional<Statistics> wall_time_s;
  std::optional<Statistics> relative_to_launch;
  std::optional<Statistics> relative_to_copy;
  bool limited_by_launches = false;
  std::optional<double> yardstick_launch_s;
  std::optional<double> yardstick_copy_s;
};

struct RecordedDevice {
  std::string name;
  std::string type;
  std::optional<std::string> uuid;
  std::optional<std::string> driver_name;
  std::optional<std::string> driver_info;
};

/// A report of a run, read back from its JSON. What the file lacks, or has as null, is none.
struct RecordedRun {
  std::string file;
  std::string schema_version;
  std::optional<std::string> started;
  std::optional<std::string> label;
  std::optional<std::string> version;  ///< of the program
  std::optional<std::string> git;
  std::optional<std::string> host_cpu;
  std::optional<std::uint64_t> yardstick_version;
  std::optional<RecordedDevice> device;
  std::vector<RecordedRow> rows;  ///< no two of one key

  /// Whether its scans ran on the host's processor.
  bool on_the_processor() const { return !device || device->type == "cpu"; }
};

/// Reads JSON (one document) or JSONL (a header, then a row a line). Throws Error(bad_usage), one
/// line that names the file, where the text is no report of a run, or holds two rows of one key:
/// nothing says which of them another file's row should be compared with.
RecordedRun parse_recorded(const std::string& text, const std::string& file);

/// The same from a file, which may be a pipe.
RecordedRun read_recorded(const std::string& file);

}  // namespace scanbench
