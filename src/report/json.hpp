#pragma once

#include <span>
#include <string>

#include "measure/result.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

/// The three reports as JSON, each as its schema in src/report/ says. A number that does not exist,
/// or is not finite, is null.
std::string report_json(const Report& report);
std::string devices_json(std::span<const DeviceInfo> devices, std::optional<std::size_t> chosen);
std::string algorithms_json(std::span<const Algorithm> algorithms);

/// JSON lines: first the header, which is everything of a report but its rows, then each row as it
/// is finished. One line each, ended by a line break.
std::string report_jsonl_header(const Report& report);
std::string report_jsonl_row(const Row& row);

}  // namespace scanbench
