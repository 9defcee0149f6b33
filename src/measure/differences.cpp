#include <fmt/format.h>

#include "measure/comparison.hpp"

namespace scanbench {
namespace {

std::string major_of(const std::string& version) {
  return version.substr(0, version.find('.'));
}

/// What one run has against being compared with another.
class Contrast {
 public:
  Contrast(const RecordedRun& base, const RecordedRun& other) : base_(base), other_(other) {}

  /// Unknown on a side is no difference.
  void note(const std::string& what, const std::optional<std::string>& base,
            const std::optional<std::string>& other) {
    if (!base || !other || *base == *other) return;
    found.push_back({what, *base, *other, base_.file, other_.file});
  }

  void note_version() {
    const std::string base = major_of(base_.schema_version);
    const std::string other = major_of(other_.schema_version);
    if (base == other && base == kReadableMajor) return;
    // Two files of a version yet to come differ from this program, if not from each other.
    found.push_back(
        {"schema_version", base_.schema_version, other_.schema_version, base_.file, other_.file});
  }

  std::vector<Difference> found;

 private:
  const RecordedRun& base_;
  const RecordedRun& other_;
};

std::optional<std::string> yardsticks_of(const RecordedRun& run) {
  if (!run.yardstick_version) return std::nullopt;
  return std::to_string(*run.yardstick_version);
}

std::vector<Difference> contrast(const RecordedRun& base, const RecordedRun& other) {
  Contrast contrast(base, other);
  contrast.note_version();
  contrast.note("yardstick_version", yardsticks_of(base), yardsticks_of(other));
  if (base.device && other.device) {
    contrast.note("uuid", base.device->uuid, other.device->uuid);
    contrast.note("driver_name", base.device->driver_name, other.device->driver_name);
    contrast.note("driver_info", base.device->driver_info, other.device->driver_info);
  }
  // A software device has the same UUID on every machine.
  if (base.on_the_processor() || other.on_the_processor()) {
    contrast.note("cpu", base.host_cpu, other.host_cpu);
  }
  return contrast.found;
}

}  // namespace

std::vector<Difference> differences(std::span<const RecordedRun> base,
                                    std::span<const RecordedRun> next) {
  std::vector<Difference> all;
  const auto hold_against = [&](const RecordedRun& run) {
    const auto found = contrast(base.front(), run);
    all.insert(all.end(), found.begin(), found.end());
  };
  for (const RecordedRun& run : base.subspan(1)) hold_against(run);
  for (const RecordedRun& run : next) hold_against(run);
  return all;
}

}  // namespace scanbench
