#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/result.hpp"
#include "measure/tune.hpp"

namespace scanbench {

/// The search for one algorithm, type and n.
struct TunedScan {
  std::string algorithm;
  ElementType type = ElementType::f32;
  std::uint64_t n = 0;
  Search search;
};

/// Finished searches. `report` names the device; it has no rows.
struct TuneReport {
  Report report;
  std::vector<TunedScan> scans;
  std::optional<std::string>
      kept_in;  ///< the file that later runs read; none where nothing is kept
};

/// A line a search; of a single one all candidates, too.
std::string tune_text(const TuneReport& report);
/// As src/report/scanbench.tune.schema.json says.
std::string tune_json(const TuneReport& report);

/// "--workgroup 8 --items 256", as the plan has it; "default" before it where it is that.
std::string cut_text(const Candidate& candidate);

}  // namespace scanbench
