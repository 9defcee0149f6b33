#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/input.hpp"
#include "measure/limits.hpp"
#include "measure/result.hpp"
#include "measure/sampler.hpp"
#include "measure/stage.hpp"
#include "scan/algorithm.hpp"
#include "scan/tuning.hpp"

namespace scanbench {

/// What is to be measured: each algorithm at each size.
struct RunRequest {
  std::vector<const Algorithm*> algorithms;
  std::vector<std::uint64_t> sizes;  ///< elements, each at least 1
  ElementType type = ElementType::f32;
  Op op = Op::add;
  std::optional<Kind> kind;        ///< none: each algorithm's native kind
  std::optional<Pattern> pattern;  ///< none: the default for type and n
  std::uint32_t seed = kDefaultSeed;
  std::vector<std::uint64_t> probes;  ///< empty: 512, or n / 2 in rows where n ≤ 512
  std::optional<std::uint32_t> workgroup;
  std::optional<std::uint32_t> items;
  std::optional<TileScan> tile_scan;
  std::optional<Scalar> init;  ///< of that type; none: the operator's identity
  bool untuned = false;        ///< no stored cut counts
  Sampling sampling;
  bool keep_samples = false;  ///< every sample goes into the row
  double timeout_s = 60;      ///< for what the device is given at once
};

/// Makes the stage for plans of one n and type. Throws Error where memory is short.
using OpenStage = std::function<std::unique_ptr<Stage>(std::span<const Plan>)>;

/// The cut that an earlier search has found for that algorithm, type and n, where one holds.
using StoredCut = std::function<std::optional<Cut>(std::string_view, ElementType, std::uint64_t)>;

/// Where device rows run; without a device each is unsupported, for that reason. Where the device
/// is required (the user has named it) the host's rows are too: what was asked cannot be had.
struct Venue {
  std::optional<Target> target;
  bool device_required = false;
  std::string no_device_reason;
  OpenStage open_stage;
  LargeCopyRate large_copy_bytes_per_s;
  StoredCut stored_cut;      ///< asked where no flag says how to cut; empty: there is none
  bool device_lost = false;  ///< before any row: those of the device have failed
  /// Sets what is called, again and again, while the device works, with the seconds that takes so
  /// far; it does not throw. Empty: nothing can be.
  std::function<void(std::function<void(double waited_s)>)> set_watch;
};

/// Called with every row once it is finished, in the order of the report.
using OnRow = std::function<void(const Row&)>;

/// What came of a run. When the device is lost, or `keep_going` says no, the rows end early.
struct Outcome {
  std::vector<Row> rows;
  bool device_lost = false;  ///< or has not ended in time
  bool interrupted = false;
  bool copy_wrong = false;  ///< a copy that rows are held against: those rows have failed
};

/// How a run is watched from outside.
struct Watch {
  std::function<bool()> keep_going = [] { return true; };  ///< asked often
  /// Leaves the program with what there is: the device takes longer than the timeout, or than a
  /// few seconds when it is not to keep going. It must not return or throw: the device still works
  /// on what would be destroyed.
  std::function<void(const Outcome&)> leave;
};

/// Measures a row for each size and algorithm, in that order. Rows of one size are measured
/// together:
///  1. A verifying input (min, max: two) is scanned by each, and every cell compared with the
///     reference.
///  2. The asked input likewise; each answer is kept.
///  3. All are sampled in turn, and each sample's answer is compared with the kept one.
/// What fails at any step has no answer and no time; what cannot run is a row with its reason.
Outcome measure(const RunRequest& request, const Venue& venue, const OnRow& on_row = {},
                const Watch& watch = {});

/// Measures the request's first algorithm at its first size in the same three steps, once in each
/// of these cuts: a row a cut, in that order. Stored cuts are left out of it.
Outcome measure_cuts(const RunRequest& request, std::span<const Cut> cuts, const Venue& venue,
                     const Watch& watch);

/// The rows of the first size, none of which can be begun, for that reason: the device's have
/// failed, the host's are skipped.
Outcome lost_before_any(const RunRequest& request, const std::string& reason);

}  // namespace scanbench
