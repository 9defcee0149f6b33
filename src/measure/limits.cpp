#include "measure/limits.hpp"

#include <algorithm>

namespace scanbench {

std::optional<Limit> limit_of(const Row& row, const LargeCopyRate& large_copy_bytes_per_s) {
  constexpr double kMostlyLaunches = 0.5;
  constexpr double kNearCopy = 0.5;
  constexpr double kCached = 1.25;
  const Ceilings& ceilings = row.ceilings;
  if (!row.time_s || !row.work || !ceilings.floor_s || !ceilings.copy_s) return std::nullopt;
  const double time_s = row.time_s->median;
  if (*ceilings.floor_s >= kMostlyLaunches * time_s) return Limit::launches;

  // A copy's own launch is no part of its rate; what is left of a tiny one is hardly known.
  constexpr double kLeastRest = 0.1;
  const double launch_s = ceilings.yardstick_launch_s.value_or(0) / 16;
  const double copying_s = std::max(*ceilings.copy_s - launch_s, kLeastRest * *ceilings.copy_s);
  const double copy_rate = static_cast<double>(row.work->minimum_bytes) / copying_s;
  const double rate = static_cast<double>(row.work->bytes_moved) / (time_s - *ceilings.floor_s);
  if (rate < kNearCopy * copy_rate) return Limit::latency;
  // As large as that copy: a difference between the two is the machine's, which changes its speed.
  if (row.work->minimum_bytes >= kLargeCopyBytes) return Limit::memory;
  const auto large_copy_rate = large_copy_bytes_per_s ? large_copy_bytes_per_s() : std::nullopt;
  if (!large_copy_rate) return Limit::memory;
  // A copy that is slow itself, for want of elements, says nothing of bandwidth.
  if (copy_rate < kNearCopy * *large_copy_rate) return Limit::latency;
  return copy_rate >= kCached * *large_copy_rate ? Limit::cache : Limit::memory;
}

}  // namespace scanbench
