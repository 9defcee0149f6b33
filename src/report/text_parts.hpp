#pragma once

#include <span>
#include <string>
#include <vector>

#include "measure/result.hpp"

namespace scanbench {

/// The parts that the text report is made of.
std::string input_line(const Row& row);
/// "f32", and "f32 by max" where it is not added.
std::string type_text(const Row& row);
/// The grand total, and whether it wrapped.
std::string total_text(const RowAnswer& answer);
/// A line of a report's head for the algorithms that are cut as an earlier `scanbench tune` found;
/// empty where there is none.
std::string tuned_line(std::span<const std::string> algorithms);
/// One row with all that is known of it and its passes.
std::string single_text(const Row& row);

/// Rows of several n: n down, algorithms across, the reasons of those that could not run, and the
/// crossovers. Rows of one n stand together, smallest first.
std::string sweep_text(std::span<const Row> rows);

/// Whether there is a row, right and with a time.
bool is_timed(const Row* row);

/// Where the faster of two algorithms changes between two sizes, one sentence each. Only sizes at
/// which both are right and their intervals lie apart count; where medians change places without
/// that, the sentence says that it cannot be told.
std::vector<std::string> crossover_lines(std::span<const Row> rows);

/// Which scan to take on the device at which n, and why: stretches of sizes with one choice and one
/// limit, how far from the floor and the copy it is, and its time over that of the host's fastest
/// scan. A choice stays as long as no other is told to be faster. Empty with fewer than two
/// algorithms of the device, or where none was right.
std::string choice_table(std::span<const Row> rows);

}  // namespace scanbench
