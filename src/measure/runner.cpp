#include "measure/runner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "error.hpp"
#include "measure/group.hpp"

namespace scanbench {
namespace {

/// Arrays of n elements that one row holds on the host: the input, a verifying one, the verified
/// answer, and, for the serial loop, its own answer and kept answer.
constexpr std::uint64_t kHostArrays = 5;

std::optional<std::string> host_refusal(std::uint64_t n, ElementType type) {
  const auto page_count = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const std::uint64_t memory = page_count * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t largest = memory / kHostArrays / element_bytes(type);
  if (n <= largest) return std::nullopt;
  return fmt::format(
      "needs {} arrays of n elements in host memory, which has {} bytes: the largest "
      "n here is {}",
      kHostArrays, memory, largest);
}

Row start_row(const Algorithm& algorithm, std::uint64_t n, const RunRequest& request) {
  Row row;
  row.algorithm = algorithm.name;
  row.n = n;
  row.padded_n = n;
  row.type = request.type;
  row.op = request.op;
  row.kind = request.kind.value_or(algorithm.native);
  row.on_device = algorithm.on_device;
  row.cache = request.sampling.cache;
  const Pattern pattern = request.pattern.value_or(default_pattern(request.type, n));
  row.pattern = name_of(pattern);
  if (uses_seed(pattern)) row.seed = request.seed;
  row.init = request.init;
  return row;
}

void refuse(Row& row, Status status, std::string reason) {
  row.status = status;
  row.reason = std::move(reason);
}

/// What a row runs: an algorithm, in this cut or, without one, in what flags or a stored cut say.
struct Task {
  const Algorithm* algorithm = nullptr;
  std::optional<Cut> cut;
};

Request asked_of(const Task& task, const Row& row, const RunRequest& request, const Venue& venue) {
  Request asked;
  asked.n = row.n;
  asked.type = request.type;
  asked.op = request.op;
  asked.kind = request.kind;
  asked.init = request.init;
  asked.target = venue.target.value_or(Target{});
  const Cut flags{request.workgroup, request.items, request.tile_scan};
  if (task.cut) return cut_as(asked, *task.cut, Tuning::Source::flag);
  // A stored cut was measured as a whole: beside a flag nothing of it holds.
  if (flags == Cut{} && !request.untuned && venue.stored_cut) {
    if (const auto stored = venue.stored_cut(row.algorithm, row.type, row.n)) {
      return cut_as(asked, *stored, Tuning::Source::cached);
    }
  }
  return cut_as(asked, flags, Tuning::Source::flag);
}

/// Why this row cannot run here, if so; otherwise its plan is filled in.
std::optional<std::string> plan_row(Entry& entry, const Task& task, const RunRequest& request,
                                    const Venue& venue) {
  Row& row = *entry.row;
  const Algorithm& algorithm = *task.algorithm;
  if ((algorithm.on_device || venue.device_required) && !venue.target) {
    return venue.no_device_reason;
  }
  const Request asked = asked_of(task, row, request, venue);
  if (auto reason = refusal(algorithm, asked)) return reason;
  if (auto reason = host_refusal(row.n, row.type)) return reason;
  entry.plan = plan_scan(algorithm, asked);
  row.padded_n = entry.plan.padded_n;
  row.work = work_of(entry.plan);
  if (algorithm.on_device) row.tuning = entry.plan.tuning;
  return std::nullopt;
}

/// Splits rows so that each part fits the device's memory at once.
std::vector<std::vector<Entry>> split_by_memory(std::vector<Entry> entries, const Venue& venue) {
  std::vector<std::vector<Entry>> parts(1);
  std::uint64_t shared_bytes = 0;
  std::uint64_t kept_bytes = 0;
  for (Entry& entry : entries) {
    const std::uint64_t kept =
        entry.row->on_device ? buffer_elements(entry.plan) * element_bytes(entry.plan.type) : 0;
    const std::uint64_t shared = entry.row->on_device ? device_bytes(entry.plan) - kept : 0;
    const std::uint64_t both = std::max(shared_bytes, shared) + kept_bytes + kept;
    if (venue.target && both > venue.target->heap_bytes && !parts.back().empty()) {
      parts.emplace_back();
      shared_bytes = kept_bytes = 0;
    }
    shared_bytes = std::max(shared_bytes, shared);
    kept_bytes += kept;
    parts.back().push_back(std::move(entry));
  }
  return parts;
}

/// Measures the rows of one size.
class SizeRun {
 public:
  SizeRun(const RunRequest& request, const Venue& venue, const std::function<bool()>& keep_going)
      : request_(request), venue_(venue), keep_going_(keep_going) {}

  /// False when the run was cut short.
  bool run(std::span<Row> rows, std::span<const Task> tasks) {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Entry entry{&rows[i], {}};
      if (auto reason = plan_row(entry, tasks[i], request_, venue_)) {
        refuse(rows[i], Status::unsupported, std::move(*reason));
      } else {
        entries.push_back(std::move(entry));
      }
    }
    if (entries.empty()) return keep_going_();
    const std::uint64_t n = rows.front().n;
    const Pattern pattern = request_.pattern.value_or(default_pattern(request_.type, n));
    const Values input = make_input(pattern, request_.type, n, request_.seed);
    for (std::vector<Entry>& part : split_by_memory(std::move(entries), venue_)) {
      if (!run_part(part, input)) return false;
    }
    return keep_going_();
  }

 private:
  bool run_part(std::span<Entry> part, const Values& input) {
    try {
      return measure_group(part, input, request_, venue_, keep_going_);
    } catch (const Error& error) {
      fail(part, error.what());
      if (error.code() == ExitCode::device_lost) throw;
    } catch (const std::bad_alloc&) {
      fail(part, "not enough host memory: try a smaller n");
    } catch (const std::exception& error) {
      fail(part, error.what());
    }
    return true;
  }

  static void fail(std::span<Entry> part, const std::string& reason) {
    for (const Entry& entry : part) refuse(*entry.row, Status::error, reason);
  }

  const RunRequest& request_;
  const Venue& venue_;
  const std::function<bool()>& keep_going_;
};

/// The rows of one n, a task each.
Outcome measure_size(std::uint64_t n, std::span<const Task> tasks, const RunRequest& request,
                     const Venue& venue, const std::function<bool()>& keep_going) {
  Outcome outcome;
  for (const Task& task : tasks) outcome.rows.push_back(start_row(*task.algorithm, n, request));
  try {
    outcome.interrupted = !SizeRun(request, venue, keep_going).run(outcome.rows, tasks);
  } catch (const Error&) {
    outcome.device_lost = true;
  }
  return outcome;
}

}  // namespace

Outcome measure(const RunRequest& request, const Venue& venue, const OnRow& on_row,
                const std::function<bool()>& keep_going) {
  std::vector<Task> tasks;
  for (const Algorithm* algorithm : request.algorithms) tasks.push_back({algorithm, std::nullopt});
  Outcome outcome;
  for (const std::uint64_t n : request.sizes) {
    Outcome of_size = measure_size(n, tasks, request, venue, keep_going);
    for (Row& row : of_size.rows) {
      row.limited_by = limit_of(row, venue.large_copy_bytes_per_s);
      if (on_row) on_row(row);
      outcome.rows.push_back(std::move(row));
    }
    outcome.device_lost = of_size.device_lost;
    outcome.interrupted = of_size.interrupted;
    if (outcome.device_lost || outcome.interrupted) break;
  }
  return outcome;
}

Outcome measure_cuts(const RunRequest& request, std::span<const Cut> cuts, const Venue& venue,
                     const std::function<bool()>& keep_going) {
  std::vector<Task> tasks;
  for (const Cut& cut : cuts) tasks.push_back({request.algorithms.front(), cut});
  return measure_size(request.sizes.front(), tasks, request, venue, keep_going);
}

}  // namespace scanbench
