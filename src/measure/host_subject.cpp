#include "measure/host_subject.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

namespace scanbench {
namespace {

/// The operator is a constant of the loop, as it is of the kernels.
template <Op kOp, typename T>
T scan_serially(const std::vector<T>& input, std::vector<T>& cells, Kind kind) {
  T sum = identity_of<T>(kOp);
  for (std::size_t i = 0; i < input.size(); ++i) {
    cells[i] = sum;
    sum = combine(kOp, sum, input[i]);
  }
  if (kind == Kind::inclusive) {
    for (std::size_t i = 0; i < input.size(); ++i) cells[i] = combine(kOp, cells[i], input[i]);
  }
  return sum;
}

template <typename T>
T scan_serially(Op op, const std::vector<T>& input, std::vector<T>& cells, Kind kind) {
  switch (op) {
    case Op::min:
      return scan_serially<Op::min>(input, cells, kind);
    case Op::max:
      return scan_serially<Op::max>(input, cells, kind);
    case Op::add:
      break;
  }
  return scan_serially<Op::add>(input, cells, kind);
}

/// As on the device, the poison's word over and over.
template <typename T>
T poison(std::size_t turn) {
  constexpr std::size_t kWords = sizeof(T) == 8 ? 2 : 1;
  std::array<std::uint32_t, kWords> words{};
  words.fill(kPoisons[turn % kPoisons.size()]);
  T value{};
  std::memcpy(&value, words.data(), sizeof(T));
  return value;
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
  const std::size_t turn = runs_prepared_++;
  std::visit(
      [&]<typename T>(std::vector<T>& cells) {
        std::ranges::fill(cells, poison<T>(turn));
        answer_.total = poison<T>(turn);
      },
      answer_.cells);
}

std::vector<std::optional<double>> HostSubject::run(Clock clock) {
  using HostClock = std::chrono::steady_clock;
  if (!scans(clock) && clock != Clock::empty_pair) return {};
  const HostClock::time_point begin = HostClock::now();
  if (scans(clock)) {
    std::visit(
        [&]<typename T>(std::vector<T>& cells) {
          answer_.total = scan_serially(op_, std::get<std::vector<T>>(*input_), cells, kind_);
        },
        answer_.cells);
  }
  const auto taken = HostClock::now() - begin;
  if (clock == Clock::each_pass) return {};
  return {known_s(taken)};
}

std::uint64_t HostSubject::mismatches() {
  const auto differs = [](auto a, auto b) { return !same_bits(a, b); };
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
