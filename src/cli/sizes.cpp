#include "cli/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

#include "cli/numbers.hpp"

namespace scanbench {
namespace {

struct Suffix {
  std::string_view name;
  std::uint64_t factor;
};
constexpr Suffix kSuffixes[] = {{"", 1},
                                {"k", 1'000},
                                {"M", 1'000'000},
                                {"G", 1'000'000'000},
                                {"Ki", std::uint64_t{1} << 10},
                                {"Mi", std::uint64_t{1} << 20},
                                {"Gi", std::uint64_t{1} << 30}};

/// None where the product is above kMostElements.
std::optional<std::uint64_t> times(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kMostElements / a) return std::nullopt;
  return a * b;
}

std::optional<std::uint64_t> power(std::uint64_t base, std::uint64_t exponent) {
  if (base <= 1) return base;
  std::optional<std::uint64_t> value = 1;
  for (; value && exponent > 0; --exponent) value = times(*value, base);
  return value;
}

/// A part of a token, by its place in it.
Token part(const Token& token, std::size_t begin, std::size_t end = std::string::npos) {
  return {token.text.substr(begin, end - begin), token.column + begin};
}

/// Reads sizes for one option, which its complaints name.
class Reader {
 public:
  explicit Reader(const std::string& option) : option_(option) {}

  void add(const Token& item) {
    if (item.text.empty()) {
      refuse(item, "is empty: give a size such as 1000, 4Ki or 2^10..2^24");
    }
    if (item.text.find_first_of(" \t\r\n") != std::string::npos) {
      refuse(item, "has a blank: write sizes without any");
    }
    const std::size_t dots = item.text.find("..");
    if (dots == std::string::npos) return insert(number(item), item);
    add_range(item, dots);
  }

  std::vector<std::uint64_t> sizes() const { return {sizes_.begin(), sizes_.end()}; }

 private:
  [[noreturn]] void refuse(const Token& token, const std::string& complaint) const {
    refuse_token(option_, token, complaint);
  }

  void insert(std::uint64_t size, const Token& item) {
    sizes_.insert(size);
    if (sizes_.size() > kMostSizes) {
      refuse(item, fmt::format("makes more than {} sizes: give fewer, or a range of larger steps",
                               kMostSizes));
    }
  }

  void add_range(const Token& item, std::size_t dots) {
    const std::size_t mark = std::min(item.text.find_first_of("x+", dots), item.text.size());
    const Token first = part(item, 0, dots);
    const Token last = part(item, dots + 2, mark);
    if (first.text.empty() || last.text.empty()) {
      refuse(item, "lacks an end: write a range as FIRST..LAST");
    }
    const std::uint64_t low = number(first);
    const std::uint64_t high = number(last);
    if (low > high) refuse(item, "runs backwards: write the smaller end first");
    const bool adds = mark < item.text.size() && item.text[mark] == '+';
    const std::uint64_t step =
        mark == item.text.size() ? 2 : read_step(part(item, mark + 1), adds, item);
    // No overflow: both are at most 2^48 where they add, and the factor divides where it
    // multiplies.
    std::uint64_t size = low;
    for (;;) {
      insert(size, item);
      if (adds ? size + step > high : size > high / step) return;
      size = adds ? size + step : size * step;
    }
  }

  std::uint64_t read_step(const Token& token, bool adds, const Token& item) const {
    if (token.text.empty()) {
      refuse(item, adds ? "lacks its step: write FIRST..LAST+STEP"
                        : "lacks its factor: write FIRST..LASTxFACTOR");
    }
    const std::uint64_t step = number(token);
    if (!adds && step < 2) refuse(token, "is no factor that gets on: give 2 or more");
    return step;
  }

  std::uint64_t number(const Token& token) const {
    const std::optional<std::uint64_t> value = value_of(token);
    if (!value) {
      refuse(token, fmt::format("is too large: give at most 2^48, which is {}", kMostElements));
    }
    if (*value == 0) refuse(token, "is below 1: give 1 or more");
    return *value;
  }

  /// None where it is above kMostElements.
  std::optional<std::uint64_t> value_of(const Token& token) const {
    if (token.text.starts_with('-')) refuse(token, "is negative: give 1 or more");
    const std::size_t end = std::min(token.text.find_first_not_of(kDigits), token.text.size());
    if (end == 0) {
      refuse(token, "is no size: give a whole number such as 1000, 4Ki or 2^10");
    }
    const std::optional<std::uint64_t> value = digits(token.text.substr(0, end));
    const Token rest = part(token, end);
    if (rest.text.starts_with('^')) {
      const std::string exponent = rest.text.substr(1);
      if (exponent.empty() || exponent.find_first_not_of(kDigits) != std::string::npos) {
        refuse(token, "has no whole exponent: write a power such as 2^10");
      }
      // Powers of 0 and 1 stay small even where the exponent is beyond 64 bits.
      if (value && *value <= 1) return value;
      const std::optional<std::uint64_t> repeats = digits(exponent);
      if (!value || !repeats) return std::nullopt;
      return power(*value, *repeats);
    }
    const std::uint64_t factor = factor_of(token, rest);
    if (!value) return std::nullopt;
    return times(*value, factor);
  }

  std::uint64_t factor_of(const Token& token, const Token& rest) const {
    const auto* const suffix = std::ranges::find(kSuffixes, rest.text, &Suffix::name);
    if (suffix != std::end(kSuffixes)) return suffix->factor;
    if (rest.text == "K") refuse(token, "has an ambiguous K: write k for 1000 or Ki for 1024");
    if (rest.text.starts_with('.')) refuse(token, "is no whole number: write it without a point");
    if (rest.text.find_first_of("x+") != std::string::npos) {
      refuse(token,
             "is neither a number nor a range: write FIRST..LASTxFACTOR or FIRST..LAST+STEP");
    }
    refuse(token,
           fmt::format("has an unknown ending '{}': use k, M, G (powers of 1000), Ki, Mi, Gi "
                       "(powers of 1024) or a power such as 2^10",
                       rest.text));
  }

  static constexpr const char* kDigits = "0123456789";
  /// None where they are beyond 64 bits.
  static std::optional<std::uint64_t> digits(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    return value;
  }

  const std::string& option_;
  std::set<std::uint64_t> sizes_;
};

}  // namespace

std::vector<std::uint64_t> parse_sizes(const std::string& option, const std::string& text) {
  Reader reader(option);
  for (const Token& item : split_list(text)) reader.add(item);
  return reader.sizes();
}

}  // namespace scanbench
