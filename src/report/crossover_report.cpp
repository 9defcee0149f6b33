#include "report/crossover_report.hpp"

#include <fmt/format.h>

#include "report/json_parts.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

/// The one that is faster, and the other.
std::pair<std::string, std::string> by_speed(const CrossoverReport& report, Faster faster) {
  return faster == Faster::second ? std::pair(report.second, report.first)
                                  : std::pair(report.first, report.second);
}

std::string conclusion(const CrossoverReport& report) {
  const Crossover& found = report.found;
  const auto [ahead, behind] = by_speed(report, found.at_low);
  const std::string low = count_text(found.low);
  const std::string high = count_text(found.high);
  switch (found.outcome) {
    case CrossoverOutcome::found:
      return fmt::format("{} overtakes {} between n = {} and n = {}{}", behind, ahead, low, high,
                         found.narrowed ? "" : "; the intervals cannot tell closer");
    case CrossoverOutcome::none:
      return fmt::format("no crossover: {} is faster than {} at n = {} and at n = {}", ahead,
                         behind, low, high);
    case CrossoverOutcome::stopped:
      return fmt::format("the search was stopped: {}", report.reason.value_or("interrupted"));
    case CrossoverOutcome::unclear:
      break;
  }
  return fmt::format(
      "cannot tell within precision: at an end of n = {} to {} the intervals of {} "
      "and {} overlap; try a wider --range, a larger --max-time or a smaller "
      "--precision",
      low, high, report.first, report.second);
}

std::string_view faster_name(const CrossoverReport& report, Faster faster) {
  if (faster == Faster::unknown) return "cannot tell";
  return faster == Faster::first ? report.first : report.second;
}

}  // namespace

std::string crossover_text(const CrossoverReport& report) {
  Table table({{"n"},
               {fmt::format("{} over {}", report.first, report.second)},
               {"95 % interval"},
               {"faster", true}});
  for (const Duel& duel : report.found.duels) {
    const auto& ci = duel.ratio.ci95;
    table.add({count_text(duel.n), fmt::format("{:.3g}", duel.ratio.value),
               ci ? fmt::format("{:.3g} to {:.3g}", ci->first, ci->second) : "unknown",
               std::string(faster_name(report, faster_of(duel.ratio)))});
  }
  const auto& device = report.report.device;
  return fmt::format("device   {}\n{}\n{}\n{}\n", device ? device->name : report.report.host.cpu,
                     tuned_line(report.tuned), table.text(), conclusion(report));
}

std::string crossover_json(const CrossoverReport& report) {
  Json duels = Json::array();
  for (const Duel& duel : report.found.duels) {
    const auto pair = [](const auto& ci) { return Json{ci.first, ci.second}; };
    const Faster faster = faster_of(duel.ratio);
    duels.push_back(
        {{"n", duel.n},
         {"ratio", duel.ratio.value},
         {"ci95", maybe(duel.ratio.ci95, pair)},
         {"faster", faster == Faster::unknown ? Json(nullptr)
                                              : Json(std::string(faster_name(report, faster)))}});
  }
  const bool found = report.found.outcome == CrossoverOutcome::found;
  const auto bound = [&](std::uint64_t n) { return found ? Json(n) : Json(nullptr); };
  Json json = header_json(report.report);
  json["schema"] = "scanbench.crossover";
  json["schema_version"] = "1.1";
  json["algorithms"] = {report.first, report.second};
  json["range"] = {report.range_low, report.range_high};
  json["outcome"] = std::string(name_of(report.found.outcome));
  json["reason"] = maybe(report.reason);
  json["low"] = bound(report.found.low);
  json["high"] = bound(report.found.high);
  json["narrowed"] = found && report.found.narrowed;
  json["tuned"] = report.tuned;
  json["duels"] = duels;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scanbench
