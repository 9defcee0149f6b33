#include "measure/activity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scanbench {
namespace {

void end_without_result(Row& row, Status status, std::string reason) {
  row.status = status;
  row.reason = std::move(reason);
  row.check.reset();
}

}  // namespace

std::string place_of(const Activity& activity) {
  if (activity.followed == nullptr) return activity.when;
  const std::size_t begun = std::min(activity.followed->passes_begun(), activity.passes.size());
  if (begun == 0) return fmt::format("before the first pass {}", activity.when);
  const Pass& pass = activity.passes[begun - 1];
  const std::string stride = pass.stride > 0 ? fmt::format(", stride {}", pass.stride) : "";
  return fmt::format("in pass {} of {} ({}{}) {}", begun, activity.passes.size(), pass.name, stride,
                     activity.when);
}

bool is_finished(const Row& row) {
  return row.status != Status::ok || row.answer;
}

void cut_off(std::span<Row> rows, const Activity& activity, const std::string& what_happened,
             const std::string& advice) {
  if (activity.settle) activity.settle();
  const std::string where = place_of(activity);
  for (Row& row : rows) {
    if (is_finished(row)) continue;
    // Where no row is to blame, each has failed.
    if (activity.row == &row || activity.row == nullptr) {
      end_without_result(row, Status::error,
                         fmt::format("{} {}: {}", what_happened, where, advice));
    } else {
      end_without_result(
          row, Status::skipped,
          fmt::format("{} in {}'s turn: leave that out", what_happened, activity.row->algorithm));
    }
  }
}

void cut_off_interrupted(std::span<Row> rows) {
  for (Row& row : rows) {
    if (!is_finished(row)) end_without_result(row, Status::skipped, "interrupted");
  }
}

}  // namespace scanbench
