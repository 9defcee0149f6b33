#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measure/result.hpp"

namespace scanbench {

/// The rows by place: sizes down, algorithms across; nullptr where a run ended before the row.
struct Grid {
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> algorithms;
  std::map<std::pair<std::uint64_t, std::string>, const Row*> rows;

  const Row* at(std::uint64_t n, const std::string& algorithm) const;
};

/// Rows of one n stand together. The grid points into them.
Grid arrange(std::span<const Row> rows);

}  // namespace scanbench
