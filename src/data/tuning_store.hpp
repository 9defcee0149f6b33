#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scan/tuning.hpp"

namespace scanbench {

/// What stored tunings hold for, and nothing else.
struct TuningKey {
  std::string device_uuid;
  std::string driver_info;
  std::string program_version;
};

/// Where the tunings of that device lie: scanbench/tuning-UUID.json in the user's cache folder,
/// which is $XDG_CACHE_HOME or else $HOME/.cache (XDG base directory specification: what is no
/// absolute path counts as unset). None where neither is set.
std::optional<std::filesystem::path> tuning_file(const std::string& device_uuid);

struct StoredTunings {
  std::vector<Tuned> tunings;
  std::optional<std::string> complaint;  ///< why there are none, where a file is there
};

/// The tunings of that file that hold for the key and this target; a file that is not there holds
/// none. Never throws for what the file is or holds.
StoredTunings load_tunings(const std::filesystem::path& file, const TuningKey& key,
                           const Target& target);

/// What belongs into the file: the new tunings, and of the old ones those for other algorithms,
/// types and n.
std::string tunings_text(const TuningKey& key, std::span<const Tuned> old_ones,
                         std::span<const Tuned> new_ones);

}  // namespace scanbench
