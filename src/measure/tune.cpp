#include "measure/tune.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace scanbench {
namespace {

/// Infinite where there is nothing to time.
double median_of(const Row& row) {
  const auto& time_s = row.best_time();
  return time_s ? time_s->median : std::numeric_limits<double>::infinity();
}

std::optional<Ratio> times_slower(const Row& row, const Row& than) {
  const auto& time_s = row.best_time();
  const auto& other_s = than.best_time();
  return time_s && other_s ? std::optional(ratio_of_medians(*time_s, *other_s)) : std::nullopt;
}

/// Whether the intervals tell the row to be slower.
bool clearly_slower(const Row& row, const Row& than) {
  const auto ratio = times_slower(row, than);
  return ratio && ratio->ci95 && ratio->ci95->first > 1;
}

/// A search under way. Candidates are known by their place in `all`.
class Halving {
 public:
  explicit Halving(std::span<const Cut> cuts) {
    for (const Cut& cut : cuts) {
      alive_.push_back(all_.size());
      all_.push_back({cut, {}, 0});
    }
  }

  Search run(const Heat& heat) {
    bool last = false;
    while (!last && !alive_.empty()) {
      last = alive_.size() <= kFinalists;
      run_heat(heat);
      if (!last) halve();
    }
    return finish();
  }

 private:
  /// Afterwards only right ones are alive, the fastest first.
  void run_heat(const Heat& heat) {
    std::vector<Cut> cuts;
    for (const std::size_t i : alive_) cuts.push_back(all_[i].cut);
    std::vector<Row> rows = heat(cuts);
    for (std::size_t i = 0; i < alive_.size(); ++i) {
      Candidate& candidate = all_[alive_[i]];
      candidate.row = std::move(rows.at(i));
      ++candidate.heats;
    }
    std::erase_if(alive_, [&](std::size_t i) { return all_[i].row.status != Status::ok; });
    std::ranges::stable_sort(alive_, {}, [&](std::size_t i) { return median_of(all_[i].row); });
  }

  void halve() {
    std::vector<std::size_t> kept;
    std::size_t others = 0;
    const auto challengers = static_cast<std::size_t>(
        std::ranges::count_if(alive_, [&](std::size_t i) { return !all_[i].is_default(); }));
    const std::size_t most = std::max<std::size_t>(challengers / 2, 1);
    for (const std::size_t i : alive_) {
      if (!all_[i].is_default()) {
        if (others == most || clearly_slower(all_[i].row, all_[alive_.front()].row)) continue;
        ++others;
      }
      kept.push_back(i);
    }
    alive_ = std::move(kept);
  }

  Search finish() {
    Search search;
    const auto is_default = [&](std::size_t i) { return all_[i].is_default(); };
    const auto own = std::ranges::find_if(alive_, is_default);
    const auto other = std::ranges::find_if_not(alive_, is_default);
    if (own != alive_.end() && other != alive_.end()) {
      search.gain = times_slower(all_[*own].row, all_[*other].row);
    }
    if (own != alive_.end() &&
        (other == alive_.end() || !clearly_slower(all_[*own].row, all_[*other].row))) {
      std::rotate(alive_.begin(), own, own + 1);
    }
    search.any_right = !alive_.empty();
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (std::ranges::find(alive_, i) == alive_.end()) out.push_back(i);
    }
    std::ranges::stable_sort(out, {}, [&](std::size_t i) {
      const Candidate& candidate = all_[i];
      return std::pair(-static_cast<int>(candidate.heats), median_of(candidate.row));
    });
    alive_.insert(alive_.end(), out.begin(), out.end());
    for (const std::size_t i : alive_) search.candidates.push_back(std::move(all_[i]));
    return search;
  }

  std::vector<Candidate> all_;
  std::vector<std::size_t> alive_;
};

}  // namespace

Search search_cuts(std::span<const Cut> cuts, const Heat& heat) {
  return Halving(cuts).run(heat);
}

double heat_time_s(double max_time_s, std::size_t candidates) {
  const auto finalists = static_cast<double>(kFinalists);
  return max_time_s *
         std::min(1.0, finalists / static_cast<double>(std::max<std::size_t>(candidates, 1)));
}

}  // namespace scanbench
