#include "measure/runner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <utility>

#include "error.hpp"
#include "measure/host_subject.hpp"

namespace scanbench {
namespace {

/// Arrays of n elements that one row holds on the host: the input, the walk, the verified answer,
/// and, for the serial loop, its own input, answer and kept answer.
constexpr std::uint64_t kHostArrays = 6;

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

std::map<std::uint64_t, std::optional<Scalar>> probe(const Row& row, const Answer& answer,
                                                     const RunRequest& request) {
  std::vector<std::uint64_t> probes = request.probes;
  if (probes.empty()) probes.push_back(row.n > 512 ? 512 : row.n / 2);
  std::map<std::uint64_t, std::optional<Scalar>> found;
  for (const std::uint64_t i : probes) {
    if (i >= row.n) {
      found[i] = std::nullopt;
    } else if (row.kind == Kind::exclusive) {
      found[i] = element_at(answer.cells, i);
    } else {
      found[i] = i == 0 ? element_at(make_values(row.type, 1), 0) : element_at(answer.cells, i - 1);
    }
  }
  return found;
}

std::string describe(const Mismatch& mismatch, std::uint64_t n) {
  const std::string where =
      mismatch.index == n ? "the total" : fmt::format("cell {}", mismatch.index);
  return fmt::format("{} should be {} and is {}", where, text_of(mismatch.expected),
                     text_of(mismatch.got));
}

void mark_wrong(Row& row, const Check& check, const std::string& when) {
  row.status = Status::wrong;
  row.check = check;
  row.reason = fmt::format("{} of {} cells are wrong {}: {}", check.mismatches, row.n + 1, when,
                           check.first_mismatch ? describe(*check.first_mismatch, row.n)
                                                : "they were right when read again");
}

/// Where an answer first differs, bit by bit, from the verified one.
std::optional<Mismatch> first_difference(const Answer& verified, const Answer& got) {
  const auto right = bytes_of(verified.cells);
  const auto bytes = bytes_of(got.cells);
  const std::size_t n = size_of(verified.cells);
  const std::size_t width = element_bytes(type_of(verified.cells));
  for (std::size_t i = 0; i < n; ++i) {
    if (std::memcmp(&right[i * width], &bytes[i * width], width) != 0) {
      return Mismatch{i, element_at(verified.cells, i), element_at(got.cells, i)};
    }
  }
  if (verified.total != got.total) return Mismatch{n, verified.total, got.total};
  return std::nullopt;
}

void add_times(Row& row, const Plan& plan, const Samples& samples) {
  row.rounds = samples.rounds;
  row.time_s = summarize(samples.outer_s);
  row.wall_time_s = summarize(samples.wall_s);
  if (const auto cost = summarize(samples.empty_pair_s)) row.timer_cost_s = cost->median;
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const Pass& pass = plan.passes[i];
    PassResult result{pass.name, pass.stride, pass.active, pass.additions, pass.bytes_moved, {}};
    // Stamps that tell nothing in half of the runs leave a median of the slow half alone.
    if (samples.passes_s[i].size() * 2 > samples.rounds) {
      result.time_s = summarize(samples.passes_s[i]);
    }
    row.passes.push_back(std::move(result));
  }
}

Row start_row(const Algorithm& algorithm, std::uint64_t n, const RunRequest& request) {
  Row row;
  row.algorithm = algorithm.name;
  row.n = n;
  row.padded_n = n;
  row.type = request.type;
  row.kind = request.kind.value_or(algorithm.native);
  row.on_device = algorithm.on_device;
  const Pattern pattern = request.pattern.value_or(default_pattern(request.type, n));
  row.pattern = name_of(pattern);
  if (uses_seed(pattern)) row.seed = request.seed;
  return row;
}

void refuse(Row& row, std::string reason) {
  row.status = Status::unsupported;
  row.reason = std::move(reason);
}

}  // namespace

void measure_row(Row& row, const Plan& plan, Subject& subject, const Workload& workload,
                 const RunRequest& request, double roundoff) {
  const auto verified_answer = [&](const Values& input, const char* when) -> std::optional<Answer> {
    subject.load(input);
    subject.run(Clock::wall);
    Answer answer = subject.answer();
    row.check = check_answer(input, answer, plan.kind, plan.depth, roundoff);
    if (row.check->ok) return answer;
    mark_wrong(row, *row.check, when);
    return std::nullopt;
  };
  if (!verified_answer(workload.walk, "on the verifying walk")) return;
  const std::optional<Answer> answer = verified_answer(workload.input, "on the asked input");
  if (!answer) return;
  subject.keep();

  const Samples samples = sample(subject, plan.passes.size(), request.sampling);
  if (samples.wrong) {
    Check check = *row.check;
    check.ok = false;
    check.mismatches = subject.mismatches();
    check.first_mismatch = first_difference(*answer, subject.answer());
    mark_wrong(row, check, fmt::format("in sample {}", samples.rounds));
    return;
  }
  row.answer = RowAnswer{probe(row, *answer, request), answer->total, total_wraps(workload.input)};
  add_times(row, plan, samples);
}

namespace {

/// Plans and measures one row, or leaves the reason why it cannot run.
void run_row(Row& row, const Algorithm& algorithm, const RunRequest& request, const Venue& venue,
             const std::function<const Workload&()>& workload) try {
  if ((algorithm.on_device || venue.device_required) && !venue.target)
    return refuse(row, venue.no_device_reason);
  const Request asked{row.n,         request.type,
                      request.kind,  request.workgroup,
                      request.items, venue.target.value_or(Target{})};
  if (const auto reason = refusal(algorithm, asked)) return refuse(row, *reason);
  if (const auto reason = host_refusal(row.n, row.type)) return refuse(row, *reason);

  const Plan plan = plan_scan(algorithm, asked);
  row.padded_n = plan.padded_n;
  row.work = work_of(plan);
  if (!algorithm.on_device) {
    HostSubject subject(plan.kind);
    return measure_row(row, plan, subject, workload(), request, kNearestRoundoff);
  }
  row.tuning = plan.tuning;
  const std::unique_ptr<Subject> subject = venue.make_subject(plan);
  measure_row(row, plan, *subject, workload(), request,
              venue.target->rounds_to_nearest ? kNearestRoundoff : kAnyRoundoff);
} catch (const Error& error) {
  row.status = Status::error;
  row.reason = error.what();
  if (error.code() == ExitCode::device_lost) throw;
} catch (const std::bad_alloc&) {
  row.status = Status::error;
  row.reason = "not enough host memory: try a smaller n";
}

}  // namespace

Outcome measure(const RunRequest& request, const Venue& venue) {
  Outcome outcome;
  for (const std::uint64_t n : request.sizes) {
    std::optional<Workload> made;  // only once a row of this n is known to run
    const auto workload = [&]() -> const Workload& {
      if (!made) {
        const Pattern pattern = request.pattern.value_or(default_pattern(request.type, n));
        made = Workload{pattern, request.seed, make_input(pattern, request.type, n, request.seed),
                        make_input(Pattern::walk, request.type, n, request.seed)};
      }
      return *made;
    };
    for (const Algorithm* algorithm : request.algorithms) {
      Row& row = outcome.rows.emplace_back(start_row(*algorithm, n, request));
      try {
        run_row(row, *algorithm, request, venue, workload);
      } catch (const Error&) {
        outcome.device_lost = true;
        return outcome;
      }
    }
  }
  return outcome;
}

}  // namespace scanbench
