#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "commands/commands.hpp"
#include "commands/print.hpp"
#include "measure/device_subject.hpp"
#include "report/output.hpp"

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
  Printer printer(options);
  Report report;
  report.tool = this_tool();
  report.command = options.command_line;
  report.started =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
  report.host = this_host();
  const Opened opened = open_device(options);
  Venue venue{.target = std::nullopt,
              .device_required = options.device.has_value(),
              .no_device_reason = opened.reason,
              .make_subject = {}};
  if (opened.bench) {
    report.device = opened.bench->device.info();
    venue.target = report.device->target;
    venue.make_subject = [&](const Plan& plan) {
      return std::make_unique<DeviceSubject>(opened.bench->device, opened.bench->kernels, plan);
    };
  }
  printer.begin(report);
  Outcome outcome = measure(options.run, venue);
  for (const Row& row : outcome.rows) printer.add(row);
  report.rows = outcome.rows;
  printer.end(report);
  return verdict(outcome);
}

}  // namespace scanbench
