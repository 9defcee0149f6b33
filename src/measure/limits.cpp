#include "measure/limits.hpp"

namespace scanbench {

std::optional<Limit> limit_of(const Row& row, const LargeCopyRate& large_copy_bytes_per_s) {
  constexpr double kMostlyLaunches = 0.5;
  constexpr double kNearCopy = 0.5;
  constexpr double kCached = 1.25;
  const Ceilings& ceilings = row.ceilings;
  if (!row.time_s || !row.work || !ceilings.floor_s || !ceilings.copy_s) return std::nullopt;
  const double time_s = row.time_s->median;
  if (*ceilings.floor_s >= kMostlyLaunches * time_s) return Limit::launches;

  const double copied_bytes = static_cast<double>(row.work->minimum_bytes);
  const double copy_rate = copied_bytes / *ceilings.copy_s;
  const double rate = static_cast<double>(row.work->bytes_moved) / (time_s - *ceilings.floor_s);
  if (rate < kNearCopy * copy_rate) return Limit::latency;
  const auto large_copy_rate = large_copy_bytes_per_s ? large_copy_bytes_per_s() : std::nullopt;
  const bool cached = large_copy_rate && copy_rate >= kCached * *large_copy_rate;
  return cached ? Limit::cache : Limit::memory;
}

}  // namespace scanbench
