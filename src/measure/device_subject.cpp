#include "measure/device_subject.hpp"

namespace scanbench {

std::vector<std::optional<double>> DeviceSubject::run(Clock clock) {
  // A plan without a pass leaves the input as the answer: there is nothing to time.
  const bool timed = !executor_.plan().passes.empty();
  switch (clock) {
    case Clock::wall: {
      const double wall_s = executor_.run(Stamps::none).wall_s;
      return {timed ? std::optional(wall_s) : std::nullopt};
    }
    case Clock::outer:
      return timed ? executor_.run(Stamps::outer).intervals_s
                   : std::vector<std::optional<double>>{};
    case Clock::each_pass:
      return executor_.run(Stamps::each_pass).intervals_s;
    case Clock::empty_pair:
      break;
  }
  return executor_.run(Stamps::empty).intervals_s;
}

}  // namespace scanbench
