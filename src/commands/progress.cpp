#include "commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "report/units.hpp"

namespace scanbench {
namespace {

constexpr const char* kClearLine = "\r\033[K";

}  // namespace

Progress::Progress(std::size_t rows)
    : rows_(rows), shown_(rows > 1 && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) (void)std::fputs(kClearLine, stderr);
}

void Progress::finished(const Row& row) {
  ++done_;
  if (!shown_) return;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  // Rows grow with n, so what is left is at least this.
  const double left_s =
      spent.count() / static_cast<double>(done_) * static_cast<double>(rows_ - done_);
  (void)std::fputs(
      fmt::format("{}{} at n = {}: {} of {} rows, {} %, about {} left", kClearLine, row.algorithm,
                  count_text(row.n), done_, rows_, 100 * done_ / rows_, time_text(left_s))
          .c_str(),
      stderr);
  (void)std::fflush(stderr);
}

}  // namespace scanbench
