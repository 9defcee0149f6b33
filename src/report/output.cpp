#include "report/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "error.hpp"

namespace scanbench {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const std::string& place) {
  const int error = errno;
  throw Error(ExitCode::bad_usage,
              fmt::format("cannot write {} ({}): give --output a file that can be written", place,
                          std::strerror(error)));
}

File open_file(const fs::path& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(fmt::format("'{}'", path.string()));
  return file;
}

void write_all(std::FILE* file, const std::string& text, const std::string& place) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) {
    fail(place);
  }
}

}  // namespace

Output::Output(std::optional<std::string> file) {
  if (!file) return;
  std::error_code ignored;
  file_ = *file;
  const fs::file_status status = fs::status(*file_, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    open_file(*file_, "ab");
    return;
  }
  if (fs::exists(status)) {
    file_ = fs::canonical(*file_, ignored);  // a link stays a link: its target is replaced
    if (access(file_->c_str(), W_OK) != 0) fail(fmt::format("'{}'", *file));
  }
  fs::path beside = *file_;
  beside += fmt::format(".{}.part", getpid());
  const File created(std::fopen(beside.c_str(), "wb"));
  if (!created) fail(fmt::format("'{}'", *file));
  beside_ = beside;
}

Output::~Output() {
  std::error_code ignored;
  if (beside_) fs::remove(*beside_, ignored);
}

void Output::write(const std::string& text) {
  if (!file_) return write_all(stdout, text, "stdout");
  const std::string place = fmt::format("'{}'", file_->string());
  const fs::path target = beside_ ? *beside_ : *file_;
  const File file = open_file(target, beside_ ? "wb" : "ab");
  write_all(file.get(), text, place);
  if (!beside_) return;
  if (std::rename(beside_->c_str(), file_->c_str()) != 0) fail(place);
  beside_.reset();
}

}  // namespace scanbench
