#include "cli/parse.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "cli/numbers.hpp"
#include "error.hpp"

namespace scanbench {
namespace {

/// The whole text as a plain decimal; none where it is not one.
std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

}  // namespace

void refuse(const std::string& line) {
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

std::uint32_t parse_small(const std::string& option, const std::string& text, std::uint64_t least) {
  return static_cast<std::uint32_t>(
      parse_number(option, {text}, least, std::numeric_limits<std::uint32_t>::max()));
}

Scalar parse_element(const std::string& option, const std::string& text, ElementType type) {
  return std::visit(
      [&]<typename T>(T value) -> Scalar {
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc{} || rest != end || !std::isfinite(static_cast<double>(value))) {
          refuse(fmt::format("{} '{}' is no {}: give a number that the type holds", option, text,
                             name_of(type)));
        }
        return value;
      },
      element_at(make_values(type, 1), 0));
}

double parse_share(const std::string& option, const std::string& text) {
  const bool percent = text.ends_with('%');
  const auto value = decimal(std::string_view(text).substr(0, text.size() - (percent ? 1 : 0)));
  const double share = value.value_or(0) / (percent ? 100 : 1);
  if (!(share > 0 && share < 1)) {
    refuse(
        fmt::format("{} '{}' is none: give a percentage above 0 and below 100 such as 5%, or a "
                    "fraction such as 0.05",
                    option, text));
  }
  return share;
}

double parse_seconds(const std::string& option, const std::string& text) {
  constexpr double kDay_s = 86400;
  const auto value = decimal(text);
  if (!value || !(*value > 0 && *value <= kDay_s)) {
    refuse(fmt::format("{} '{}' is no time: give seconds above 0, such as 0.5", option, text));
  }
  return *value;
}

void refuse_empty(const std::string& option, const std::optional<std::string>& value,
                  const std::string& advice) {
  if (value && value->empty()) refuse(fmt::format("{} '' is empty: {}", option, advice));
}

}  // namespace scanbench
