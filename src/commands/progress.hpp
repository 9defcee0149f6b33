#pragma once

#include <chrono>
#include <cstddef>

#include "measure/result.hpp"

namespace scanbench {

/// One line on stderr that is written over: rows done, share, time left. Silent unless stderr is a
/// terminal, so that a log in CI stays clean.
class Progress {
 public:
  explicit Progress(std::size_t rows);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void finished(const Row& row);

 private:
  std::size_t rows_;
  std::size_t done_ = 0;
  bool shown_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace scanbench
