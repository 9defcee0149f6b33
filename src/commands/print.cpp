#include "commands/print.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "error.hpp"
#include "report/csv.hpp"
#include "report/json.hpp"
#include "report/markdown.hpp"
#include "report/text.hpp"

namespace scanbench {
namespace {

namespace fs = std::filesystem;

/// A file beside a pipe or a device would be a surprise.
void refuse_special(const std::string& file) {
  std::error_code unknown;
  if (fs::exists(file, unknown) && !fs::is_regular_file(file, unknown)) {
    throw Error(ExitCode::bad_usage,
                fmt::format("--passes needs a second file beside '{}', which is no regular file: "
                            "give another --output",
                            file));
  }
}

}  // namespace

std::string passes_file(const std::string& results_file) {
  fs::path path = results_file;
  const std::string extension = path.extension().string();
  path.replace_extension(fmt::format(".passes{}", extension));
  return path.string();
}

Printer::Printer(const Options& options)
    : format_(options.format), passes_(options.passes), output_(options.output) {
  if (!passes_ || format_ != Format::csv) return;
  refuse_special(*options.output);
  passes_output_.emplace(passes_file(*options.output));
}

void Printer::begin(const Report& report) {
  if (std::exchange(begun_, true)) return;
  if (format_ == Format::jsonl) output_.add(report_jsonl_header(report));
}

void Printer::add(const Row& row) {
  if (format_ == Format::jsonl) output_.add(report_jsonl_row(row));
}

void Printer::end(const Report& report) {
  switch (format_) {
    case Format::text:
      return output_.write(report_text(report));
    case Format::json:
      return output_.write(report_json(report));
    case Format::jsonl:
      return output_.finish();
    case Format::csv:
      output_.write(csv_text(results_table(report)));
      if (passes_output_) passes_output_->write(csv_text(passes_table(report)));
      return;
    case Format::markdown:
      output_.add(markdown_text(results_table(report)));
      if (passes_) output_.add(fmt::format("\n{}", markdown_text(passes_table(report))));
      return output_.finish();
  }
}

}  // namespace scanbench
