#include "report/grid.hpp"

#include <algorithm>

namespace scanbench {

const Row* Grid::at(std::uint64_t n, const std::string& algorithm) const {
  const auto found = rows.find({n, algorithm});
  return found == rows.end() ? nullptr : found->second;
}

Grid arrange(std::span<const Row> rows) {
  Grid grid;
  for (const Row& row : rows) {
    if (grid.sizes.empty() || grid.sizes.back() != row.n) grid.sizes.push_back(row.n);
    if (std::ranges::find(grid.algorithms, row.algorithm) == grid.algorithms.end()) {
      grid.algorithms.push_back(row.algorithm);
    }
    grid.rows[{row.n, row.algorithm}] = &row;
  }
  return grid;
}

}  // namespace scanbench
