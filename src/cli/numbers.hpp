#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scanbench {

/// One entry of a comma-separated list, and the column (from 1) where it stands in the argument.
struct Token {
  std::string text;
  std::size_t column = 1;
};

/// Splits at commas; an empty list gives one empty token.
std::vector<Token> split_list(const std::string& text);

/// Throws Error(bad_usage): the option, the token, its column where that helps, the complaint.
[[noreturn]] void refuse_token(const std::string& option, const Token& token,
                               const std::string& complaint, bool with_column = true);

/// A plain decimal in least … most. Throws Error(bad_usage) that names the option, the token and,
/// in a list, its column.
std::uint64_t parse_number(const std::string& option, const Token& token, std::uint64_t least,
                           std::uint64_t most, bool in_list = false);

/// A comma-separated list of such numbers; duplicates are dropped and the rest sorted.
std::vector<std::uint64_t> parse_numbers(const std::string& option, const std::string& text,
                                         std::uint64_t least, std::uint64_t most);

}  // namespace scanbench
