#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <span>

#include "cli/numbers.hpp"
#include "cli/sizes.hpp"
#include "error.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostRounds = 1'000'000;
// A quarter as many loop iterations, four elements each: Mesa's software device cuts a loop short
// after 65,535.
constexpr std::uint64_t kMostItems = 65536;

/// The options as they were written: every one a string until it is known to be there.
struct Written {
  std::optional<std::string> algo, sizes, type, kind, input, seed, probe, device, workgroup, items,
      repeat, warmup, format, output;
  bool json = false;
  bool passes = false;
};

[[noreturn]] void refuse(const std::string& line) {
  throw Error(ExitCode::bad_usage, line);
}

void add_string(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                const std::string& help, const std::string& metavar) {
  app.add_option(name, value, help)->type_name(metavar);
}

void add_flag(CLI::App& app, const std::string& name, bool& value, const std::string& help) {
  app.add_flag(name, value, help)
      ->disable_flag_override()
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

void add_format(CLI::App& app, Written& written, std::string_view formats) {
  add_string(app, "--format", written.format, fmt::format("{} (default: text)", formats), "FORMAT");
  add_flag(app, "--json", written.json, "the same as --format json");
  add_string(app, "--output", written.output, "write the report here instead of to stdout", "FILE");
}

void add_run_options(CLI::App& app, Written& written) {
  add_string(app, "--algo", written.algo,
             "algorithms, comma-separated, or all (default: serial,hillis-steele,blelloch)",
             "NAMES");
  add_string(
      app, "-n", written.sizes,
      "elements: sizes and ranges, comma-separated, such as 1000,4Ki,2^20; 1Ki..1Mi doubles, "
      "1Ki..1Mix4 multiplies by 4, 100..1k+100 adds 100 (default: 1024)",
      "SIZES");
  add_string(app, "--type", written.type, "f32 (default), u32 or i32", "TYPE");
  add_string(app, "--kind", written.kind, "inclusive or exclusive (default: each algorithm's own)",
             "KIND");
  add_string(app, "--input", written.input,
             fmt::format("{} (default: course where it is exact, else walk)",
                         fmt::join(kPatternNames, ", ")),
             "PATTERN");
  add_string(app, "--seed", written.seed, "seed of the input (default: 5109)", "S");
  add_string(app, "--probe", written.probe,
             "cells to report, comma-separated (default: 512, or n/2 where n <= 512)", "INDEXES");
  add_string(app, "--device", written.device, "index, part of a name, or UUID (default: the best)",
             "DEVICE");
  add_string(app, "--workgroup", written.workgroup, "invocations in a work-group", "W");
  add_string(app, "--items", written.items, "elements an invocation handles, a multiple of 4", "K");
  add_string(app, "--repeat", written.repeat, "samples of each row (default: half a second's)",
             "N");
  add_string(app, "--warmup", written.warmup, "runs before the first sample (default: by time)",
             "N");
}

std::vector<const Algorithm*> parse_algorithms(const std::string& text) {
  std::vector<const Algorithm*> chosen;
  if (text == "all") {
    for (const Algorithm& algorithm : registry()) chosen.push_back(&algorithm);
    return chosen;
  }
  for (const Token& token : split_list(text)) {
    const Algorithm* algorithm = find_algorithm(token.text);
    if (algorithm == nullptr) {
      refuse_token("--algo", token,
                   fmt::format("is no algorithm: choose from {}, or all", algorithm_names()));
    }
    if (std::ranges::find(chosen, algorithm) == chosen.end()) chosen.push_back(algorithm);
  }
  return chosen;
}

/// A word that `lookup` knows.
template <typename Lookup>
auto parse_word(const std::string& option, const std::string& word, const std::string& choices,
                const Lookup& lookup) {
  const auto value = lookup(word);
  if (!value) refuse(fmt::format("{} '{}' is not known: choose from {}", option, word, choices));
  return *value;
}

std::uint32_t parse_small(const std::string& option, const std::string& text,
                          std::uint64_t least = 1) {
  return static_cast<std::uint32_t>(parse_number(option, {text}, least, kMax32));
}

void refuse_empty(const std::string& option, const std::optional<std::string>& value,
                  const std::string& advice) {
  if (value && value->empty()) refuse(fmt::format("{} '' is empty: {}", option, advice));
}

/// Options that would change nothing are refused: whoever gave them expected something of them.
void refuse_idle_options(const Written& written, const RunRequest& run) {
  const bool any_device = std::ranges::any_of(run.algorithms, &Algorithm::on_device);
  const bool any_items = std::ranges::any_of(run.algorithms, &Algorithm::takes_items);
  if (written.device && !any_device) {
    refuse("--device does not apply: no algorithm of --algo runs on a device; leave it out");
  }
  if (written.workgroup && !any_device) {
    refuse("--workgroup does not apply: no algorithm of --algo runs on a device; leave it out");
  }
  if (written.items && !any_items) {
    refuse(
        "--items does not apply: no algorithm of --algo handles several elements an invocation; "
        "leave it out");
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
}

RunRequest read_run(const Written& written) {
  RunRequest run;
  run.algorithms = parse_algorithms(written.algo.value_or("serial,hillis-steele,blelloch"));
  run.sizes = parse_sizes("-n", written.sizes.value_or("1024"));
  if (written.type) {
    run.type = parse_word("--type", *written.type, "f32, u32, i32", element_type_of);
  }
  if (written.kind) {
    run.kind = parse_word("--kind", *written.kind, "inclusive, exclusive", kind_of);
  }
  if (written.input) {
    run.pattern = parse_word("--input", *written.input,
                             fmt::format("{}", fmt::join(kPatternNames, ", ")), pattern_of);
  }
  if (written.seed) run.seed = parse_small("--seed", *written.seed, 0);
  if (written.probe) run.probes = parse_numbers("--probe", *written.probe, 0, kMax - 1);
  if (written.workgroup) run.workgroup = parse_small("--workgroup", *written.workgroup);
  if (written.items) {
    run.items =
        static_cast<std::uint32_t>(parse_number("--items", {*written.items}, 4, kMostItems));
    if (*run.items % 4 != 0) {
      refuse(fmt::format("--items {} is no multiple of 4: kernels load four elements at once",
                         *run.items));
    }
  }
  if (written.repeat) {
    run.sampling.repeat = parse_number("--repeat", {*written.repeat}, 1, kMostRounds);
  }
  if (written.warmup) {
    run.sampling.warmup = parse_number("--warmup", {*written.warmup}, 0, kMostRounds);
  }
  refuse_idle_options(written, run);
  return run;
}

Format read_format(const Written& written, Command command) {
  if (written.json && written.format) {
    refuse("--json and --format contradict each other: give one of them");
  }
  if (written.json) return Format::json;
  const bool lists = command != Command::run;
  const auto lookup = [&](const std::string& word) {
    const auto format = format_of(word);
    // A listing is there at once; there is nothing to stream.
    return lists && format == Format::jsonl ? std::nullopt : format;
  };
  return parse_word("--format", written.format.value_or("text"),
                    std::string(lists ? kListFormats : kRunFormats), lookup);
}

void refuse_idle_passes(const Options& options) {
  if (!options.passes) return;
  if (options.format != Format::csv && options.format != Format::markdown) {
    refuse("--passes does not apply: it goes with --format csv or markdown; leave it out");
  }
  if (options.format == Format::csv && !options.output) {
    refuse(
        "--passes would print two tables into one CSV: give --output FILE as well, the passes "
        "go to a file beside it");
  }
}

std::string version_line() {
  const Tool tool = this_tool();
  return fmt::format("scanbench {}{}{}\n", tool.version,
                     tool.git ? " (" + tool.git->substr(0, 12) + ")" : "",
                     tool.dirty.value_or(false) ? ", changed since" : "");
}

/// CLI11's complaint as one line of our form.
[[noreturn]] void translate(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> strays = app.remaining(true);
  if (!strays.empty()) {
    refuse(
        fmt::format("'{}' is no option or subcommand here: see scanbench --help", strays.front()));
  }
  const std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool missing = what.find("missing") != std::string::npos;
    refuse(fmt::format("{} {}", what.substr(0, what.find(':')),
                       missing ? "has no value: give it one" : "is there twice: give it once"));
  }
  refuse(fmt::format("{}: see scanbench --help", what));
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  CLI::App app(
      "What a prefix sum (scan) costs on a GPU: runs scans on a Vulkan device pass by "
      "pass,\nchecks every cell of every answer, and reports the times.",
      "scanbench");
  Written written;
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", version_line());
  add_run_options(app, written);
  add_format(app, written, kRunFormats);
  add_flag(app, "--passes", written.passes,
           "csv, markdown: a table of the passes too (csv: in FILE's name with .passes)");
  CLI::App* devices = app.add_subcommand("devices", "list the Vulkan devices");
  CLI::App* algorithms = app.add_subcommand("algorithms", "list the algorithms");
  for (CLI::App* subcommand : {devices, algorithms}) {
    add_format(*subcommand, written, kListFormats);
    subcommand->set_version_flag("--version", version_line());
  }
  CompareWritten compare_written;
  const CLI::App* compare = add_compare(app, compare_written);
  for (const char* argument : std::span(argv, static_cast<std::size_t>(argc))) {
    // CLI11 would take --json=true and --json=yes.
    for (const std::string_view flag : {"--json", "--passes"}) {
      if (std::string_view(argument).starts_with(std::string(flag) + "=")) {
        refuse(fmt::format("{} is no option: {} takes no value", argument, flag));
      }
    }
  }

  Options options;
  options.command_line.assign(argv, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    options.message = version_line();
    return options;
  } catch (const CLI::CallForHelp&) {
    options.message = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    translate(app, error);
  }
  for (CLI::App* subcommand : app.get_subcommands()) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->count() > 0) {
        refuse(fmt::format("{} does not belong before '{}': see scanbench {} --help",
                           option->get_name(), subcommand->get_name(), subcommand->get_name()));
      }
    }
    options.command = subcommand == devices ? Command::devices : Command::algorithms;
  }
  if (!app.get_subcommands().empty() && app.get_subcommands().front() == compare) {
    options.command = Command::compare;
    options.compare = read_compare(compare_written);
    options.output = compare_written.output;
    return options;
  }
  refuse_empty("--device", written.device, "give an index, a part of a name or a UUID");
  refuse_empty("--output", written.output, "give a file");
  options.format = read_format(written, options.command);
  options.device = written.device;
  options.output = written.output;
  options.passes = written.passes;
  refuse_idle_passes(options);
  if (options.command == Command::run) options.run = read_run(written);
  return options;
}

}  // namespace scanbench
