#include "cli/options.hpp"

#include <algorithm>
#include <span>

#include "cli/parse.hpp"
#include "cli/tune_options.hpp"

namespace scanbench {
namespace {

/// Where the report goes and how it looks, as it was written.
struct FormatWritten {
  std::optional<std::string> format, output;
  bool json = false;
  bool passes = false;
};

void add_format(CLI::App& app, FormatWritten& written, std::string_view formats) {
  add_string(app, "--format", written.format, fmt::format("{} (default: text)", formats), "FORMAT");
  add_flag(app, "--json", written.json, "the same as --format json");
  add_string(app, "--output", written.output, "write the report here instead of to stdout", "FILE");
}

Format read_format(const FormatWritten& written, Command command) {
  if (written.json && written.format) {
    refuse("--json and --format contradict each other: give one of them");
  }
  if (written.json) return Format::json;
  const bool plain = command == Command::crossover || command == Command::tune;
  const std::string_view choices = command == Command::run ? kRunFormats
                                   : plain                 ? kPlainFormats
                                                           : kListFormats;
  const auto lookup = [&](const std::string& word) {
    // Only what this command prints; every format's name is a word of its list.
    const bool offered = choices.find(word) != std::string_view::npos;
    return offered ? format_of(word) : std::nullopt;
  };
  return parse_word("--format", written.format.value_or("text"), choices, lookup);
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

CLI::App* add_listing(CLI::App& app, const std::string& name, const std::string& help,
                      FormatWritten& written) {
  CLI::App* listing = app.add_subcommand(name, help);
  listing->set_version_flag("--version", version_line());
  add_format(*listing, written, kListFormats);
  return listing;
}

/// CLI11 would take --json=true and --json=yes.
void refuse_valued_flags(std::span<const char* const> arguments) {
  for (const std::string_view argument : arguments) {
    for (const std::string flag :
         {"--json", "--passes", "--raw", "--quiet", "--force", "--untuned"}) {
      if (argument.starts_with(flag + "=")) {
        refuse(fmt::format("{} is no option: {} takes no value", argument, flag));
      }
    }
  }
}

/// A run's options before a subcommand belong to neither.
void refuse_misplaced(const CLI::App& app, const CLI::App* subcommand) {
  if (subcommand == nullptr) return;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) {
      refuse(fmt::format("{} does not belong before '{}': see scanbench {} --help",
                         option->get_name(), subcommand->get_name(), subcommand->get_name()));
    }
  }
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  CLI::App app(
      "What a prefix sum (scan) costs on a GPU: runs scans on a Vulkan device pass by "
      "pass,\nchecks every cell of every answer, and reports the times.",
      "scanbench");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", version_line());
  RunWritten run;
  FormatWritten format;
  CrossoverWritten crossover_written;
  RunWritten tune_written;
  CompareWritten compare_written;
  add_run_options(app, run);
  add_format(app, format, kRunFormats);
  add_flag(app, "--passes", format.passes,
           "csv, markdown: a table of the passes too (csv: in FILE's name with .passes)");
  const CLI::App* devices = add_listing(app, "devices", "list the Vulkan devices", format);
  add_listing(app, "algorithms", "list the algorithms", format);
  CLI::App* crossover = add_crossover(app, crossover_written);
  add_format(*crossover, format, kPlainFormats);
  CLI::App* tune = add_tune(app, tune_written);
  add_format(*tune, format, kPlainFormats);
  const CLI::App* compare = add_compare(app, compare_written);
  refuse_valued_flags(std::span(argv, static_cast<std::size_t>(argc)));

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
  const CLI::App* chosen = app.get_subcommands().empty() ? nullptr : app.get_subcommands().front();
  refuse_misplaced(app, chosen);
  if (chosen == compare) {
    options.command = Command::compare;
    options.compare = read_compare(compare_written);
    options.output = compare_written.output;
    return options;
  }
  options.command = chosen == nullptr     ? Command::run
                    : chosen == devices   ? Command::devices
                    : chosen == crossover ? Command::crossover
                    : chosen == tune      ? Command::tune
                                          : Command::algorithms;
  refuse_empty("--output", format.output, "give a file");
  options.format = read_format(format, options.command);
  options.output = format.output;
  options.passes = format.passes;
  refuse_idle_passes(options);
  if (options.command == Command::run) {
    options.run = read_run(run);
    options.device = run.device;
    options.label = run.label;
    options.quiet = run.quiet;
    if (run.raw && options.format != Format::json && options.format != Format::jsonl) {
      refuse("--raw does not apply: it goes with --format json or jsonl; leave it out");
    }
  } else if (options.command == Command::crossover) {
    options.crossover = read_crossover(crossover_written);
    options.device = crossover_written.run.device;
  } else if (options.command == Command::tune) {
    options.run = read_tune(tune_written);
    options.device = tune_written.device;
  }
  return options;
}

}  // namespace scanbench
