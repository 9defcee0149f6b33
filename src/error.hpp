#pragma once

#include <stdexcept>
#include <string>

namespace scanbench {

/// The program's exit codes: what a script can tell apart without reading any text.
enum class ExitCode : int {
  ok = 0,             ///< every row that ran is right, and at least one ran
  wrong_answer = 1,   ///< a scan gave a wrong answer
  bad_usage = 2,      ///< bad options, unreadable input or unwritable output
  cannot_run = 3,     ///< no row could run: no device, too little memory, beyond the device
  regression = 4,     ///< compare: a scan is slower beyond the threshold
  inconclusive = 5,   ///< compare: noise leaves it open, or the reports do not compare
  device_lost = 6,    ///< the device was lost, or did not end in time
  interrupted = 130,  ///< by SIGINT; by SIGTERM it is 143
};

/// Ends the program: one line that says what is wrong and, behind a colon, what would mend it.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& line) : std::runtime_error(line), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace scanbench
