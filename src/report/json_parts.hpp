#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "measure/result.hpp"
#include "scan/algorithm.hpp"

namespace scanbench {

// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// The parts that the JSON documents, and through them the flat tables, are made of. Times are
/// seconds and sizes bytes; what is unknown or not finite is null.
Json row_json(const Row& row);
Json device_json(const DeviceInfo& info);
/// Everything of a report but its rows.
Json header_json(const Report& report);
/// A device as `devices` lists it; `is_default` marks the one that a run would take.
Json device_entry_json(const DeviceInfo& info, bool is_default);
Json algorithm_json(const Algorithm& algorithm);

inline Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T, typename ToJson>
Json maybe(const std::optional<T>& value, const ToJson& to_json) {
  return value ? Json(to_json(*value)) : Json(nullptr);
}

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// As above; what is not finite is null too.
inline Json maybe(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

/// Empty text, an empty list or a count of 0 where what it tells is unknown.
template <typename T>
Json known(const T& value) {
  return value == T{} ? Json(nullptr) : Json(value);
}

}  // namespace scanbench
