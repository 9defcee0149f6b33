#include "measure/host_subject.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace scanbench {
namespace {

// As on the device: as f32 a NaN, as an integer no sum of small values.
constexpr std::uint32_t kPoison = 0xffffdeadU;

template <typename T>
T scan_serially(const std::vector<T>& input, std::vector<T>& cells, Kind kind) {
  T sum{};
  for (std::size_t i = 0; i < input.size(); ++i) {
    cells[i] = sum;
    sum = add(sum, input[i]);
  }
  if (kind == Kind::inclusive) {
    for (std::size_t i = 0; i < input.size(); ++i) cells[i] = add(cells[i], input[i]);
  }
  return sum;
}

/// Two readings of a clock that has not moved between them tell nothing.
std::optional<double> known_s(std::chrono::duration<double> taken) {
  return taken.count() > 0 ? std::optional(taken.count()) : std::nullopt;
}

}  // namespace

void HostSubject::load(const Values& input) {
  input_ = &input;
  answer_ = {make_values(type_of(input), size_of(input)), element_at(input, 0)};
}

void HostSubject::prepare() {
  std::visit(
      [&]<typename T>(std::vector<T>& cells) {
        std::ranges::fill(cells, std::bit_cast<T>(kPoison));
        answer_.total = std::bit_cast<T>(kPoison);
      },
      answer_.cells);
}

std::vector<std::optional<double>> HostSubject::run(Clock clock) {
  using HostClock = std::chrono::steady_clock;
  if (clock == Clock::floor) return {};
  const HostClock::time_point begin = HostClock::now();
  if (scans(clock)) {
    std::visit(
        [&]<typename T>(std::vector<T>& cells) {
          answer_.total = scan_serially(std::get<std::vector<T>>(*input_), cells, kind_);
        },
        answer_.cells);
  }
  const auto taken = HostClock::now() - begin;
  if (clock == Clock::each_pass) return {};
  return {known_s(taken)};
}

std::uint64_t HostSubject::mismatches() {
  const auto differs = [](const auto& a, const auto& b) {
    return std::bit_cast<std::uint32_t>(a) != std::bit_cast<std::uint32_t>(b);
  };
  return std::visit(
      [&]<typename T>(const std::vector<T>& cells) {
        const auto& kept = std::get<std::vector<T>>(kept_.cells);
        std::uint64_t count = differs(std::get<T>(answer_.total), std::get<T>(kept_.total)) ? 1 : 0;
        for (std::size_t i = 0; i < cells.size(); ++i) count += differs(cells[i], kept[i]) ? 1 : 0;
        return count;
      },
      answer_.cells);
}

}  // namespace scanbench
