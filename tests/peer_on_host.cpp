// A peer without any library or GPU: the host's loop in a GPU's place. What a peer reports can so
// be held against the schema everywhere.
#include <memory>

#include "core/fake_stage.hpp"
#include "peer.hpp"

int main(int argc, char** argv) {
  using namespace scanbench;
  return peer::run_peer(argc, argv, [] {
    peer::Peer peer;
    peer.algorithm = {.name = "host-in-a-gpus-place",
                      .native = Kind::exclusive,
                      .max_n = std::nullopt,
                      .max_n_reason = {},
                      .summary = {},
                      .source = {},
                      .plan = peer::whole_scan};
    peer.device.name = "host";
    peer.device.driver_name = peer.device.driver_info = "none";
    peer.device.uuid = "00000000-0000-0000-0000-000000000000";
    peer.device.api_version = "0.0.0";
    peer.device.target.has_float64 = peer.device.target.has_int64 = true;
    peer.device.timestamp_period_ns = 1;
    peer.open_stage = [](std::span<const Plan> plans) {
      return std::make_unique<FakeStage>(plans, Fault{});
    };
    return peer;
  });
}
