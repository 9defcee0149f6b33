#pragma once

#include <functional>
#include <span>
#include <string>

#include "measure/result.hpp"
#include "measure/subject.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// What a run is at, so that it can be told when the device does not come back.
struct Activity {
  const Row* row = nullptr;           ///< whose turn it is; none: no row is to blame
  std::string when;                   ///< "on the asked input", "while it was sampled"
  const Subject* followed = nullptr;  ///< in a run by marks: it tells the pass
  std::span<const Pass> passes;       ///< of that run
  /// Fills in the rows that are finished, before all are; empty while none can be.
  std::function<void()> settle;
};

/// Where that is: "in pass 17 of 21 (downsweep, stride 512) of its first run".
std::string place_of(const Activity& activity);

/// Whether a row has its result, good or bad.
bool is_finished(const Row& row);

/// Ends the unfinished rows for what has happened to the device ("the device was lost"; the advice
/// says what would mend it): the row whose turn it is has failed, the others are skipped.
void cut_off(std::span<Row> rows, const Activity& activity, const std::string& what_happened,
             const std::string& advice);

/// Ends the unfinished rows because someone asked the run to end.
void cut_off_interrupted(std::span<Row> rows);

}  // namespace scanbench
