#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace faults {

/// What the layer is to do, told by the environment:
///   SCANBENCH_FAULTS      "name[=value]", comma-separated; what each means stands where it is done
///   SCANBENCH_FAULTS_LOG  the file to which it writes that it was there and what it did
class Orders {
 public:
  Orders();

  bool has(const std::string& name) const { return asked_.contains(name); }
  /// The number behind a name, if that fault is asked for.
  std::optional<double> number(const std::string& name) const;
  /// The k-th call of a kind is the one to fail, for "name=k", from 1.
  bool is_at(const std::string& name, std::uint64_t call) const;

  /// A line in the log.
  void note(const std::string& line);
  /// Notes that a fault was done, the first time only.
  void hit(const std::string& name);

 private:
  std::map<std::string, std::string> asked_;
  std::map<std::string, bool> done_;
  std::ofstream log_;
};

Orders& orders();

}  // namespace faults
