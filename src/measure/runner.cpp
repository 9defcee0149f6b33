#include "measure/runner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
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
  /// `earlier`: the rows of smaller sizes.
  SizeRun(const RunRequest& request, const Venue& venue, const Watch& watch,
          const std::vector<Row>& earlier)
      : request_(request), venue_(venue), watch_(watch), earlier_(earlier) {
    if (!venue_.set_watch) return;
    venue_.set_watch([this](double waited_s) { look_at_the_device(waited_s); });
  }
  SizeRun(const SizeRun&) = delete;
  SizeRun& operator=(const SizeRun&) = delete;
  ~SizeRun() {
    if (venue_.set_watch) venue_.set_watch({});
  }

  /// The rows of that n, a task each.
  Outcome run(std::uint64_t n, std::span<const Task> tasks) {
    for (const Task& task : tasks) rows_.push_back(start_row(*task.algorithm, n, request_));
    Outcome outcome;
    try {
      measure_rows(n, tasks);
      activity_ = {nullptr, "in a large copy, for comparison", nullptr, {}, {}};
      for (Row& row : rows_) row.limited_by = limit_of(row, venue_.large_copy_bytes_per_s);
    } catch (const Error&) {
      outcome.device_lost = true;
      cut_off(rows_, activity_, "the device was lost", "look at the kernel log, try a smaller n");
    }
    outcome.device_lost = outcome.device_lost || device_was_lost_;
    outcome.copy_wrong = copy_was_wrong_;
    outcome.interrupted = !watch_.keep_going();
    if (outcome.interrupted) cut_off_interrupted(rows_);
    outcome.rows = std::move(rows_);
    return outcome;
  }

 private:
  void measure_rows(std::uint64_t n, std::span<const Task> tasks) {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Entry entry{&rows_[i], {}};
      if (auto reason = plan_row(entry, tasks[i], request_, venue_)) {
        const bool lost = venue_.device_lost && rows_[i].on_device;
        device_was_lost_ = device_was_lost_ || lost;
        refuse(rows_[i], lost ? Status::error : Status::unsupported, std::move(*reason));
      } else {
        entries.push_back(std::move(entry));
      }
    }
    if (entries.empty()) return;
    const Pattern pattern = request_.pattern.value_or(default_pattern(request_.type, n));
    const Values input = make_input(pattern, request_.type, n, request_.seed);
    for (std::vector<Entry>& part : split_by_memory(std::move(entries), venue_)) {
      measure_part(part, input);
    }
  }

  void measure_part(std::span<Entry> part, const Values& input) {
    try {
      measure_group(part, input, request_, venue_, watch_.keep_going, activity_);
    } catch (const Error& error) {
      if (error.code() == ExitCode::device_lost) throw;
      copy_was_wrong_ = copy_was_wrong_ || error.code() == ExitCode::wrong_answer;
      // One by one they may fit where all together do not.
      const bool any_finished =
          std::ranges::any_of(part, [](const Entry& entry) { return is_finished(*entry.row); });
      if (error.code() != ExitCode::cannot_run || part.size() == 1 || any_finished) {
        return fail(part, error.what());
      }
      for (Entry& entry : part) measure_part(std::span(&entry, 1), input);
    } catch (const std::bad_alloc&) {
      fail(part, "not enough host memory: try a smaller n");
    } catch (const std::exception& error) {
      fail(part, error.what());
    }
  }

  static void fail(std::span<Entry> part, const std::string& reason) {
    for (const Entry& entry : part) {
      if (!is_finished(*entry.row)) refuse(*entry.row, Status::error, reason);
    }
  }

  void look_at_the_device(double waited_s) {
    using HostClock = std::chrono::steady_clock;
    constexpr std::chrono::seconds kGrace{2};
    const bool too_long = waited_s > request_.timeout_s;
    const bool to_end = !watch_.keep_going();
    if (to_end && !asked_to_end_) asked_to_end_ = HostClock::now();
    const bool to_end_now = to_end && HostClock::now() - *asked_to_end_ > kGrace;
    if (!watch_.leave || (!too_long && !to_end_now)) return;
    if (to_end) {
      if (activity_.settle) activity_.settle();
      cut_off_interrupted(rows_);
    } else {
      cut_off(rows_, activity_,
              fmt::format("the device did not end within {} s", request_.timeout_s),
              "look at the kernel log, try a smaller n or a larger --timeout");
    }
    Outcome outcome{earlier_, too_long, to_end, copy_was_wrong_};
    outcome.rows.insert(outcome.rows.end(), rows_.begin(), rows_.end());
    watch_.leave(outcome);
  }

  const RunRequest& request_;
  const Venue& venue_;
  const Watch& watch_;
  const std::vector<Row>& earlier_;
  std::vector<Row> rows_;
  Activity activity_;
  bool device_was_lost_ = false;
  bool copy_was_wrong_ = false;
  std::optional<std::chrono::steady_clock::time_point> asked_to_end_;
};

}  // namespace

Outcome measure(const RunRequest& request, const Venue& venue, const OnRow& on_row,
                const Watch& watch) {
  std::vector<Task> tasks;
  for (const Algorithm* algorithm : request.algorithms) tasks.push_back({algorithm, std::nullopt});
  Outcome outcome;
  for (const std::uint64_t n : request.sizes) {
    Outcome of_size = SizeRun(request, venue, watch, outcome.rows).run(n, tasks);
    for (Row& row : of_size.rows) {
      if (on_row) on_row(row);
      outcome.rows.push_back(std::move(row));
    }
    outcome.device_lost = of_size.device_lost;
    outcome.interrupted = of_size.interrupted;
    outcome.copy_wrong = outcome.copy_wrong || of_size.copy_wrong;
    if (outcome.device_lost || outcome.interrupted) break;
  }
  return outcome;
}

Outcome measure_cuts(const RunRequest& request, std::span<const Cut> cuts, const Venue& venue,
                     const Watch& watch) {
  std::vector<Task> tasks;
  for (const Cut& cut : cuts) tasks.push_back({request.algorithms.front(), cut});
  return SizeRun(request, venue, watch, {}).run(request.sizes.front(), tasks);
}

Outcome lost_before_any(const RunRequest& request, const std::string& reason) {
  Outcome outcome;
  outcome.device_lost = true;
  for (const Algorithm* algorithm : request.algorithms) {
    Row& row = outcome.rows.emplace_back(start_row(*algorithm, request.sizes.front(), request));
    refuse(row, row.on_device ? Status::error : Status::skipped, reason);
  }
  return outcome;
}

}  // namespace scanbench
