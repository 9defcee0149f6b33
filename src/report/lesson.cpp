#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

double median_of(const Row& row) {
  return row.best_time()->median;
}

/// Where the median may lie: its interval, or with too few samples for one, from the smallest
/// sample to the upper quartile.
std::pair<double, double> span_of(const Statistics& time_s) {
  return time_s.ci95.value_or(std::pair(time_s.min, time_s.q3));
}

std::string additions_text(const Row& winner, const Row& other) {
  const std::uint64_t own = winner.work->additions;
  const std::uint64_t others = other.work->additions;
  if (own == others) return fmt::format("with as many additions ({})", count_text(own));
  const std::string counts = fmt::format("({} against {})", count_text(own), count_text(others));
  if (own == 0 || others == 0) return "with other additions " + counts;
  const double ratio = static_cast<double>(own) / static_cast<double>(others);
  return ratio > 1
             ? fmt::format("with {} times the additions {}", factor_text(ratio), counts)
             : fmt::format("with {} times fewer additions {}", factor_text(1 / ratio), counts);
}

/// The first row against the second, which is slower.
std::string duel(const Row& winner, const Row& other) {
  if (are_level(winner, other)) {
    return fmt::format("{} and {} are level (their intervals overlap)", winner.algorithm,
                       other.algorithm);
  }
  return fmt::format("{} beats {} by a factor of {}, {}", winner.algorithm, other.algorithm,
                     factor_text(median_of(other) / median_of(winner)),
                     additions_text(winner, other));
}

/// Those that are right and timed, the fastest first.
std::vector<const Row*> timed_rows(std::span<const Row* const> rows) {
  std::vector<const Row*> timed;
  std::ranges::copy_if(rows, std::back_inserter(timed), is_timed);
  std::ranges::stable_sort(timed, {}, [](const Row* row) { return median_of(*row); });
  return timed;
}

}  // namespace

bool are_level(const Row& a, const Row& b) {
  const auto span_a = span_of(*a.best_time());
  const auto span_b = span_of(*b.best_time());
  return span_a.first <= span_b.second && span_b.first <= span_a.second;
}

const Row* winner_of(std::span<const Row* const> rows) {
  const std::vector<const Row*> timed = timed_rows(rows);
  if (rows.size() < 2 || timed.empty()) return nullptr;
  return timed.size() > 1 && are_level(*timed[0], *timed[1]) ? nullptr : timed.front();
}

std::string lesson(std::span<const Row* const> rows) {
  const std::vector<const Row*> timed = timed_rows(rows);
  if (timed.size() < 2) return {};
  std::vector<const Row*> on_device;
  std::ranges::copy_if(timed, std::back_inserter(on_device), &Row::on_device);

  const std::string head = fmt::format("n = {}: ", count_text(timed.front()->n));
  if (on_device.size() < 2) return head + duel(*timed[0], *timed[1]);
  const std::string devices = "on the device " + duel(*on_device[0], *on_device[1]);
  const auto host = std::ranges::find(timed, false, &Row::on_device);
  if (host == timed.end()) return head + devices;
  const double factor = median_of(*on_device[0]) / median_of(**host);
  return fmt::format("{}{}; the host's {} loop is {} times {} than {}", head, devices,
                     (*host)->algorithm, factor_text(factor > 1 ? factor : 1 / factor),
                     factor > 1 ? "faster" : "slower", on_device[0]->algorithm);
}

}  // namespace scanbench
