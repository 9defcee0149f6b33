#pragma once

#include <string>
#include <vector>

#include "measure/crossover.hpp"
#include "measure/result.hpp"

namespace scanbench {

/// A finished search: which two, in which range, what came of it. `report` names the device; it has
/// no rows.
struct CrossoverReport {
  Report report;
  std::string first;
  std::string second;
  std::uint64_t range_low = 0;
  std::uint64_t range_high = 0;
  Crossover found;
  std::optional<std::string> reason;  ///< why it was stopped
  std::vector<std::string> tuned;     ///< those cut somewhere as an earlier `scanbench tune` found
};

std::string crossover_text(const CrossoverReport& report);
/// As src/report/scanbench.crossover.schema.json says.
std::string crossover_json(const CrossoverReport& report);

}  // namespace scanbench
