#include "cli/run_options.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "cli/numbers.hpp"
#include "cli/parse.hpp"
#include "cli/sizes.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostRounds = 1'000'000;
// A quarter as many loop iterations, four elements each: Mesa's software device cuts a loop short
// after 65,535.
constexpr std::uint64_t kMostItems = 65536;

std::optional<CacheState> cache_of(const std::string& word) {
  if (word == "warm") return CacheState::warm;
  if (word == "cold") return CacheState::cold;
  return std::nullopt;
}

/// Every name of an enumeration, as messages list them.
template <typename Enum, std::size_t N>
std::string names_of(const std::array<Enum, N>& all) {
  std::string names;
  for (const Enum one : all) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(one));
  return names;
}

/// Options that would change nothing are refused: whoever gave them expected something of them.
void refuse_idle_options(const RunWritten& written, const RunRequest& run) {
  const bool any_device = std::ranges::any_of(run.algorithms, &Algorithm::on_device);
  const bool any_items = std::ranges::any_of(run.algorithms, &Algorithm::takes_items);
  for (const auto& [option, value] :
       {std::pair("--device", &written.device), std::pair("--workgroup", &written.workgroup),
        std::pair("--timeout", &written.timeout)}) {
    if (*value && !any_device) {
      refuse(fmt::format("{} does not apply: no asked algorithm runs on a device; leave it out",
                         option));
    }
  }
  if (written.items && !any_items) {
    refuse(
        "--items does not apply: no asked algorithm handles several elements an invocation; leave "
        "it out");
  }
  const bool any_tiled = std::ranges::any_of(run.algorithms, &Algorithm::tiled);
  for (const auto& [option, value] :
       {std::pair("--init", &written.init), std::pair("--tile-scan", &written.tile_scan)}) {
    if (*value && !any_tiled) {
      refuse(fmt::format("{} does not apply: no asked algorithm scans by tiles; leave it out",
                         option));
    }
  }
  if (written.untuned && (!any_device || written.workgroup || written.items || written.tile_scan)) {
    refuse(
        "--untuned does not apply: only a device's scans are tuned, and flags override it; leave "
        "it out");
  }
  if (written.seed && run.pattern && !uses_seed(*run.pattern)) {
    refuse(fmt::format("--seed does not apply: the input '{}' has none; leave it out",
                       name_of(*run.pattern)));
  }
  for (const std::uint64_t index : run.probes) {
    if (index >= run.sizes.back()) {
      refuse(fmt::format("--probe {} is in no row: the largest n is {}, give indexes below it",
                         index, run.sizes.back()));
    }
  }
  for (const auto& [option, value] :
       {std::pair("--precision", &written.precision), std::pair("--max-time", &written.max_time),
        std::pair("--max-samples", &written.max_samples)}) {
    if (*value && written.repeat) {
      refuse(
          fmt::format("{} and --repeat contradict each other: --repeat fixes the samples", option));
    }
  }
}

void read_scan(const RunWritten& written, RunRequest& run) {
  if (written.type) {
    run.type = parse_word("--type", *written.type, names_of(kElementTypes), element_type_of);
  }
  if (written.op) run.op = parse_word("--op", *written.op, names_of(kOps), op_of);
  if (written.kind) {
    run.kind = parse_word("--kind", *written.kind, "inclusive, exclusive", kind_of);
  }
  if (written.input) {
    run.pattern = parse_word("--input", *written.input,
                             fmt::format("{}", fmt::join(kPatternNames, ", ")), pattern_of);
  }
  if (written.seed) run.seed = parse_small("--seed", *written.seed, 0);
  if (written.init) run.init = parse_element("--init", *written.init, run.type);
  if (written.tile_scan) {
    run.tile_scan = parse_word("--tile-scan", *written.tile_scan, "subgroup, shared", tile_scan_of);
  }
  run.untuned = written.untuned;
  if (written.workgroup) run.workgroup = parse_small("--workgroup", *written.workgroup);
  if (!written.items) return;
  run.items = static_cast<std::uint32_t>(parse_number("--items", {*written.items}, 4, kMostItems));
  if (*run.items % 4 != 0) {
    refuse(fmt::format("--items {} is no multiple of 4: kernels load four elements at once",
                       *run.items));
  }
}

Sampling read_sampling(const RunWritten& written) {
  Sampling sampling;
  if (written.repeat) sampling.repeat = parse_number("--repeat", {*written.repeat}, 1, kMostRounds);
  if (written.warmup) sampling.warmup = parse_number("--warmup", {*written.warmup}, 0, kMostRounds);
  if (written.precision) sampling.precision = parse_share("--precision", *written.precision);
  if (written.max_time) sampling.max_time_s = parse_seconds("--max-time", *written.max_time);
  if (written.max_samples) {
    sampling.max_samples = parse_number("--max-samples", {*written.max_samples}, 3, kMostRounds);
  }
  if (written.cache) sampling.cache = parse_word("--cache", *written.cache, "warm, cold", cache_of);
  return sampling;
}

}  // namespace

void add_target_options(CLI::App& app, RunWritten& written) {
  add_string(app, "--type", written.type, fmt::format("{} (default: f32)", names_of(kElementTypes)),
             "TYPE");
  add_string(app, "--device", written.device, "index, part of a name, or UUID (default: the best)",
             "DEVICE");
}

void add_scan_options(CLI::App& app, RunWritten& written) {
  add_target_options(app, written);
  add_string(app, "--op", written.op,
             fmt::format("what combines elements: {} (default: add)", names_of(kOps)), "OP");
  add_string(app, "--kind", written.kind, "inclusive or exclusive (default: each algorithm's own)",
             "KIND");
  add_string(app, "--input", written.input,
             fmt::format("{} (default: course where it is exact, else walk)",
                         fmt::join(kPatternNames, ", ")),
             "PATTERN");
  add_string(app, "--seed", written.seed, "seed of the input (default: 5109)", "S");
  add_string(app, "--init", written.init,
             "scans by tiles: what they start from (default: the operator's identity)", "V");
  add_string(app, "--tile-scan", written.tile_scan,
             "scans by tiles: subgroup operations or shared memory (default: subgroup where the "
             "device has them)",
             "HOW");
  add_string(app, "--workgroup", written.workgroup, "invocations in a work-group", "W");
  add_string(app, "--items", written.items, "elements an invocation handles, a multiple of 4", "K");
  add_flag(app, "--untuned", written.untuned, "ignore what scanbench tune has kept");
}

void add_sampling_options(CLI::App& app, RunWritten& written) {
  add_string(app, "--repeat", written.repeat, "samples of each row, neither more nor fewer", "N");
  add_string(app, "--warmup", written.warmup,
             "rounds before the first sample (default: until times settle)", "N");
  add_string(app, "--precision", written.precision,
             "enough when the median is known to within this share (default: 1%)", "P");
  add_string(app, "--max-time", written.max_time, "seconds at most for a row (default: 1)", "S");
  add_string(app, "--max-samples", written.max_samples, "samples at most (default: 10000)", "N");
  add_string(app, "--cache", written.cache,
             "warm (default), or cold: displace the caches before each sample", "STATE");
  add_string(app, "--timeout", written.timeout,
             "seconds that the device may take for one step of a row, a scan or a copy; then the "
             "run ends (default: 60)",
             "S");
}

void add_run_options(CLI::App& app, RunWritten& written) {
  add_string(app, "--algo", written.algo,
             "algorithms, comma-separated, or all (default: serial,hillis-steele,blelloch)",
             "NAMES");
  add_string(
      app, "-n", written.sizes,
      "elements: sizes and ranges, comma-separated, such as 1000,4Ki,2^20; 1Ki..1Mi doubles, "
      "1Ki..1Mix4 multiplies by 4, 100..1k+100 adds 100 (default: 1024)",
      "SIZES");
  add_scan_options(app, written);
  add_string(app, "--probe", written.probe,
             "cells to report, comma-separated (default: 512, or n/2 where n <= 512)", "INDEXES");
  add_sampling_options(app, written);
  add_flag(app, "--raw", written.raw, "json, jsonl: every sample");
  add_string(app, "--label", written.label, "a word of your own for the report", "TEXT");
  add_flag(app, "--quiet", written.quiet, "no advice on stderr");
}

std::vector<const Algorithm*> parse_algorithms(const std::string& option, const std::string& text) {
  std::vector<const Algorithm*> chosen;
  if (text == "all") {
    for (const Algorithm& algorithm : registry()) chosen.push_back(&algorithm);
    return chosen;
  }
  for (const Token& token : split_list(text)) {
    const Algorithm* algorithm = find_algorithm(token.text);
    if (algorithm == nullptr) {
      refuse(fmt::format("{} '{}' (column {}) is no algorithm: choose from {}, or all", option,
                         token.text, token.column, algorithm_names()));
    }
    if (std::ranges::find(chosen, algorithm) == chosen.end()) chosen.push_back(algorithm);
  }
  return chosen;
}

RunRequest read_run(const RunWritten& written) {
  refuse_empty("--device", written.device, "give an index, a part of a name or a UUID");
  RunRequest run;
  run.algorithms =
      parse_algorithms("--algo", written.algo.value_or("serial,hillis-steele,blelloch"));
  run.sizes = parse_sizes("-n", written.sizes.value_or("1024"));
  read_scan(written, run);
  if (written.probe) run.probes = parse_numbers("--probe", *written.probe, 0, kMax - 1);
  run.sampling = read_sampling(written);
  run.keep_samples = written.raw;
  if (written.timeout) run.timeout_s = parse_seconds("--timeout", *written.timeout);
  refuse_idle_options(written, run);
  return run;
}

}  // namespace scanbench
