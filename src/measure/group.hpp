#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "measure/activity.hpp"
#include "measure/host_subject.hpp"
#include "measure/runner.hpp"

namespace scanbench {

/// A row with the plan it is to run.
struct Entry {
  Row* row = nullptr;
  Plan plan;
};

/// Measures rows of one n together over the asked input and fills them in: answers, checks, times
/// and ceilings. Throws Error where the stage cannot be made or the device is lost. Rows stay
/// unfinished where `keep_going` says no. `activity` follows what is done.
void measure_group(std::span<Entry> entries, const Values& input, const RunRequest& request,
                   const Venue& venue, const std::function<bool()>& keep_going, Activity& activity);

}  // namespace scanbench
