#include "measure/stopping.hpp"

namespace scanbench {
std::optional<StoppedBy> enough(std::span<const double> samples, double precision) {
  if (samples.size() < 11) return std::nullopt;
  const auto s = summarize(samples);
  if (s->ci95 && s->ci95->second - s->median < precision * s->median) return StoppedBy::precision;
  return std::nullopt;
}
}  // namespace scanbench
