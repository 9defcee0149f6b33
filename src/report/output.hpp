#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace scanbench {

/// One line on stderr, whatever is in it: line breaks of a user's argument become spaces. An stderr
/// that cannot be written changes nothing.
void complain(std::string what);

/// From now on stdout is for reports alone: what anything else in the process prints there, such as
/// a driver, goes to stderr. Once, before anything is printed.
void reserve_stdout();

/// Where a report goes. A regular file is written beside its place and renamed once whole, so that
/// nobody ever reads half a report and a failed run leaves the old one; anything else (stdout, a
/// pipe, a device) is written directly.
class Output {
 public:
  /// Checks that the place can be written, before anything is run. Throws Error(bad_usage), which
  /// gives that advice.
  explicit Output(std::optional<std::string> file,
                  std::string advice = "give --output a file that can be written");
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  /// Writes the whole report. Throws Error(bad_usage) where that fails.
  void write(const std::string& text);

  /// The same in parts: each is written at once, and the file takes its place when it is finished.
  void add(const std::string& part);
  void finish();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };
  std::optional<std::filesystem::path> file_;
  std::string advice_;
  std::optional<std::filesystem::path> beside_;  ///< the unfinished report, while there is one
  std::unique_ptr<std::FILE, CloseFile>
      open_;  ///< what is no regular file, kept open from the start
};

}  // namespace scanbench
