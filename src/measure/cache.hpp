#pragma once

#include <cstdint>

namespace scanbench {

/// Bytes to write so that nothing of a scan is left in a last-level cache: twice the host's, and
/// at least 256 MiB, as large as a GPU's is today (AMD MI300); Vulkan has no way to ask.
std::uint64_t displacing_bytes();

/// Writes that many bytes on the host.
void displace_host_caches();

}  // namespace scanbench
