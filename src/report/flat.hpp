#pragma once

#include <span>
#include <string>
#include <vector>

#include "measure/result.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

/// A table of texts: as many cells in each row as there are columns. What is unknown is empty,
/// numbers stand as in JSON, and all text is UTF-8.
struct FlatTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A row a result: every scalar of its JSON under dotted names ("time_s.median"), the probed cells
/// as "exclusive[512]", and then what it was measured with: device, program and label. The columns
/// are the same for every report, but for the probes. Raw samples and passes are left out.
FlatTable results_table(const Report& report);

/// A row a pass, after what tells its result from others.
FlatTable passes_table(const Report& report);

FlatTable devices_table(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen);
FlatTable algorithms_table(std::span<const Algorithm> algorithms);

}  // namespace scanbench
