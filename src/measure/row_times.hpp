#pragma once

#include <span>

#include "measure/sampler.hpp"
#include "scan/plan.hpp"

namespace scanbench {

/// Fills in what the samples of a row's contender say of its times and passes, and the ceilings
/// that were `measured` in the same rounds; every sample too, where they are to be kept.
void add_times(Row& row, const Plan& plan, const Contender& contender,
               std::span<const CeilingSamples> measured, bool keep_samples);

}  // namespace scanbench
