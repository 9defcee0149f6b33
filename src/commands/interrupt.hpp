#pragma once

#include <functional>

#include "error.hpp"

namespace scanbench {

/// From now on the first SIGINT or SIGTERM only asks the run to end, so that finished rows are
/// still reported; a second one ends the program at once.
void catch_interrupts();

/// The signal that asked, or 0.
int interrupted_by();

/// Ends the program with the code that `report` returns, and destroys nothing: what a hanging
/// device works on may not be, and the driver would wait for it.
[[noreturn]] void leave_with(const std::function<ExitCode()>& report);

}  // namespace scanbench
