#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/input.hpp"
#include "measure/result.hpp"
#include "measure/sampler.hpp"
#include "measure/subject.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

/// What is to be measured: each algorithm at each size.
struct RunRequest {
  std::vector<const Algorithm*> algorithms;
  std::vector<std::uint64_t> sizes;  ///< elements, each at least 1
  ElementType type = ElementType::f32;
  std::optional<Kind> kind;        ///< none: each algorithm's native kind
  std::optional<Pattern> pattern;  ///< none: the default for type and n
  std::uint32_t seed = kDefaultSeed;
  std::vector<std::uint64_t> probes;  ///< empty: 512, or n / 2 in rows where n ≤ 512
  std::optional<std::uint32_t> workgroup;
  std::optional<std::uint32_t> items;
  Sampling sampling;
};

/// The data of one n: what was asked for, and the walk that every row is verified with first.
struct Workload {
  Pattern pattern = Pattern::course;
  std::uint32_t seed = kDefaultSeed;
  Values input;
  Values walk;
};

/// Verifies, samples and verifies: fills the row's answer, check and times, or names it wrong.
///  1. The walk is scanned and every cell compared with the reference.
///  2. The asked input likewise; its answer is kept.
///  3. Each sample's answer is compared with the kept one.
/// A row that fails at any step has no answer and no time.
void measure_row(Row& row, const Plan& plan, Subject& subject, const Workload& workload,
                 const RunRequest& request, double roundoff);

/// Makes the subject that runs a plan on the device.
using MakeSubject = std::function<std::unique_ptr<Subject>(const Plan&)>;

/// Where device rows run; without a device each is unsupported, for that reason. Where the device
/// is required (the user has named it) the host's rows are too: what was asked cannot be had.
struct Venue {
  std::optional<Target> target;
  bool device_required = false;
  std::string no_device_reason;
  MakeSubject make_subject;
};

/// What came of a run. When the device is lost the rows end with the one that lost it.
struct Outcome {
  std::vector<Row> rows;
  bool device_lost = false;
};

/// A row for each size and algorithm, in that order. What cannot run is a row with its reason.
Outcome measure(const RunRequest& request, const Venue& venue);

}  // namespace scanbench
