#include <fmt/format.h>

#include <algorithm>

#include "report/grid.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

/// Two rows of one n: which of them is the faster, as far as their intervals tell.
enum class Order : std::uint8_t { first, second, open };

Order order_of(const Row& a, const Row& b) {
  const auto& ci_a = a.best_time()->ci95;
  const auto& ci_b = b.best_time()->ci95;
  if (!ci_a || !ci_b) return Order::open;
  if (ci_a->second < ci_b->first) return Order::first;
  if (ci_b->second < ci_a->first) return Order::second;
  return Order::open;
}

std::string overtaking(const Row& winner, const Row& loser, std::uint64_t below) {
  return fmt::format("{} overtakes {} between n = {} and n = {}", winner.algorithm, loser.algorithm,
                     count_text(below), count_text(winner.n));
}

/// A sentence, and the n that it belongs to.
using Finding = std::pair<std::uint64_t, std::string>;

/// Walks two algorithms' rows from size to size. Sizes that are open lie between those that are
/// decided; one at which either did not run breaks the walk, since anything may have happened
/// there.
class PairWalk {
 public:
  void step(std::size_t place, const Row& a, const Row& b) {
    const Order order = order_of(a, b);
    const bool first_leads = a.best_time()->median < b.best_time()->median;
    const Row& winner = first_leads ? a : b;
    const Row& loser = first_leads ? b : a;
    if (led_ && *led_ != first_leads && !doubt_) {
      const bool counted = a.best_time()->ci95 && b.best_time()->ci95;
      doubt_ = Finding(
          last_n_,
          fmt::format("cannot tell whether {}: {}", overtaking(winner, loser, last_n_),
                      counted ? "their intervals overlap" : "too few samples for intervals"));
    }
    if (order != Order::open) {
      if (decided_ && decided_->order != order) {
        found_.emplace_back(decided_->n,
                            overtaking(winner, loser, decided_->n) +
                                (place > decided_->place + 1 ? "; cannot tell closer" : ""));
      }
      decided_ = Decided{order, place, a.n};
    }
    led_ = first_leads;
    last_n_ = a.n;
  }
  void interrupt() {
    decided_.reset();
    led_.reset();
  }
  /// What was seen; a doubt only where nothing was.
  std::vector<Finding> findings() const {
    if (found_.empty() && doubt_) return {*doubt_};
    return found_;
  }

 private:
  struct Decided {
    Order order;
    std::size_t place;
    std::uint64_t n;
  };
  std::optional<Decided> decided_;
  std::optional<bool> led_;  ///< whether the first one's median was the lower one last
  std::uint64_t last_n_ = 0;
  std::vector<Finding> found_;
  std::optional<Finding> doubt_;
};

std::vector<Finding> compare_pair(const Grid& grid, const std::string& first,
                                  const std::string& second) {
  PairWalk walk;
  for (std::size_t i = 0; i < grid.sizes.size(); ++i) {
    const Row* a = grid.at(grid.sizes[i], first);
    const Row* b = grid.at(grid.sizes[i], second);
    if (is_timed(a) && is_timed(b)) {
      walk.step(i, *a, *b);
    } else {
      walk.interrupt();
    }
  }
  return walk.findings();
}

}  // namespace

bool is_timed(const Row* row) {
  return row != nullptr && row->status == Status::ok && row->best_time();
}

std::vector<std::string> crossover_lines(std::span<const Row> rows) {
  const Grid grid = arrange(rows);
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < grid.algorithms.size(); ++i) {
    for (std::size_t j = i + 1; j < grid.algorithms.size(); ++j) {
      std::ranges::copy(compare_pair(grid, grid.algorithms[i], grid.algorithms[j]),
                        std::back_inserter(findings));
    }
  }
  std::ranges::stable_sort(findings, {}, &Finding::first);
  std::vector<std::string> lines;
  lines.reserve(findings.size());
  for (Finding& finding : findings) lines.push_back(std::move(finding.second));
  return lines;
}

}  // namespace scanbench
