#include "report/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "error.hpp"

namespace scanbench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& place, const std::string& advice) {
  const int error = errno;
  throw Error(ExitCode::bad_usage,
              fmt::format("cannot write {} ({}): {}", place, std::strerror(error), advice));
}

void write_all(std::FILE* file, const std::string& text, const std::string& place,
               const std::string& advice) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) {
    fail(place, advice);
  }
}

/// Where reports go that go to stdout; nullptr where it was closed from the start.
std::FILE* report_stream = stdout;

/// Where a link ends, whether or not there is anything yet: a link stays, its target is replaced.
fs::path end_of_links(fs::path path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code not_a_link;
    const fs::path target = fs::read_symlink(path, not_a_link);
    if (not_a_link) return path;
    path = path.parent_path() / target;
  }
  return path;
}

}  // namespace

void complain(std::string what) {
  std::ranges::replace_if(
      what, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  (void)std::fputs(fmt::format("scanbench: {}\n", what).c_str(), stderr);
}

void reserve_stdout() {
  const int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  report_stream = kept < 0 ? nullptr : fdopen(kept, "w");
  // A closed stderr would become whatever file is opened next.
  if (fcntl(STDERR_FILENO, F_GETFD) < 0) (void)std::freopen("/dev/null", "w", stderr);
  (void)dup2(fileno(stderr), STDERR_FILENO);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
}

Output::Output(std::optional<std::string> file, std::string advice) : advice_(std::move(advice)) {
  if (!file) return;
  const std::string place = fmt::format("'{}'", *file);
  file_ = end_of_links(*file);
  struct stat status {};
  const bool exists = stat(file_->c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail(place, advice_);
  if (exists && !S_ISREG(status.st_mode)) {
    open_.reset(std::fopen(file_->c_str(), "ab"));
    if (!open_) fail(place, advice_);
    return;
  }
  if (exists && access(file_->c_str(), W_OK) != 0) fail(place, advice_);
  static int made = 0;  // two reports of one run may stand in one folder
  const fs::path beside =
      file_->parent_path() / fmt::format(".scanbench-{}-{}.part", getpid(), ++made);
  open_.reset(std::fopen(beside.c_str(), "wbx"));
  if (!open_) fail(place, advice_);
  beside_ = beside;
  if (exists) (void)fchmod(fileno(open_.get()), status.st_mode & 07777U);
}

Output::~Output() {
  std::error_code ignored;
  if (beside_) fs::remove(*beside_, ignored);
}

void Output::write(const std::string& text) {
  add(text);
  finish();
}

void Output::add(const std::string& part) {
  if (!file_ && report_stream == nullptr) {
    errno = EBADF;
    fail("stdout", advice_);
  }
  if (!file_) return write_all(report_stream, part, "stdout", advice_);
  write_all(open_.get(), part, fmt::format("'{}'", file_->string()), advice_);
}

void Output::finish() {
  if (!beside_) return;
  if (std::rename(beside_->c_str(), file_->c_str()) != 0) {
    fail(fmt::format("'{}'", file_->string()), advice_);
  }
  beside_.reset();
}

}  // namespace scanbench
