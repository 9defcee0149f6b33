#include "report/ceilings.hpp"

#include <fmt/format.h>

#include <vector>

#include "report/units.hpp"

namespace scanbench {
namespace {

constexpr double kMostOfACopy = 1.1;

std::string copy_line(const Row& row) {
  if (!row.ceilings.copy_s) return {};
  std::string line = fmt::format("copy     {} for the same n and type by a kernel",
                                 time_text(*row.ceilings.copy_s));
  if (const auto fraction = row.fraction_of_copy()) {
    line += fmt::format(": this row runs at {} of a copy's speed", percent_text(*fraction));
    if (*is_suspect(row)) line += " (suspect: no scan is faster than a copy)";
  }
  return line + "\n";
}

std::string floor_line(const Row& row) {
  if (!row.ceilings.floor_s) return {};
  const auto factor = times_the_floor(row);
  return fmt::format(
      "floor    {} for the same passes with empty kernels{}\n", time_text(*row.ceilings.floor_s),
      factor ? fmt::format(": the time is {} times that", factor_text(*factor)) : "");
}

std::string against(const std::optional<Statistics>& relative, const std::optional<double>& time_s,
                    std::string_view yardstick) {
  if (!relative && !time_s) return {};
  const std::string size = time_s ? fmt::format(" ({})", time_text(*time_s)) : "";
  if (!relative) return fmt::format("{}{}", yardstick, size);
  const std::string interval =
      relative->ci95 ? fmt::format(", 95 % interval {} to {}", factor_text(relative->ci95->first),
                                   factor_text(relative->ci95->second))
                     : "";
  return fmt::format("{} times {}{}{}", factor_text(relative->median), yardstick, size, interval);
}

std::string yardstick_line(const Row& row) {
  const Ceilings& c = row.ceilings;
  const std::string launch = against(c.relative_to_launch, c.yardstick_launch_s, "16 launches");
  const std::string copy = against(c.relative_to_copy, c.yardstick_copy_s, "the frozen copy");
  if (launch.empty() && copy.empty()) return {};
  return fmt::format("relative {}{}{}\n", launch, launch.empty() || copy.empty() ? "" : "; ", copy);
}

std::string limit_line(const Row& row) {
  if (!row.limited_by) return {};
  std::vector<std::string> grounds;
  if (const auto factor = times_the_floor(row)) {
    grounds.push_back(fmt::format("the launch floor is {} of the time", percent_text(1 / *factor)));
  }
  if (const auto fraction = row.fraction_of_copy()) {
    grounds.push_back(fmt::format("a copy takes {}", percent_text(*fraction)));
  }
  return fmt::format("limit    {}{}{}\n", name_of(*row.limited_by), grounds.empty() ? "" : ": ",
                     fmt::join(grounds, ", "));
}

}  // namespace

std::optional<bool> is_suspect(const Row& row) {
  const auto fraction = row.fraction_of_copy();
  if (!fraction) return std::nullopt;
  return *fraction > kMostOfACopy;
}

std::optional<double> times_the_floor(const Row& row) {
  if (!row.ceilings.floor_s || !row.time_s) return std::nullopt;
  return row.time_s->median / *row.ceilings.floor_s;
}

std::string ceiling_lines(const Row& row) {
  std::string lines = floor_line(row) + copy_line(row);
  if (row.ceilings.transfer_s) {
    lines += fmt::format("transfer {} for the same bytes by vkCmdCopyBuffer\n",
                         time_text(*row.ceilings.transfer_s));
  }
  return lines + yardstick_line(row) + limit_line(row);
}

}  // namespace scanbench
