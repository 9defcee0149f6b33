#include "measure/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "measure/ratio.hpp"

namespace scanbench {
namespace {

/// A row on its way through the steps.
struct Runner {
  Entry* entry = nullptr;
  Subject* subject = nullptr;
  Answer verified;
};

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
      found[i] = i == 0 ? row.init.value_or(element_at(make_identities(row.type, row.op, 1), 0))
                        : element_at(answer.cells, i - 1);
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
  const bool same_total =
      std::visit([&]<typename T>(T total) { return same_bits(total, std::get<T>(got.total)); },
                 verified.total);
  return same_total ? std::nullopt : std::optional(Mismatch{n, verified.total, got.total});
}

/// Runs every row once over an input, checks each answer in full and keeps it as the verified one;
/// drops those that are wrong.
void verify(std::vector<Runner>& runners, const Values& input, Rounding rounding,
            const char* when) {
  std::erase_if(runners, [&](Runner& runner) {
    const Plan& plan = runner.entry->plan;
    Row& row = *runner.entry->row;
    runner.subject->prepare();
    runner.subject->run(Clock::wall);
    runner.verified = runner.subject->answer();
    row.check =
        check_answer(input, runner.verified, plan, row.on_device ? rounding : Rounding::nearest);
    runner.subject->keep();
    if (!row.check->ok) mark_wrong(row, *row.check, when);
    return !row.check->ok;
  });
}

std::optional<double> median_of(std::span<const MaybeTime> times_s) {
  const auto summary = summarize(known_times(times_s));
  return summary ? std::optional(summary->median) : std::nullopt;
}

/// The probe of that kind with the least median; nullptr where none has a time.
const CeilingSamples* best_probe(std::span<const CeilingSamples> ceilings, CeilingKind kind) {
  const CeilingSamples* best = nullptr;
  for (const CeilingSamples& samples : ceilings) {
    const auto median_s = samples.kind == kind ? median_of(samples.times_s) : std::nullopt;
    if (median_s && (best == nullptr || *median_s < *median_of(best->times_s))) best = &samples;
  }
  return best;
}

/// A row's times over a yardstick's of the same rounds.
std::optional<Statistics> relative_to(std::span<const MaybeTime> yardstick_s,
                                      std::span<const MaybeTime> times_s) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(times_s.size(), yardstick_s.size()); ++i) {
    if (times_s[i] && yardstick_s[i]) ratios.push_back(*times_s[i] / *yardstick_s[i]);
  }
  return summarize(ratios);
}

Ceilings ceilings_of(const Samples& samples, std::span<const CeilingSamples> measured) {
  const auto median_at = [&](CeilingKind kind) {
    const CeilingSamples* best = best_probe(measured, kind);
    return best == nullptr ? std::nullopt : median_of(best->times_s);
  };
  Ceilings ceilings;
  ceilings.floor_s = median_of(samples.floor_s);
  ceilings.copy_s = median_at(CeilingKind::copy);
  ceilings.transfer_s = median_at(CeilingKind::transfer);
  ceilings.yardstick_launch_s = median_of(samples.launch_yardstick_s);
  ceilings.yardstick_copy_s = median_of(samples.copy_yardstick_s);
  ceilings.relative_to_launch = relative_to(samples.launch_yardstick_s, samples.outer_s);
  ceilings.relative_to_copy = relative_to(samples.copy_yardstick_s, samples.outer_s);
  return ceilings;
}

void add_passes(Row& row, const Plan& plan, const Samples& samples) {
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const Pass& pass = plan.passes[i];
    PassResult result{pass.name, pass.stride, pass.active, pass.additions, pass.bytes_moved, {}};
    const std::vector<double> known = known_times(samples.passes_s[i]);
    // Where stamps tell nothing in half of the runs, the rest is the slow half alone.
    if (known.size() * 2 > samples.rounds) result.time_s = summarize(known);
    row.passes.push_back(std::move(result));
  }
}

void add_times(Row& row, const Plan& plan, const Contender& contender,
               std::span<const CeilingSamples> measured, const RunRequest& request) {
  const Samples& samples = contender.samples;
  row.rounds = samples.rounds;
  row.stopped_by = contender.stopped_by;
  row.cache = request.sampling.cache;
  const std::vector<double> time_s = known_times(samples.outer_s);
  const std::vector<double> wall_s = known_times(samples.wall_s);
  row.time_s = summarize(time_s);
  row.wall_time_s = summarize(wall_s);
  row.timer_cost_s = median_of(samples.empty_pair_s);
  row.end_to_end_s = median_of(samples.end_to_end_s);
  row.minimum_detectable = minimum_detectable(time_s.empty() ? wall_s : time_s);
  if (row.on_device) row.ceilings = ceilings_of(samples, measured);
  if (request.keep_samples) {
    row.raw_time_s = time_s;
    row.raw_wall_time_s = wall_s;
  }
  add_passes(row, plan, samples);
}

/// The row under measurement; runner and input must outlive it.
Contender contender_of(const Runner& runner, const Values& input, Rounding rounding) {
  const Plan& plan = runner.entry->plan;
  Contender contender;
  contender.subject = runner.subject;
  contender.passes = plan.passes.size();
  contender.on_device = runner.entry->row->on_device;
  if (plan.order_varies && is_float(plan.type)) {
    contender.is_right_too = [&, rounding](const Answer& answer) {
      return check_answer(input, answer, plan, rounding).ok;
    };
  }
  return contender;
}

/// A wrong sample's row: what was counted on the device, and where it first differs.
void mark_wrong_sample(Runner& runner, const Contender& contender) {
  Row& row = *runner.entry->row;
  Check check = *row.check;
  check.ok = false;
  check.mismatches = contender.wrong->mismatches;
  check.first_mismatch = first_difference(runner.verified, contender.wrong->answer);
  mark_wrong(row, check, fmt::format("in sample {}", contender.samples.rounds));
}

}  // namespace

bool measure_group(std::span<Entry> entries, const Values& input, const RunRequest& request,
                   const Venue& venue, const std::function<bool()>& keep_going) {
  std::vector<Plan> plans;
  std::vector<std::unique_ptr<HostSubject>> host_subjects;
  for (const Entry& entry : entries) {
    if (entry.row->on_device) plans.push_back(entry.plan);
  }
  const std::unique_ptr<Stage> stage = plans.empty() ? nullptr : venue.open_stage(plans);
  std::vector<Runner> runners;
  for (Entry& entry : entries) {
    if (entry.row->on_device) {
      const std::size_t index = runners.size() - host_subjects.size();
      runners.push_back({&entry, &stage->subject(index), {}});
    } else {
      const auto& host =
          host_subjects.emplace_back(std::make_unique<HostSubject>(entry.plan.op, entry.plan.kind));
      runners.push_back({&entry, host.get(), {}});
    }
  }
  const bool nearest = venue.target && venue.target->rounds_to_nearest(request.type);
  const Rounding rounding = nearest ? Rounding::nearest : Rounding::any;
  const auto verify_on = [&](const Values& data, const char* when) {
    if (stage) stage->load(data);
    for (const auto& host : host_subjects) host->load(data);
    verify(runners, data, rounding, when);
  };
  for (std::size_t i = 0; i < verifying_inputs(request.op); ++i) {
    verify_on(make_verifying_input(i, request.op, request.type, size_of(input), request.seed),
              "on the verifying walk");
  }
  verify_on(input, "on the asked input");

  std::vector<Contender> contenders;
  for (Runner& runner : runners) {
    contenders.push_back(contender_of(runner, input, rounding));
  }
  const auto measured = sample(contenders, stage.get(), request.sampling, keep_going);
  bool whole = true;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    Row& row = *runners[i].entry->row;
    if (contenders[i].wrong) {
      mark_wrong_sample(runners[i], contenders[i]);
    } else if (!contenders[i].stopped_by) {
      whole = false;
      row.status = Status::skipped;
      row.reason = "interrupted";
      row.check.reset();
    } else {
      row.answer = RowAnswer{probe(row, runners[i].verified, request), runners[i].verified.total,
                             request.op == Op::add && total_wraps(input, row.init)};
      row.deterministic = contenders[i].deterministic;
      add_times(row, runners[i].entry->plan, contenders[i], measured, request);
    }
  }
  return whole;
}

}  // namespace scanbench
