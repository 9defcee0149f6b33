#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "report/ceilings.hpp"
#include "report/grid.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

const Row* fastest(const Grid& grid, std::uint64_t n, bool on_device) {
  const Row* best = nullptr;
  for (const std::string& algorithm : grid.algorithms) {
    const Row* row = grid.at(n, algorithm);
    if (!is_timed(row) || row->on_device != on_device) continue;
    if (best == nullptr || row->best_time()->median < best->best_time()->median) best = row;
  }
  return best;
}

/// Sizes in a row at which one scan is the one to choose, with one limit: that scan's rows, by n.
using Stretch = std::vector<const Row*>;

/// The row to choose: the last choice as long as nothing is told to be faster, so that two that are
/// level do not take turns by chance.
const Row* chosen(const Grid& grid, std::uint64_t n, const Row* last) {
  const Row* best = fastest(grid, n, true);
  if (best == nullptr || last == nullptr) return best;
  const Row* same = grid.at(n, last->algorithm);
  return is_timed(same) && are_level(*same, *best) ? same : best;
}

std::vector<Stretch> stretches_of(const Grid& grid) {
  std::vector<Stretch> stretches;
  const Row* last = nullptr;
  for (const std::uint64_t n : grid.sizes) {
    const Row* row = chosen(grid, n, last);
    const bool goes_on = row != nullptr && last != nullptr && row->algorithm == last->algorithm &&
                         row->limited_by == last->limited_by;
    if (row != nullptr && !goes_on) stretches.emplace_back();
    if (row != nullptr) stretches.back().push_back(row);
    // A size at which nothing ran ends a stretch: it says nothing of that size.
    last = row;
  }
  return stretches;
}

/// "2.00", or "1.10 to 2.00"; "-" where none is known.
template <typename Number>
std::string range_text(const Stretch& stretch, Number number, std::string (*text_of)(double)) {
  std::vector<double> known;
  for (const Row* row : stretch) {
    if (const std::optional<double> value = number(*row)) known.push_back(*value);
  }
  if (known.empty()) return "-";
  const auto [least, most] = std::ranges::minmax(known);
  const std::string from = text_of(least);
  const std::string to = text_of(most);
  return from == to ? from : from + " to " + to;
}

std::string sizes_text(const Stretch& stretch) {
  const std::string from = count_text(stretch.front()->n);
  const std::string to = count_text(stretch.back()->n);
  return from == to ? from : from + " to " + to;
}

}  // namespace

std::string choice_table(std::span<const Row> rows) {
  const Grid grid = arrange(rows);
  const auto on_device = [&](const std::string& algorithm) {
    return std::ranges::any_of(
        rows, [&](const Row& row) { return row.algorithm == algorithm && row.on_device; });
  };
  if (std::ranges::count_if(grid.algorithms, on_device) < 2) return {};
  const std::vector<Stretch> stretches = stretches_of(grid);
  if (stretches.empty()) return {};
  Table table({{"n"},
               {"on the device take", true},
               {"limited by", true},
               {"x floor"},
               {"of copy"},
               {"x the host's time"}});
  const auto over_host = [&](const Row& row) -> std::optional<double> {
    const Row* host = fastest(grid, row.n, false);
    if (host == nullptr) return std::nullopt;
    return row.best_time()->median / host->best_time()->median;
  };
  for (const Stretch& stretch : stretches) {
    const Row& first = *stretch.front();
    table.add({sizes_text(stretch), first.algorithm,
               first.limited_by ? std::string(name_of(*first.limited_by)) : "-",
               range_text(stretch, times_the_floor, factor_text),
               range_text(stretch, std::mem_fn(&Row::fraction_of_copy), percent_text),
               range_text(stretch, over_host, factor_text)});
  }
  return table.text() + "\n";
}

}  // namespace scanbench
