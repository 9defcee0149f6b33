#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scan/element.hpp"

namespace scanbench {

/// Ends with Error(bad_usage) and that line.
[[noreturn]] void refuse(const std::string& line);

/// An option is kept as it was written until it is known to be there; giving it twice is an error.
void add_string(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                const std::string& help, const std::string& metavar);
void add_flag(CLI::App& app, const std::string& name, bool& value, const std::string& help);

/// A word that `lookup` knows.
template <typename Lookup>
auto parse_word(const std::string& option, const std::string& word, std::string_view choices,
                const Lookup& lookup) {
  const auto value = lookup(word);
  if (!value) refuse(fmt::format("{} '{}' is not known: choose from {}", option, word, choices));
  return *value;
}

/// A whole number of 32 bits.
std::uint32_t parse_small(const std::string& option, const std::string& text,
                          std::uint64_t least = 1);

/// An element of that type.
Scalar parse_element(const std::string& option, const std::string& text, ElementType type);

/// "5%" or "0.05": above 0 and below 1. A bare 5 is refused: it could be meant either way.
double parse_share(const std::string& option, const std::string& text);

/// Seconds above 0, at most a day: "1", "0.5".
double parse_seconds(const std::string& option, const std::string& text);

void refuse_empty(const std::string& option, const std::optional<std::string>& value,
                  const std::string& advice);

}  // namespace scanbench
