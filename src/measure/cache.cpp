#include "measure/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace scanbench {

std::uint64_t displacing_bytes() {
  constexpr std::uint64_t kLargest = std::uint64_t{256} << 20;
  const long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);  // 0 or −1 where it is unknown
  return std::max(kLargest, 2 * static_cast<std::uint64_t>(std::max(last_level, 0L)));
}

void displace_host_caches() {
  static std::vector<std::uint8_t> displacing(displacing_bytes());
  static std::uint8_t value = 0;
  std::ranges::fill(displacing, ++value);
}

}  // namespace scanbench
