#include "cli/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "error.hpp"

namespace scanbench {

std::vector<Token> split_list(const std::string& text) {
  std::vector<Token> tokens;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = text.find(',', begin);
    tokens.push_back({text.substr(begin, comma - begin), begin + 1});
    if (comma == std::string::npos) return tokens;
    begin = comma + 1;
  }
}

void refuse_token(const std::string& option, const Token& token, const std::string& complaint,
                  bool with_column) {
  throw Error(ExitCode::bad_usage,
              fmt::format("{} '{}'{} {}", option, token.text,
                          with_column ? fmt::format(" (column {})", token.column) : "", complaint));
}

std::uint64_t parse_number(const std::string& option, const Token& token, std::uint64_t least,
                           std::uint64_t most, bool in_list) {
  std::uint64_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [rest, error] = std::from_chars(token.text.data(), end, value);
  if (error != std::errc{} || rest != end || value < least || value > most) {
    refuse_token(
        option, token,
        fmt::format("is not a number it takes: give a whole number from {} to {}", least, most),
        in_list);
  }
  return value;
}

std::vector<std::uint64_t> parse_numbers(const std::string& option, const std::string& text,
                                         std::uint64_t least, std::uint64_t most) {
  const std::vector<Token> tokens = split_list(text);
  std::vector<std::uint64_t> values;
  values.reserve(tokens.size());
  for (const Token& token : tokens) {
    values.push_back(parse_number(option, token, least, most, tokens.size() > 1));
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace scanbench
