#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "measure/subject.hpp"

namespace scanbench {

/// What a device could do at best, independent of any algorithm.
enum class CeilingKind : std::uint8_t { copy, transfer };

/// One way to measure a ceiling: each call is one run, in seconds; none where the device has no
/// usable timestamps.
struct CeilingProbe {
  CeilingKind kind;
  std::function<std::optional<double>()> run;
};

/// A device with the data and all the plans of one n and type: they share input and work buffers,
/// and run one at a time.
class Stage {
 public:
  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  virtual ~Stage() = default;

  /// Takes the input that every later run scans; it must outlive those runs.
  virtual void load(const Values& input) = 0;
  /// The plan of that index, ready to run.
  virtual Subject& subject(std::size_t index) = 0;
  /// Several probes may be of one kind: the fastest of them is the ceiling.
  virtual std::vector<CeilingProbe> ceilings() = 0;
  /// Displaces the device's caches.
  virtual void displace_caches() = 0;
};

}  // namespace scanbench
