#include "orders.hpp"

#include <cstdlib>
#include <sstream>
#include <utility>

namespace faults {

Orders::Orders() {
  const char* asked = std::getenv("SCANBENCH_FAULTS");
  std::istringstream words(asked != nullptr ? asked : "");
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t sign = word.find('=');
    asked_[word.substr(0, sign)] = sign == std::string::npos ? "" : word.substr(sign + 1);
  }
  if (const char* file = std::getenv("SCANBENCH_FAULTS_LOG")) log_.open(file, std::ios::app);
}

std::optional<double> Orders::number(const std::string& name) const {
  const auto found = asked_.find(name);
  // strtod also reads "nan".
  if (found == asked_.end()) return std::nullopt;
  return std::strtod(found->second.c_str(), nullptr);
}

bool Orders::is_at(const std::string& name, std::uint64_t call) const {
  const auto at = number(name);
  return at && static_cast<std::uint64_t>(*at) == call;
}

void Orders::note(const std::string& line) {
  log_ << line << std::endl;  // flushed: the program may leave by _exit
}

void Orders::hit(const std::string& name) {
  if (!std::exchange(done_[name], true)) note("hit " + name);
}

Orders& orders() {
  static Orders the_orders;
  return the_orders;
}

}  // namespace faults
