#pragma once

#include <fstream>
#include <nlohmann/json.hpp>

namespace scanbench {

/// The course's right answers (tests/data/course.json).
inline nlohmann::json course_answers() {
  std::ifstream file(SCANBENCH_TEST_DATA "/course.json");
  return nlohmann::json::parse(file);
}

}  // namespace scanbench
