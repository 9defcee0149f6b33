#include "cli/compare_options.hpp"

#include "cli/numbers.hpp"
#include "cli/parse.hpp"

namespace scanbench {
namespace {

std::vector<std::string> read_files(const std::string& side, const std::string& text) {
  std::vector<std::string> files;
  for (const Token& token : split_list(text)) {
    if (token.text.empty()) {
      refuse(fmt::format("{} '{}' has an empty name (column {}): give files, comma-separated", side,
                         text, token.column));
    }
    files.push_back(token.text);
  }
  return files;
}

CompareFormat read_format(const CompareWritten& written) {
  if (written.json && written.format) {
    refuse("--json and --format contradict each other: give one of them");
  }
  const std::string word = written.json ? "json" : written.format.value_or("text");
  if (word == "text") return CompareFormat::text;
  if (word == "markdown") return CompareFormat::markdown;
  if (word == "json") return CompareFormat::json;
  refuse(fmt::format("--format '{}' is not known: choose from text, markdown, json", word));
}

bool read_normalize(const std::string& word) {
  if (word == "yardstick") return true;
  if (word == "none") return false;
  refuse(fmt::format("--normalize '{}' is not known: choose from yardstick, none", word));
}

}  // namespace

CLI::App* add_compare(CLI::App& app, CompareWritten& written) {
  CLI::App* compare = app.add_subcommand("compare", "compare two JSON reports, as a gate for CI");
  compare->set_version_flag("--version", app.version());
  compare->add_option("BASE", written.base, "report of the build before (--json or jsonl)")
      ->type_name("");
  compare
      ->add_option("NEW", written.next,
                   "report of the build now. Several runs a side: as many files on each, "
                   "comma-separated, run i of one beside run i of the other")
      ->type_name("");
  compare
      ->add_option("--threshold", written.threshold,
                   "the least change that counts: 5% (default) or 0.05")
      ->type_name("T");
  compare
      ->add_option("--normalize", written.normalize,
                   "yardstick (default): judge a time over its own run's yardstick; none: as it is")
      ->type_name("HOW");
  add_flag(*compare, "--force", written.force,
           "compare even where device, driver or yardsticks differ");
  compare->add_option("--format", written.format, "text (default), markdown or json")
      ->type_name("FORMAT");
  add_flag(*compare, "--json", written.json, "the same as --format json");
  compare->add_option("--output", written.output, "write the report here instead of to stdout")
      ->type_name("FILE");
  compare->footer(
      "Exit code: 1 if a row that was right is wrong now, else 4 if any is slower by more than\n"
      "the threshold, else 5 if noise leaves any row open or the reports do not compare, else 0.");
  return compare;
}

CompareRequest read_compare(const CompareWritten& written) {
  if (!written.base || !written.next) {
    refuse("compare needs two reports: give BASE.json and NEW.json");
  }
  CompareRequest request;
  request.base_files = read_files("BASE", *written.base);
  request.new_files = read_files("NEW", *written.next);
  if (request.base_files.size() != request.new_files.size()) {
    refuse(
        fmt::format("BASE has {} and NEW has {} files: give as many on each side, run i of one "
                    "is compared with run i of the other",
                    request.base_files.size(), request.new_files.size()));
  }
  if (written.threshold)
    request.settings.threshold = parse_share("--threshold", *written.threshold);
  request.settings.normalize = read_normalize(written.normalize.value_or("yardstick"));
  request.force = written.force;
  request.format = read_format(written);
  if (written.output && written.output->empty()) refuse("--output '' is empty: give a file");
  return request;
}

}  // namespace scanbench
