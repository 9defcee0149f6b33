// Devices to plan scans for, and what tests ask of a plan.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scan/algorithm.hpp"

namespace scanbench {

inline Request software_device(std::uint64_t n) {
  Request request;
  request.n = n;
  request.target.kind = DeviceKind::cpu;
  request.target.subgroup_size = 8;
  request.target.max_workgroup = 1024;
  request.target.has_subgroup_arithmetic = true;
  request.target.threads = 2;
  return request;
}

inline Request graphics_card(std::uint64_t n) {
  Request request;
  request.n = n;
  request.target.kind = DeviceKind::discrete;
  request.target.max_workgroup = 1024;
  request.target.max_storage_range_bytes = std::uint64_t{1} << 32;
  request.target.max_buffer_bytes = std::uint64_t{1} << 36;
  request.target.heap_bytes = std::uint64_t{1} << 36;
  request.target.has_subgroup_arithmetic = true;
  return request;
}

inline Plan plan_of(std::string_view name, const Request& request) {
  return plan_scan(*find_algorithm(name), request);
}

inline std::vector<std::string> names_of(const Plan& plan) {
  std::vector<std::string> names;
  for (const Pass& pass : plan.passes) names.push_back(pass.name);
  return names;
}

inline std::string refusal_text(std::string_view name, const Request& request) {
  return refusal(*find_algorithm(name), request).value_or("accepted");
}

}  // namespace scanbench
