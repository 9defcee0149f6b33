#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "measure/runner.hpp"
#include "scan/device_info.hpp"

/// Another library's scan as rows of scanbench: its stage is verified, sampled and reported by the
/// program's own code, so that the numbers mean the same.
namespace scanbench::peer {

/// A library on its device.
struct Peer {
  Algorithm algorithm;
  DeviceInfo device;
  OpenStage open_stage;
};

/// The plan of a library's whole scan: no passes that could be told apart, and the least work.
Plan whole_scan(const Request& request);

/// Runs it as `scanbench` would with these arguments: -n, --type, --kind, --input, --seed, --probe,
/// and what is said of sampling and of the report. `open` throws Error(cannot_run) where there
/// is no device. Returns the exit code.
int run_peer(int argc, char** argv, const std::function<Peer()>& open);

}  // namespace scanbench::peer
