#include "scan/windows.hpp"

#include <algorithm>
#include <bit>

#include "scan/tiles.hpp"

namespace scanbench {
namespace {

constexpr std::uint64_t kVector = 4;

std::uint64_t round_down(std::uint64_t x, std::uint64_t unit) {
  return x / unit * unit;
}

std::uint64_t round_up(std::uint64_t x, std::uint64_t unit) {
  return round_down(x + unit - 1, unit);
}

/// What a pass reaches over to its partners: in whole vectors, since kernels load them.
std::uint64_t distance_of(const Pass& pass) {
  return std::max(pass.stride, kVector);
}

/// Vectors from one cell to another, negative ones modulo 2^32.
std::uint32_t vectors_between(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::uint32_t>(to / kVector - from / kVector);
}

bool has(const Pass& pass, Span span) {
  return std::ranges::find(pass.bindings, span, &Binding::span) != pass.bindings.end();
}

/// Cuts one pass.
class Cutter {
 public:
  Cutter(const Plan& plan, const Pass& pass)
      : plan_(plan),
        pass_(pass),
        width_(element_bytes(plan.type)),
        aligned_cells_(kWindowAlignment / width_),
        cells_(window_cells()) {}

  /// One window over everything, as the pass says.
  Window whole() const {
    Window window{0, pass_.n, vectors_between(distance_of(pass_), 0), pass_.groups, pass_.bindings};
    for (Binding& binding : window.bindings) binding.bytes = bytes_of(binding);
    return window;
  }

  bool fits(const Window& window) const {
    return std::ranges::all_of(window.bindings, [&](const Binding& binding) {
      return binding.bytes <= plan_.target.max_storage_range_bytes;
    });
  }

  std::uint64_t cells() const { return cells_; }

  Window at(std::uint64_t first) const {
    Window window{first, std::min(cells_, pass_.n - first), 0, {}, pass_.bindings};
    const std::uint64_t invocations = (window.n + pass_.tuning.items - 1) / pass_.tuning.items;
    window.groups = groups_for(invocations, pass_.tuning.workgroup, plan_.target);
    for (Binding& binding : window.bindings) move(binding, window);
    return window;
  }

 private:
  std::uint64_t bytes_of(const Binding& binding) const {
    return binding.bytes > 0 ? binding.bytes
                             : role_bytes(plan_, binding.role) - binding.offset_bytes;
  }

  /// Most cells of a window that starts where any binding may: the smallest unit of all is that of
  /// offsets.
  std::uint64_t window_cells() const {
    const std::uint64_t most = plan_.target.max_storage_range_bytes / width_;
    if (has(pass_, Span::sibling)) return most < aligned_cells_ ? 0 : std::bit_floor(most);
    const std::uint64_t slack = has(pass_, Span::left) ? aligned_cells_ : 0;
    const std::uint64_t tile = has(pass_, Span::tiles) ? tile_cells(pass_.tuning) : 1;
    return most < slack ? 0 : round_down(most - slack, tile * aligned_cells_);
  }

  void move(Binding& binding, Window& window) const {
    switch (binding.span) {
      case Span::all:
        binding.bytes = bytes_of(binding);
        break;
      case Span::cells:
        bind(binding, window.first, window.n);
        break;
      case Span::tiles:
        bind(binding, window.first / tile_cells(pass_.tuning), tile_count(window.n, pass_.tuning));
        break;
      case Span::left:
        move_left(binding, window);
        break;
      case Span::sibling:
        move_to_sibling(binding, window);
        break;
    }
  }

  void bind(Binding& binding, std::uint64_t first, std::uint64_t count) const {
    binding.offset_bytes += first * width_;
    binding.bytes = round_up(count, kVector) * width_;
  }

  void move_left(Binding& binding, Window& window) const {
    const std::uint64_t distance = distance_of(pass_);
    const std::uint64_t begin = window.first > distance ? window.first - distance : 0;
    const std::uint64_t end = window.first + window.n;
    const std::uint64_t first = round_down(begin, aligned_cells_);
    // Where no cell has a partner something is bound all the same.
    bind(binding, first, std::max(end, distance + 1) - distance - first);
    window.partner = vectors_between(distance + first, window.first);
  }

  /// Windows are powers of two: strides within one stay within it; past that, a window's last cell
  /// alone can take part.
  void move_to_sibling(Binding& binding, Window& window) const {
    std::uint64_t first = window.first;
    if (pass_.stride < cells_) {
      window.partner = vectors_between(distance_of(pass_), 0);
    } else {
      const std::uint64_t past = (window.first + window.n) % (2 * pass_.stride);
      if (past == 0) first -= pass_.stride;
      if (past == pass_.stride) first += pass_.stride;
    }
    bind(binding, first, window.n);
  }

  const Plan& plan_;
  const Pass& pass_;
  std::uint64_t width_;
  std::uint64_t aligned_cells_;
  std::uint64_t cells_;
};

}  // namespace

std::vector<Window> windows_of(const Plan& plan, const Pass& pass) {
  const Cutter cutter(plan, pass);
  std::vector<Window> windows;
  if (Window whole = cutter.whole(); cutter.fits(whole)) {
    windows.push_back(std::move(whole));
    return windows;
  }
  // What does not move makes every window too large.
  if (cutter.cells() == 0 || !cutter.fits(cutter.at(0))) return {};
  for (std::uint64_t first = 0; first < pass.n; first += cutter.cells()) {
    windows.push_back(cutter.at(first));
  }
  return windows;
}

}  // namespace scanbench
