#include "report/tune_report.hpp"

#include <fmt/format.h>

#include "report/json_parts.hpp"
#include "report/table.hpp"
#include "report/units.hpp"

namespace scanbench {
namespace {

std::string workgroup_text(const Candidate& candidate) {
  const auto& tuning = candidate.row.tuning;
  return tuning ? std::to_string(tuning->workgroup) : "-";
}

std::string items_text(const Candidate& candidate) {
  const auto& tuning = candidate.row.tuning;
  return tuning ? std::to_string(tuning->items) : "-";
}

/// "-" where no kernel scans in work-groups.
std::string tile_scan_text(const Candidate& candidate) {
  const auto& tuning = candidate.row.tuning;
  return tuning && tuning->tile_scan ? std::string(name_of(*tuning->tile_scan)) : "-";
}

std::string ratio_text(const Ratio& ratio) {
  return fmt::format("{:.3g}", ratio.value);
}

std::string range_text(const Ratio& ratio) {
  const auto& ci = ratio.ci95;
  return ci ? fmt::format("{:.3g} to {:.3g}", ci->first, ci->second) : "unknown";
}

/// What a reader should know of a search beyond its numbers.
std::string remark(const Search& search) {
  const Candidate* winner = search.winner();
  if (winner == nullptr) {
    const Row& row = search.candidates.front().row;
    return fmt::format("{}: {}", name_of(row.status), *row.reason);
  }
  if (!winner->is_default()) return {};
  return search.gain ? "the default stays: the intervals do not tell another one faster"
                     : "the default stays: there is no other to compare it with";
}

std::string summary_table(const TuneReport& report) {
  Table table({{"algorithm", true},
               {"type", true},
               {"n"},
               {"work-group"},
               {"items"},
               {"tile scan", true},
               {"time"},
               {"95 % interval"},
               {"over default"},
               {"95 % interval"}});
  for (const TunedScan& scan : report.scans) {
    const Search& search = scan.search;
    std::vector<std::string> cells = {scan.algorithm, std::string(name_of(scan.type)),
                                      count_text(scan.n)};
    const Candidate* winner = search.winner();
    const bool timed = winner != nullptr && winner->row.best_time();
    cells.push_back(winner != nullptr ? workgroup_text(*winner) : "-");
    cells.push_back(winner != nullptr ? items_text(*winner) : "-");
    cells.push_back(winner != nullptr ? tile_scan_text(*winner) : "-");
    cells.push_back(timed ? time_text(winner->row.best_time()->median) : "-");
    cells.push_back(timed ? interval_text(*winner->row.best_time()) : "-");
    cells.push_back(search.gain ? ratio_text(*search.gain) : "-");
    cells.push_back(search.gain ? range_text(*search.gain) : "-");
    if (auto note = remark(search); !note.empty()) cells.push_back(std::move(note));
    table.add(std::move(cells));
  }
  return table.text() +
         "over default: the default's time over that of the fastest other cut, measured together\n";
}

/// All of one search, the winner marked.
std::string candidate_table(const Search& search) {
  Table table({{"", true},
               {"work-group"},
               {"items"},
               {"tile scan", true},
               {"heats"},
               {"time"},
               {"95 % interval"},
               {"", true}});
  for (const Candidate& candidate : search.candidates) {
    const Row& row = candidate.row;
    const auto& time_s = row.best_time();
    std::vector<std::string> cells = {&candidate == search.winner() ? "*" : "",
                                      workgroup_text(candidate),
                                      items_text(candidate),
                                      tile_scan_text(candidate),
                                      std::to_string(candidate.heats),
                                      time_s ? time_text(time_s->median) : "-",
                                      time_s ? interval_text(*time_s) : "-",
                                      candidate.is_default() ? "default" : ""};
    if (row.status != Status::ok) {
      cells.push_back(fmt::format("{}: {}", name_of(row.status), *row.reason));
    }
    table.add(std::move(cells));
  }
  return table.text() + "* the winner. Times of fewer heats are of fewer samples.\n";
}

Json interval_json(const std::optional<std::pair<double, double>>& ci95) {
  return maybe(ci95, [](const auto& ci) { return Json{ci.first, ci.second}; });
}

Json cut_json(const Candidate& candidate) {
  const auto& tuning = candidate.row.tuning;
  return {{"workgroup", tuning ? Json(tuning->workgroup) : Json(nullptr)},
          {"items", tuning ? Json(tuning->items) : Json(nullptr)},
          {"tile_scan",
           tuning && tuning->tile_scan ? Json(name_of(*tuning->tile_scan)) : Json(nullptr)},
          {"default", candidate.is_default()}};
}

Json candidate_json(const Candidate& candidate) {
  const auto time = [](const Statistics& s) {
    return Json{{"samples", s.samples}, {"median", s.median}, {"ci95", interval_json(s.ci95)}};
  };
  Json json = cut_json(candidate);
  json["status"] = name_of(candidate.row.status);
  json["reason"] = maybe(candidate.row.reason);
  json["heats"] = candidate.heats;
  json["time_s"] = maybe(candidate.row.best_time(), time);
  return json;
}

Json scan_json(const TunedScan& scan) {
  Json candidates = Json::array();
  for (const Candidate& candidate : scan.search.candidates) {
    candidates.push_back(candidate_json(candidate));
  }
  const Candidate* winner = scan.search.winner();
  const auto gain = [](const Ratio& ratio) {
    return Json{{"value", ratio.value}, {"ci95", interval_json(ratio.ci95)}};
  };
  return {{"algorithm", scan.algorithm},
          {"type", name_of(scan.type)},
          {"n", scan.n},
          {"winner", winner != nullptr ? cut_json(*winner) : Json(nullptr)},
          {"gain", maybe(scan.search.gain, gain)},
          {"candidates", candidates}};
}

}  // namespace

std::string cut_text(const Candidate& candidate) {
  const std::string tile_scan = tile_scan_text(candidate);
  return fmt::format("{}--workgroup {} --items {}{}", candidate.is_default() ? "default " : "",
                     workgroup_text(candidate), items_text(candidate),
                     tile_scan == "-" ? "" : " --tile-scan " + tile_scan);
}

std::string tune_text(const TuneReport& report) {
  const auto& device = report.report.device;
  std::string text = fmt::format("device   {}, driver {}\n\n", device ? device->name : "none",
                                 device ? device->driver_info : "none");
  if (report.scans.size() == 1) text += candidate_table(report.scans.front().search) + "\n";
  text += summary_table(report);
  if (report.kept_in) {
    text += fmt::format("kept in {}: later runs on this device use it\n", *report.kept_in);
  }
  return text;
}

std::string tune_json(const TuneReport& report) {
  Json scans = Json::array();
  for (const TunedScan& scan : report.scans) scans.push_back(scan_json(scan));
  Json json = header_json(report.report);
  json["schema"] = "scanbench.tune";
  json["schema_version"] = "1.1";
  json["kept_in"] = maybe(report.kept_in);
  json["scans"] = scans;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scanbench
