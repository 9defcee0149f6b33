#include "data/tuning_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace scanbench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "scanbench.tuning";
constexpr const char* kSchemaVersion = "1.0";
constexpr std::uintmax_t kMostBytes = 1 << 20;
constexpr const char* kMend = "remove it, or run scanbench tune again";

std::optional<fs::path> absolute_from(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (value == nullptr || !fs::path(value).is_absolute()) return std::nullopt;
  return value;
}

/// What in the file is not what it should be, and why.
struct Broken {
  std::string why;
};

std::string read_all(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw Broken{"it is no regular file"};
  if (fs::file_size(file, error) > kMostBytes) throw Broken{"it is too large"};
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw Broken{"it cannot be read"};
  return text;
}

/// A value that an absent key does not have.
const Json& at(const Json& json, const char* key) {
  static const Json none;
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() ? *found : none;
}

std::string word(const Json& json, const char* key) {
  const Json& value = at(json, key);
  return value.is_string() ? value.get<std::string>() : "";
}

/// A whole number in least … most.
std::uint64_t count(const Json& json, const char* key, std::uint64_t least, std::uint64_t most) {
  const Json& value = at(json, key);
  if (!value.is_number_unsigned()) throw Broken{fmt::format("'{}' is no whole number", key)};
  const auto number = value.get<std::uint64_t>();
  if (number < least || number > most) {
    throw Broken{fmt::format("'{}' is {}, which is not in {} to {}", key, number, least, most)};
  }
  return number;
}

std::optional<std::uint32_t> dimension(const Json& json, const char* key, std::uint64_t least,
                                       std::uint64_t most) {
  if (at(json, key).is_null()) return std::nullopt;
  return static_cast<std::uint32_t>(count(json, key, least, most));
}

Tuned tuned_of(const Json& json, const Target& target) {
  constexpr std::uint64_t kMostItems = 65536;
  constexpr std::uint64_t kMostElements = std::uint64_t{1} << 48;
  Tuned tuned;
  tuned.algorithm = word(json, "algorithm");
  const auto type = element_type_of(word(json, "type"));
  if (tuned.algorithm.empty() || !type) throw Broken{"a tuning names no algorithm or type"};
  tuned.type = *type;
  tuned.n = count(json, "n", 1, kMostElements);
  tuned.cut.workgroup = dimension(json, "workgroup", 1, target.max_workgroup);
  tuned.cut.items = dimension(json, "items", 4, kMostItems);
  if (!at(json, "tile_scan").is_null()) {
    tuned.cut.tile_scan = tile_scan_of(word(json, "tile_scan"));
    if (!tuned.cut.tile_scan) throw Broken{"a tuning has an unknown 'tile_scan'"};
  }
  if (tuned.cut.items.value_or(4) % 4 != 0) throw Broken{"'items' is no multiple of 4"};
  return tuned;
}

void hold_against(const Json& json, const TuningKey& key) {
  if (word(json, "schema") != kSchema || !word(json, "schema_version").starts_with("1.")) {
    throw Broken{"it is none of this program's files"};
  }
  const auto same = [&](const char* name, const std::string& wanted) {
    const std::string found = word(json, name);
    if (found != wanted) throw Broken{fmt::format("its {} is '{}', not '{}'", name, found, wanted)};
  };
  same("device", key.device_uuid);
  same("driver", key.driver_info);
  same("version", key.program_version);
}

std::vector<Tuned> parse(const std::string& text, const TuningKey& key, const Target& target) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Broken{"it is no JSON"};
  hold_against(json, key);
  const Json& list = at(json, "tunings");
  if (!list.is_array()) throw Broken{"it has no list of tunings"};
  std::vector<Tuned> tunings;
  for (const Json& entry : list) tunings.push_back(tuned_of(entry, target));
  return tunings;
}

bool same_scan(const Tuned& a, const Tuned& b) {
  return a.algorithm == b.algorithm && a.type == b.type && a.n == b.n;
}

Json json_of(const Tuned& tuned) {
  const auto maybe = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"algorithm", tuned.algorithm},
          {"type", name_of(tuned.type)},
          {"n", tuned.n},
          {"workgroup", maybe(tuned.cut.workgroup)},
          {"items", maybe(tuned.cut.items)},
          {"tile_scan", tuned.cut.tile_scan ? Json(name_of(*tuned.cut.tile_scan)) : Json(nullptr)}};
}

}  // namespace

std::optional<fs::path> tuning_file(const std::string& device_uuid) {
  std::optional<fs::path> folder = absolute_from("XDG_CACHE_HOME");
  if (!folder) {
    folder = absolute_from("HOME");
    if (!folder) return std::nullopt;
    *folder /= ".cache";
  }
  return *folder / "scanbench" / fmt::format("tuning-{}.json", device_uuid);
}

StoredTunings load_tunings(const fs::path& file, const TuningKey& key, const Target& target) {
  std::error_code unknown;
  const fs::file_status status = fs::status(file, unknown);
  if (status.type() == fs::file_type::not_found) return {};
  try {
    return {parse(read_all(file), key, target), std::nullopt};
  } catch (const Broken& broken) {
    return {{}, fmt::format("'{}' is ignored, {}: {}", file.string(), broken.why, kMend)};
  }
}

std::string tunings_text(const TuningKey& key, std::span<const Tuned> old_ones,
                         std::span<const Tuned> new_ones) {
  std::vector<Tuned> all(new_ones.begin(), new_ones.end());
  for (const Tuned& old_one : old_ones) {
    const auto again = [&](const Tuned& tuned) { return same_scan(tuned, old_one); };
    if (std::ranges::none_of(new_ones, again)) all.push_back(old_one);
  }
  std::ranges::stable_sort(
      all, {}, [](const Tuned& tuned) { return std::tuple(tuned.algorithm, tuned.type, tuned.n); });
  Json list = Json::array();
  for (const Tuned& tuned : all) list.push_back(json_of(tuned));
  const Json json = {
      {"schema", kSchema},         {"schema_version", kSchemaVersion}, {"device", key.device_uuid},
      {"driver", key.driver_info}, {"version", key.program_version},   {"tunings", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scanbench
