#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/comparison.hpp"

namespace CLI {
class App;
}

namespace scanbench {

enum class CompareFormat : std::uint8_t { text, markdown, json };

/// What `compare` was asked: as many reports on each side, at least one.
struct CompareRequest {
  std::vector<std::string> base_files;
  std::vector<std::string> new_files;
  ComparisonSettings settings;
  bool force = false;
  CompareFormat format = CompareFormat::text;
};

/// compare's options as they were written.
struct CompareWritten {
  std::optional<std::string> base, next, threshold, normalize, format, output;
  bool force = false;
  bool json = false;
};

/// Adds the subcommand; parsing fills `written`, which must outlive it.
CLI::App* add_compare(CLI::App& app, CompareWritten& written);

/// Throws Error(bad_usage), one line that names the token at fault.
CompareRequest read_compare(const CompareWritten& written);

}  // namespace scanbench
