#pragma once

namespace scanbench {

/// From now on the first SIGINT or SIGTERM only asks the run to end, so that finished rows are
/// still reported; a second one ends the program at once.
void catch_interrupts();

/// The signal that asked, or 0.
int interrupted_by();

}  // namespace scanbench
