#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "measure/host_subject.hpp"
#include "measure/runner.hpp"

namespace scanbench {

/// A row with the plan it is to run.
struct Entry {
  Row* row = nullptr;
  Plan plan;
};

/// The data of one n: what was asked for, and the walk that every row is verified with first.
struct Workload {
  Values input;
  Values walk;
};

/// Measures rows of one n together and fills them in: answers, checks, times and ceilings. Throws
/// Error where the stage cannot be made or the device is lost. False when it was cut short.
bool measure_group(std::span<Entry> entries, const Workload& workload, const RunRequest& request,
                   const Venue& venue, const std::function<bool()>& keep_going);

}  // namespace scanbench
