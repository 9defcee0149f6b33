#include "report/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace scanbench {
namespace {

struct Unit {
  double size;
  std::string_view name;
};

constexpr std::array<Unit, 4> kTimes = {{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};
constexpr std::array<Unit, 5> kRates = {{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
constexpr std::array<Unit, 4> kBytes = {
    {{0x1p30, "GiB"}, {0x1p20, "MiB"}, {0x1p10, "KiB"}, {1, "bytes"}}};

/// Three significant digits without an exponent.
std::string digits(double value) {
  const int places = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return fmt::format("{:.{}f}", value, places);
}

/// The largest unit of which there is at least one; digits() rounds, so 999.5 already is 1,000.
template <std::size_t N>
const Unit& unit_for(double value, const std::array<Unit, N>& units) {
  const auto* const found =
      std::ranges::find_if(units, [&](const Unit& unit) { return value >= 0.9995 * unit.size; });
  return found == units.end() ? units.back() : *found;
}

template <std::size_t N>
std::string with_unit(double value, const std::array<Unit, N>& units) {
  const Unit& unit = unit_for(value, units);
  const std::string number = digits(value / unit.size);
  return unit.name.empty() ? number : fmt::format("{} {}", number, unit.name);
}

}  // namespace

std::string time_text(double seconds) {
  return seconds < 0 ? "-" + with_unit(-seconds, kTimes) : with_unit(seconds, kTimes);
}

std::string interval_text(const Statistics& time_s) {
  if (!time_s.ci95) return "unknown";
  const Unit& unit = unit_for(time_s.ci95->second, kTimes);
  return fmt::format("{} to {} {}", digits(time_s.ci95->first / unit.size),
                     digits(time_s.ci95->second / unit.size), unit.name);
}

std::string rate_text(double per_second) {
  return with_unit(per_second, kRates);
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  return with_unit(static_cast<double>(bytes), kBytes);
}

std::string factor_text(double factor) {
  return digits(factor);
}

std::string percent_text(double fraction) {
  return digits(100 * fraction) + " %";
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  if (text.size() < 5) return text;
  for (std::size_t i = text.size() - 3; i > 0 && i < text.size();
       i -= std::min<std::size_t>(i, 3)) {
    text.insert(i, ",");
  }
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  const std::string_view ending = count == 1 ? "" : noun.ends_with("ch") ? "es" : "s";
  return fmt::format("{} {}{}", count_text(count), noun, ending);
}

std::size_t columns_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string right(const std::string& text, std::size_t width) {
  const std::size_t used = columns_in(text);
  return std::string(width > used ? width - used : 0, ' ') + text;
}

std::string left(const std::string& text, std::size_t width) {
  const std::size_t used = columns_in(text);
  return text + std::string(width > used ? width - used : 0, ' ');
}

}  // namespace scanbench
