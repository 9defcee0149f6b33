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
  /// Opens the device that `selector` means, where any of these algorithms runs on one.
  Bench(std::span<const Algorithm* const> algorithms, const std::optional<std::string>& selector);

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

  bool required_;
  bool any_tiled_;
  std::string reason_;
  std::unique_ptr<Instance> instance_;
  std::unique_ptr<Opened> opened_;
  std::optional<std::optional<double>> large_copy_;  // measured once, if at all
};

/// What stored tunings of that device hold for: this program, too.
TuningKey tuning_key(const DeviceInfo& device);

/// The stored cuts of the bench's device. A file that cannot be used is one line on stderr.
StoredCut stored_cuts(const Bench& bench);

/// A report's head: tool, command line, start, host, and that device.
Report start_report(const Options& options, std::optional<DeviceInfo> device);

/// The exit code of a run; what is worse than a row that cannot run is said in one line on stderr.
ExitCode verdict(const Outcome& outcome);

}  // namespace scanbench
