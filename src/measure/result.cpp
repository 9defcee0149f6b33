#include "measure/result.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace scanbench {
namespace {

std::optional<std::string> governor_name() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::string name;
  if (file >> name) return name;
  return std::nullopt;
}

std::vector<double> load_averages() {
  std::array<double, 3> loads{};
  if (getloadavg(loads.data(), static_cast<int>(loads.size())) != 3) return {};
  return {loads.begin(), loads.end()};
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Host this_host() {
  Host host;
  utsname system{};
  host.os = uname(&system) == 0
                ? std::string(system.sysname) + " " + system.release + " " + system.machine
                : "unknown";
  host.cpu = cpu_name();
  host.logical_cpus = std::thread::hardware_concurrency();
  host.load_average = load_averages();
  host.governor = governor_name();
  return host;
}

std::string_view name_of(Status status) {
  constexpr std::array<std::string_view, 5> kNames = {"ok", "wrong", "unsupported", "skipped",
                                                      "error"};
  return kNames[static_cast<std::size_t>(status)];
}

std::string_view name_of(StoppedBy reason) {
  constexpr std::array<std::string_view, 5> kNames = {"precision", "settled", "max_time",
                                                      "max_samples", "repeat"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name_of(CacheState state) {
  return state == CacheState::warm ? "warm" : "cold";
}

std::string_view name_of(Limit limit) {
  constexpr std::array<std::string_view, 4> kNames = {"launches", "cache", "memory", "latency"};
  return kNames[static_cast<std::size_t>(limit)];
}

std::optional<double> Row::fraction_of_copy() const {
  if (!ceilings.copy_s || !time_s) return std::nullopt;
  return *ceilings.copy_s / time_s->median;
}

std::optional<double> Row::unaccounted_s() const {
  if (!on_device || !time_s || !wall_time_s) return std::nullopt;
  return wall_time_s->median - time_s->median;
}

std::optional<double> Row::elements_per_s() const {
  if (!best_time()) return std::nullopt;
  return static_cast<double>(n) / best_time()->median;
}

std::optional<double> Row::passes_sum_s() const {
  if (passes.empty()) return std::nullopt;
  double sum = 0;
  for (const PassResult& pass : passes) {
    if (!pass.time_s) return std::nullopt;
    sum += pass.time_s->median;
  }
  return sum;
}

std::optional<double> Row::instrumentation_ratio() const {
  const auto sum = passes_sum_s();
  if (!sum || !time_s) return std::nullopt;
  return *sum / time_s->median;
}

bool is_tuned(const Row& row) {
  return row.tuning && row.tuning->source == Tuning::Source::cached;
}

std::vector<std::string> tuned_algorithms(std::span<const Row> rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) {
    if (is_tuned(row) && std::ranges::find(names, row.algorithm) == names.end()) {
      names.push_back(row.algorithm);
    }
  }
  return names;
}

}  // namespace scanbench
