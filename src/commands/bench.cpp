#include "commands/bench.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "commands/interrupt.hpp"
#include "gpu/subgroup.hpp"
#include "measure/device_stage.hpp"
#include "report/output.hpp"

namespace scanbench {
namespace {

/// One line on stderr for rows that failed: the first one's reason.
void complain_of(const std::vector<Row>& rows, Status status) {
  const auto failed = [&](const Row& row) { return row.status == status; };
  const auto first = std::ranges::find_if(rows, failed);
  if (first == rows.end()) return;
  const auto count = std::ranges::count_if(rows, failed);
  complain(fmt::format("{} at n = {}: {}{}", first->algorithm, first->n, *first->reason,
                       count > 1 ? fmt::format(" (and {} more such rows)", count - 1) : ""));
}

}  // namespace

Bench::Bench(const RunRequest& request, const std::optional<std::string>& selector,
             const Watch& watch)
    : required_(selector.has_value()) {
  if (std::ranges::none_of(request.algorithms, &Algorithm::on_device)) return;
  try {
    instance_ = std::make_unique<Instance>();
    const std::size_t index = choose_device(instance_->devices(), selector);
    opened_ = open(*instance_, index);
    target_ = opened_->device.info().target;
    if (std::ranges::any_of(request.algorithms, &Algorithm::tiled) &&
        target_->has_subgroup_arithmetic) {
      target_->counted_subgroup = counted_subgroup(request, watch);
    }
  } catch (const Error& error) {
    reason_ = error.what();
    lost_ = error.code() == ExitCode::device_lost;
    target_.reset();
  }
}

std::unique_ptr<Bench::Opened> Bench::open(const Instance& instance, std::size_t index) try {
  return std::make_unique<Opened>(instance, index);
} catch (const vk::SystemError& error) {
  throw Error(ExitCode::cannot_run,
              fmt::format("the device does not open ({}): choose another --device, of those that "
                          "scanbench devices lists",
                          error.what()));
}

std::uint32_t Bench::counted_subgroup(const RunRequest& request, const Watch& watch) {
  opened_->device.set_watch([&](double waited_s) {
    if (waited_s <= request.timeout_s) return;
    watch.leave(lost_before_any(
        request, fmt::format("the device did not end within {} s before the first row: "
                             "look at the kernel log, try another --device or a larger --timeout",
                             request.timeout_s)));
  });
  const auto count = translated([&] { return count_subgroup(opened_->device, opened_->kernels); });
  opened_->device.set_watch({});
  return count;
}

std::optional<DeviceInfo> Bench::info() const {
  return opened_ ? std::optional(opened_->device.info()) : std::nullopt;
}

std::optional<double> Bench::large_copy() try {
  if (!large_copy_) {
    large_copy_ = std::optional<double>();  // asked once, whatever comes of it
    large_copy_ = translated([&] { return measure_large_copy(opened_->device, opened_->kernels); });
  }
  return *large_copy_;
} catch (const Error& error) {
  // Too little memory for the copy takes nothing from the rows.
  if (error.code() == ExitCode::device_lost) throw;
  return std::nullopt;
}

Venue Bench::venue() {
  Venue venue;
  venue.device_required = required_;
  venue.no_device_reason = reason_;
  venue.device_lost = lost_;
  venue.target = target_;
  if (!target_) return venue;
  venue.open_stage = [this](std::span<const Plan> plans) {
    return translated(
        [&] { return std::make_unique<DeviceStage>(opened_->device, opened_->kernels, plans); });
  };
  venue.large_copy_bytes_per_s = [this] { return large_copy(); };
  venue.set_watch = [this](Device::Watch watch) { opened_->device.set_watch(std::move(watch)); };
  return venue;
}

TuningKey tuning_key(const DeviceInfo& device) {
  return {device.uuid, device.driver_info, this_tool().version};
}

StoredCut stored_cuts(const Bench& bench) {
  const auto device = bench.info();
  const auto file = device ? tuning_file(device->uuid) : std::nullopt;
  if (!file) return {};
  StoredTunings stored = load_tunings(*file, tuning_key(*device), device->target);
  if (stored.complaint) complain(*stored.complaint);
  if (stored.tunings.empty()) return {};
  return [tunings = std::move(stored.tunings)](std::string_view algorithm, ElementType type,
                                               std::uint64_t n) {
    return tuned_cut(tunings, algorithm, type, n);
  };
}

Report start_report(const Options& options, std::optional<DeviceInfo> device) {
  Report report;
  report.tool = this_tool();
  report.command = options.command_line;
  report.started =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
  report.label = options.label;
  report.shuffle_seed = options.run.sampling.shuffle_seed;
  report.host = this_host();
  report.device = std::move(device);
  return report;
}

Watch watch_over(std::function<ExitCode(const Outcome&)> finish) {
  Watch watch;
  watch.keep_going = [] { return interrupted_by() == 0; };
  watch.leave = [finish = std::move(finish)](const Outcome& outcome) {
    leave_with([&] { return finish(outcome); });
  };
  return watch;
}

ExitCode verdict(const Outcome& outcome) {
  const auto any = [&](Status status) {
    return std::ranges::find(outcome.rows, status, &Row::status) != outcome.rows.end();
  };
  if (outcome.interrupted) {
    const int signal = interrupted_by();
    complain(
        fmt::format("interrupted by signal {}: the rows that were finished are reported", signal));
    constexpr int kSignalled = 128;
    return static_cast<ExitCode>(kSignalled + signal);
  }
  if (outcome.device_lost) {
    complain_of(outcome.rows, Status::error);
    return ExitCode::device_lost;
  }
  if (any(Status::wrong)) {
    complain_of(outcome.rows, Status::wrong);
    return ExitCode::wrong_answer;
  }
  if (outcome.copy_wrong) {
    complain_of(outcome.rows, Status::error);
    return ExitCode::wrong_answer;
  }
  if (!any(Status::ok)) {
    complain_of(outcome.rows, any(Status::error) ? Status::error : Status::unsupported);
    return ExitCode::cannot_run;
  }
  return ExitCode::ok;
}

}  // namespace scanbench
