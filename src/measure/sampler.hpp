#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "measure/subject.hpp"

namespace scanbench {

/// How much to sample.
struct Sampling {
  std::optional<std::uint64_t> repeat;  ///< rounds; none: as many as half a second allows, from 3
  std::optional<std::uint64_t> warmup;  ///< rounds before the first sample; none: by time
};

/// Samples in seconds, one list a clock. A run whose time is unknown leaves no sample.
struct Samples {
  std::uint64_t rounds = 0;
  std::vector<double> wall_s;
  std::vector<double> outer_s;
  std::vector<double> empty_pair_s;
  std::vector<std::vector<double>> passes_s;  ///< by pass
  bool wrong = false;  ///< a run's answer differed from the kept one; sampling stopped there
};

/// Runs rounds of one run a clock, so that drift of the machine meets all clocks alike. After every
/// run, outside its time, the answer is compared with the kept one; the first that differs ends the
/// sampling with `wrong` set, and the subject still holds that answer.
Samples sample(Subject& subject, std::size_t passes, const Sampling& sampling);

}  // namespace scanbench
