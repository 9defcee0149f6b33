#include "data/tuning_store.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace scanbench {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

const TuningKey kKey{"6d65-7361", "Mesa 22.3.6", "0.1.0"};

class TuningStore : public testing::Test {
 protected:
  TuningStore() { fs::create_directories(folder_); }
  ~TuningStore() override { fs::remove_all(folder_); }

  StoredTunings load(const TuningKey& key = kKey) const {
    return load_tunings(file_, key, Target{});
  }
  StoredTunings load_text(const std::string& text, const TuningKey& key = kKey) const {
    std::ofstream(file_) << text;
    return load(key);
  }
  /// A sound file with one tuning, in which something is replaced.
  StoredTunings load_with(const std::string& what, const std::string& by) const {
    std::string text = tunings_text(kKey, {}, std::vector<Tuned>{one_});
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return load_text(text.replace(at, what.size(), by));
  }

  Tuned one_{"blelloch", ElementType::u32, 1024, {16, 64}};
  // ctest runs each test in a process of its own, several at once.
  fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("scanbench-tuning-{}", getpid());
  fs::path file_ = folder_ / "tuning.json";
};

TEST_F(TuningStore, GivesBackWhatWasKept) {
  const Tuned kept_default{"hillis-steele", ElementType::f32, 65536, {}};
  const StoredTunings stored =
      load_text(tunings_text(kKey, {}, std::vector<Tuned>{one_, kept_default}));
  EXPECT_EQ(stored.complaint, std::nullopt);
  ASSERT_EQ(stored.tunings.size(), 2U);
  EXPECT_EQ(stored.tunings[0].algorithm, "blelloch");
  EXPECT_EQ(stored.tunings[0].type, ElementType::u32);
  EXPECT_EQ(stored.tunings[0].n, 1024U);
  EXPECT_EQ(stored.tunings[0].cut, (Cut{16, 64}));
  EXPECT_EQ(stored.tunings[1].cut, Cut{});
}

TEST_F(TuningStore, ReplacesTheSameScanAndKeepsTheOthers) {
  const std::vector<Tuned> old_ones = {one_, {"blelloch", ElementType::u32, 2048, {8, 4}}};
  const std::vector<Tuned> again = {{"blelloch", ElementType::u32, 1024, {32, {}}}};
  const StoredTunings stored = load_text(tunings_text(kKey, old_ones, again));
  ASSERT_EQ(stored.tunings.size(), 2U);
  EXPECT_EQ(stored.tunings[0].cut, (Cut{32, {}}));
  EXPECT_EQ(stored.tunings[1].n, 2048U);
}

TEST_F(TuningStore, HoldsNothingWhereThereIsNoFileAndSaysNothing) {
  for (const fs::path& file : {file_, folder_ / "no" / "tuning.json", fs::path("/dev/null/x")}) {
    const StoredTunings stored = load_tunings(file, kKey, Target{});
    EXPECT_THAT(stored.tunings, IsEmpty());
    EXPECT_EQ(stored.complaint, std::nullopt) << file;
  }
}

TEST_F(TuningStore, IgnoresWhatIsBrokenAndSaysWhy) {
  const std::string sound = tunings_text(kKey, {}, std::vector<Tuned>{one_});
  std::vector<std::string> texts = {
      "", "{}", "[]", "null", "\xff\xfe", "{\"schema\": 5}", "NaN", std::string(2 << 20, ' ')};
  for (std::size_t length = 1; length + 2 < sound.size(); length += 7) {
    texts.push_back(sound.substr(0, length));
  }
  for (const std::string& text : texts) {
    const StoredTunings stored = load_text(text);
    EXPECT_THAT(stored.tunings, IsEmpty());
    ASSERT_TRUE(stored.complaint) << text;
    EXPECT_THAT(*stored.complaint, testing::AllOf(HasSubstr(file_.string()), HasSubstr("ignored")));
  }
}

TEST_F(TuningStore, IgnoresAWholeFileForOneBadNumber) {
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"\"workgroup\": 16", "\"workgroup\": 0"},
           {"\"workgroup\": 16", "\"workgroup\": 129"},  // more than the target takes
           {"\"workgroup\": 16", "\"workgroup\": -16"},
           {"\"workgroup\": 16", "\"workgroup\": 1.5"},
           {"\"workgroup\": 16", "\"workgroup\": \"16\""},
           {"\"workgroup\": 16", "\"workgroup\": 18446744073709551616"},
           {"\"items\": 64", "\"items\": 6"},
           {"\"items\": 64", "\"items\": 4294967300"},
           {"\"n\": 1024", "\"n\": 0"},
           {"\"n\": 1024", "\"m\": 1024"},
           {"\"u32\"", "\"u8\""},
           {"\"tile_scan\": null", "\"tile_scan\": \"both\""},
           {"\"blelloch\"", "7"}}) {
    const StoredTunings stored = load_with(what, by);
    EXPECT_THAT(stored.tunings, IsEmpty()) << by;
    EXPECT_TRUE(stored.complaint) << by;
  }
}

TEST_F(TuningStore, IgnoresWhatAnotherDeviceDriverOrProgramHasKept) {
  const std::string text = tunings_text(kKey, {}, std::vector<Tuned>{one_});
  for (const TuningKey& key : {TuningKey{"other", kKey.driver_info, kKey.program_version},
                               TuningKey{kKey.device_uuid, "other", kKey.program_version},
                               TuningKey{kKey.device_uuid, kKey.driver_info, "other"}}) {
    const StoredTunings stored = load_text(text, key);
    EXPECT_THAT(stored.tunings, IsEmpty());
    EXPECT_THAT(*stored.complaint, HasSubstr("'other'"));
  }
  EXPECT_TRUE(load_with("\"1.0\"", "\"2.0\"").complaint);
}

TEST_F(TuningStore, IgnoresAFolderInTheFilesPlace) {
  fs::create_directories(file_);
  EXPECT_THAT(*load().complaint, HasSubstr("no regular file"));
}

TEST(TuningFile, LiesInTheUsersCacheFolder) {
  const auto file_with = [](const char* xdg, const char* home) {
    xdg != nullptr ? setenv("XDG_CACHE_HOME", xdg, 1) : unsetenv("XDG_CACHE_HOME");
    home != nullptr ? setenv("HOME", home, 1) : unsetenv("HOME");
    return tuning_file("6d65");
  };
  EXPECT_EQ(file_with("/cache", "/home/me"), "/cache/scanbench/tuning-6d65.json");
  EXPECT_EQ(file_with(nullptr, "/home/me"), "/home/me/.cache/scanbench/tuning-6d65.json");
  EXPECT_EQ(file_with("", "/home/me"), "/home/me/.cache/scanbench/tuning-6d65.json");
  EXPECT_EQ(file_with("relative", "/home/me"), "/home/me/.cache/scanbench/tuning-6d65.json");
  EXPECT_EQ(file_with(nullptr, nullptr), std::nullopt);
  EXPECT_EQ(file_with(nullptr, ""), std::nullopt);
}

}  // namespace
}  // namespace scanbench
