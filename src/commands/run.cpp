#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "commands/commands.hpp"
#include "measure/device_stage.hpp"
#include "report/json.hpp"
#include "report/output.hpp"
#include "report/text.hpp"

namespace scanbench {
namespace {

/// An opened device with its kernels.
struct Bench {
  Bench(const Instance& instance, std::size_t index) : device(instance, index), kernels(device) {}
  Device device;
  Kernels kernels;
};

struct Opened {
  std::unique_ptr<Instance> instance;
  std::unique_ptr<Bench> bench;
  std::string reason;  ///< why there is none
};

/// Opens the device that rows run on, or tells why there is none.
Opened open_device(const Options& options) {
  Opened opened;
  if (std::ranges::none_of(options.run.algorithms, &Algorithm::on_device)) return opened;
  try {
    opened.instance = std::make_unique<Instance>();
    const std::size_t index = choose_device(opened.instance->devices(), options.device);
    opened.bench = std::make_unique<Bench>(*opened.instance, index);
  } catch (const Error& error) {
    opened.reason = error.what();
  }
  return opened;
}

/// One line on stderr for rows that failed: the first one's reason.
void complain_of(const std::vector<Row>& rows, Status status) {
  const auto failed = [&](const Row& row) { return row.status == status; };
  const auto first = std::ranges::find_if(rows, failed);
  if (first == rows.end()) return;
  const auto count = std::ranges::count_if(rows, failed);
  complain(fmt::format("{} at n = {}: {}{}", first->algorithm, first->n, *first->reason,
                       count > 1 ? fmt::format(" (and {} more such rows)", count - 1) : ""));
}

ExitCode verdict(const Outcome& outcome) {
  const auto any = [&](Status status) {
    return std::ranges::find(outcome.rows, status, &Row::status) != outcome.rows.end();
  };
  if (outcome.device_lost) {
    complain_of(outcome.rows, Status::error);
    return ExitCode::device_lost;
  }
  if (any(Status::wrong)) {
    complain_of(outcome.rows, Status::wrong);
    return ExitCode::wrong_answer;
  }
  if (!any(Status::ok)) {
    complain_of(outcome.rows, any(Status::error) ? Status::error : Status::unsupported);
    return ExitCode::cannot_run;
  }
  return ExitCode::ok;
}

}  // namespace

ExitCode run_scans(const Options& options) {
  Output output(options.output);
  Report report;
  report.tool = this_tool();
  report.command = options.command_line;
  report.started =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
  report.host = this_host();
  const Opened opened = open_device(options);
  Venue venue;
  venue.device_required = options.device.has_value();
  venue.no_device_reason = opened.reason;
  if (opened.bench) {
    report.device = opened.bench->device.info();
    venue.target = report.device->target;
    venue.open_stage = [&](std::span<const Plan> plans) {
      return std::make_unique<DeviceStage>(opened.bench->device, opened.bench->kernels, plans);
    };
  }
  std::optional<std::optional<double>> large_copy;  // measured once, if at all
  venue.large_copy_bytes_per_s = [&] {
    if (!large_copy) large_copy = measure_large_copy(opened.bench->device, opened.bench->kernels);
    return *large_copy;
  };
  Outcome outcome = measure(options.run, venue);
  report.rows = outcome.rows;
  output.write(options.format == Format::json ? report_json(report) : report_text(report));
  return verdict(outcome);
}

}  // namespace scanbench
