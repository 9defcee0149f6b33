#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cli/options.hpp"
#include "data/tuning_store.hpp"
#include "error.hpp"
#include "gpu/kernels.hpp"
#include "measure/runner.hpp"

namespace scanbench {

/// The device that rows run on, opened, with its kernels; or the reason why there is none.
class Bench {
 public:
  /// Opens the device that `selector` means, where any of the request's algorithms runs on one.
  Bench(const RunRequest& request, const std::optional<std::string>& selector, const Watch& watch);

  std::optional<DeviceInfo> info() const;
  /// Where to measure; it refers to this bench.
  Venue venue();

 private:
  struct Opened {
    Opened(const Instance& instance, std::size_t index)
        : device(instance, index), kernels(device) {}
    Device device;
    Kernels kernels;
  };

  static std::unique_ptr<Opened> open(const Instance& instance, std::size_t index);
  std::uint32_t counted_subgroup(const RunRequest& request, const Watch& watch);
  std::optional<double> large_copy();

  bool required_;
  bool lost_ = false;
  std::string reason_;
  std::unique_ptr<Instance> instance_;
  std::unique_ptr<Opened> opened_;
  std::optional<Target> target_;
  std::optional<std::optional<double>> large_copy_;  // measured once, if at all
};

/// What stored tunings of that device hold for: this program, too.
TuningKey tuning_key(const DeviceInfo& device);

/// The stored cuts of the bench's device. A file that cannot be used is one line on stderr.
StoredCut stored_cuts(const Bench& bench);

/// A report's head: tool, command line, start, host, and that device.
Report start_report(const Options& options, std::optional<DeviceInfo> device);

/// Keeps a run going until a signal comes; leaves the program by what `finish`, which prints the
/// report, returns.
Watch watch_over(std::function<ExitCode(const Outcome&)> finish);

/// The exit code of a run; what is worse than a row that cannot run is said in one line on stderr.
ExitCode verdict(const Outcome& outcome);

}  // namespace scanbench
