#include "commands/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

#include "report/output.hpp"

namespace scanbench {
namespace {

std::atomic<int> caught = 0;
static_assert(std::atomic<int>::is_always_lock_free, "set from a signal handler");

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int signal) { caught = signal; };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

int interrupted_by() {
  return caught;
}

void leave_with(const std::function<ExitCode()>& report) {
  ExitCode code = ExitCode::device_lost;
  try {
    code = report();
  } catch (const Error& error) {
    complain(error.what());
    code = error.code();
  } catch (const std::exception& error) {
    complain(error.what());
  }
  (void)std::fflush(nullptr);
  _exit(static_cast<int>(code));
}

}  // namespace scanbench
