#include "measure/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "measure/row_times.hpp"

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

/// What is measured together, and what it needs at hand.
struct Group {
  std::vector<Runner> runners;
  const std::function<bool()>& keep_going;
  Activity& activity;

  /// Says whose turn it is; false: go no further.
  bool turn(const Row* row, const char* when) const {
    activity.row = row;
    activity.when = when;
    return keep_going();
  }
};

/// Runs every row once on the device pass by pass: where that does not come back, the marks tell
/// which pass it was in. Times and answers are taken of runs without them.
void diagnose(const Group& group) {
  Activity& activity = group.activity;
  for (const Runner& runner : group.runners) {
    if (!runner.entry->row->on_device) continue;
    if (!group.turn(runner.entry->row, "of its first run")) return;
    activity.passes = runner.entry->plan.passes;
    activity.followed = runner.subject;
    try {
      runner.subject->prepare();
      runner.subject->run(Clock::marks);
    } catch (...) {
      activity.when = place_of(activity);
      activity.followed = nullptr;
      throw;
    }
    activity.followed = nullptr;
  }
}

/// Runs every row once over an input, checks each answer in full and keeps it as the verified one;
/// drops those that are wrong.
void verify(Group& group, const Values& input, Rounding rounding, const char* when) {
  std::erase_if(group.runners, [&](Runner& runner) {
    const Plan& plan = runner.entry->plan;
    Row& row = *runner.entry->row;
    if (!group.turn(&row, when)) return false;
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

/// The stage of the device's rows; none where all are the host's.
std::unique_ptr<Stage> open_stage(std::span<const Entry> entries, const Venue& venue) {
  std::vector<Plan> plans;
  for (const Entry& entry : entries) {
    if (entry.row->on_device) plans.push_back(entry.plan);
  }
  return plans.empty() ? nullptr : venue.open_stage(plans);
}

/// Samples verified rows, and fills in those that come to an end.
void sample_group(Group& group, Stage* stage, const Values& input, Rounding rounding,
                  const RunRequest& request) {
  std::vector<Contender> contenders;
  for (const Runner& runner : group.runners) {
    contenders.push_back(contender_of(runner, input, rounding));
  }
  std::vector<CeilingSamples> measured;
  group.activity.settle = [&] {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      Runner& runner = group.runners[i];
      Row& row = *runner.entry->row;
      if (contenders[i].wrong) {
        mark_wrong_sample(runner, contenders[i]);
      } else if (contenders[i].stopped_by) {
        row.answer = RowAnswer{probe(row, runner.verified, request), runner.verified.total,
                               request.op == Op::add && total_wraps(input, row.init)};
        row.deterministic = contenders[i].deterministic;
        add_times(row, runner.entry->plan, contenders[i], measured, request.keep_samples);
      }
    }
  };
  const auto settle = [&] { std::exchange(group.activity.settle, nullptr)(); };
  try {
    measured =
        sample(contenders, stage, request.sampling, [&](std::optional<std::size_t> contender) {
          if (!contender) return group.turn(nullptr, "in the copies that rows are held against");
          return group.turn(group.runners[*contender].entry->row, "while it was sampled");
        });
  } catch (...) {
    settle();
    throw;
  }
  settle();
}

}  // namespace

void measure_group(std::span<Entry> entries, const Values& input, const RunRequest& request,
                   const Venue& venue, const std::function<bool()>& keep_going,
                   Activity& activity) {
  Group group{{}, keep_going, activity};
  if (!group.turn(nullptr, "while kernels and buffers were made")) return;
  std::vector<std::unique_ptr<HostSubject>> host_subjects;
  const std::unique_ptr<Stage> stage = open_stage(entries, venue);
  for (Entry& entry : entries) {
    if (entry.row->on_device) {
      const std::size_t index = group.runners.size() - host_subjects.size();
      group.runners.push_back({&entry, &stage->subject(index), {}});
    } else {
      const auto& host =
          host_subjects.emplace_back(std::make_unique<HostSubject>(entry.plan.op, entry.plan.kind));
      group.runners.push_back({&entry, host.get(), {}});
    }
  }
  const auto load = [&](const Values& data) {
    if (!group.turn(nullptr, "while the input was uploaded")) return false;
    if (stage) stage->load(data);
    for (const auto& host : host_subjects) host->load(data);
    return true;
  };
  const bool nearest = venue.target && venue.target->rounds_to_nearest(request.type);
  const Rounding rounding = nearest ? Rounding::nearest : Rounding::any;
  for (std::size_t i = 0; i < verifying_inputs(request.op); ++i) {
    const Values walk =
        make_verifying_input(i, request.op, request.type, size_of(input), request.seed);
    if (!load(walk)) return;
    if (i == 0) diagnose(group);
    verify(group, walk, rounding, "on the verifying walk");
  }
  if (!load(input)) return;
  verify(group, input, rounding, "on the asked input");
  sample_group(group, stage.get(), input, rounding, request);
}

}  // namespace scanbench
