#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scan/element.hpp"
#include "scan/plan.hpp"
#include "scan/target.hpp"

namespace scanbench {

/// What is asked of an algorithm.
struct Request {
  std::uint64_t n = 0;  ///< elements, at least 1
  ElementType type = ElementType::f32;
  Op op = Op::add;
  std::optional<Kind> kind;                        ///< none: the algorithm's native kind
  std::optional<std::uint32_t> workgroup;          ///< none: the default for the target
  std::optional<std::uint32_t> items;              ///< a multiple of four; none: likewise
  std::optional<TileScan> tile_scan;               ///< none: likewise
  Tuning::Source asked_by = Tuning::Source::flag;  ///< who gave those three, where any is given
  std::optional<Scalar> init;                      ///< none: the operator's identity
  Target target;
};

/// One row of the registry: a scan's name, what it is, and the pure function that plans it.
struct Algorithm {
  std::string_view name;
  bool on_device = true;
  Kind native = Kind::inclusive;
  bool takes_items = false;  ///< an invocation handles several elements
  /// Scans tiles by work-groups: both kinds natively, from an initial value, by either tile scan.
  bool tiled = false;
  std::optional<std::uint64_t> max_n;
  std::string_view max_n_reason;
  std::string_view summary;
  std::string_view source;
  Plan (*plan)(const Request&) = nullptr;  ///< in the native kind; tiled: in the asked one
  /// What else it refuses, and why; null: nothing.
  std::optional<std::string> (*refuses)(const Request&) = nullptr;
};

/// Every algorithm, in the order in which they are listed.
std::span<const Algorithm> registry();

/// The algorithm of that name, or nullptr.
const Algorithm* find_algorithm(std::string_view name);

/// "inclusive", "exclusive" or "both": the kinds that it gives without one more pass.
std::string_view native_kinds(const Algorithm& algorithm);

/// Every name, comma-separated, for messages.
std::string algorithm_names();

/// The plan in the asked kind: where that is not the native one, with one more pass (a shift by
/// one cell, or the input added; on the host, as many more additions).
Plan plan_scan(const Algorithm& algorithm, const Request& request);

/// Why this target cannot run that, naming the largest n where n is at fault; none if it can.
std::optional<std::string> refusal(const Algorithm& algorithm, const Request& request);

/// Device memory that a plan takes, in bytes: its buffers, the verified answer kept beside them,
/// and the staging buffer.
std::uint64_t device_bytes(const Plan& plan);

}  // namespace scanbench
