#include "measure/limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scan/algorithm.hpp"

namespace scanbench {
namespace {

/// Whole seconds and bytes, so that each threshold is met exactly: a copy of this n runs at 10
/// bytes a second, and the launches take 2 seconds of the row's time.
Row row_of(double time_s, std::uint64_t bytes_moved) {
  Row row;
  row.time_s = Statistics{};
  row.time_s->median = time_s;
  row.work = Work{};
  row.work->bytes_moved = bytes_moved;
  row.work->minimum_bytes = 10;
  row.ceilings.floor_s = 2;
  row.ceilings.copy_s = 1;
  return row;
}

LargeCopyRate rate_of(std::optional<double> bytes_per_s) {
  return [bytes_per_s] { return bytes_per_s; };
}

/// Fails the test where it is asked for.
LargeCopyRate not_asked() {
  return []() -> std::optional<double> {
    ADD_FAILURE() << "measured a large copy that no rule needs";
    return std::nullopt;
  };
}

TEST(Limit, IsTheLaunchesWhereTheyTakeHalfOfTheTime) {
  EXPECT_EQ(limit_of(row_of(4, 1000), not_asked()), Limit::launches);
  EXPECT_EQ(limit_of(row_of(3, 1), not_asked()), Limit::launches);
  EXPECT_EQ(limit_of(row_of(4.5, 1), not_asked()), Limit::latency);
}

TEST(Limit, IsMemoryFromHalfOfACopysRateOn) {
  // 8 seconds are left beyond the launches: at 5 bytes a second 40 bytes move.
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(10)), Limit::memory);
  EXPECT_EQ(limit_of(row_of(10, 80), rate_of(10)), Limit::memory);
  EXPECT_EQ(limit_of(row_of(10, 39), not_asked()), Limit::latency);
}

TEST(Limit, IsTheCacheWhereThisCopyOutrunsALargeOne) {
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(8)), Limit::cache);
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(1)), Limit::cache);
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(8.01)), Limit::memory);
}

TEST(Limit, IsNotTheCacheWhereThisCopyIsAsLargeAsTheLargeOne) {
  Row row = row_of(10, kLargeCopyBytes);
  row.work->minimum_bytes = kLargeCopyBytes;
  EXPECT_EQ(limit_of(row, not_asked()), Limit::latency);
  row.work->bytes_moved = 4 * kLargeCopyBytes;
  EXPECT_EQ(limit_of(row, not_asked()), Limit::memory);
  row.work->minimum_bytes = kLargeCopyBytes - 1;
  EXPECT_EQ(limit_of(row, rate_of(1)), Limit::cache);
}

TEST(Limit, IsLatencyWhereTheCopyItselfIsFarFromALargeOne) {
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(20)), Limit::memory);
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(20.1)), Limit::latency);
}

TEST(Limit, TakesTheCopysOwnLaunchOffItsTime) {
  // Half of the copy's second is its launch, so it moves 20 bytes a second and the row needs 10.
  Row row = row_of(10, 79);
  row.ceilings.yardstick_launch_s = 8;
  EXPECT_EQ(limit_of(row, not_asked()), Limit::latency);
  row.work->bytes_moved = 80;
  EXPECT_EQ(limit_of(row, rate_of(20)), Limit::memory);
  // However long a launch, a tenth of the time is left.
  row.ceilings.yardstick_launch_s = 1000;
  EXPECT_EQ(limit_of(row, not_asked()), Limit::latency);
}

TEST(Limit, IsMemoryWhereNoLargeCopyTellsItFromTheCache) {
  EXPECT_EQ(limit_of(row_of(10, 40), rate_of(std::nullopt)), Limit::memory);
  EXPECT_EQ(limit_of(row_of(10, 40), {}), Limit::memory);
}

TEST(Limit, IsUnknownWithoutATimeThatTheRulesNeed) {
  const Row known = row_of(4, 40);
  ASSERT_TRUE(limit_of(known, {}));
  Row row = known;
  row.time_s.reset();
  EXPECT_FALSE(limit_of(row, not_asked()));
  row = known;
  row.work.reset();
  EXPECT_FALSE(limit_of(row, not_asked()));
  row = known;
  row.ceilings.floor_s.reset();
  EXPECT_FALSE(limit_of(row, not_asked()));
  row = known;
  row.ceilings.copy_s.reset();
  EXPECT_FALSE(limit_of(row, not_asked()));
}

/// Whether a target with just so much for one buffer, and for all, takes that many elements.
bool takes(const char* name, std::uint64_t n, std::uint64_t buffer_bytes,
           std::uint64_t heap_bytes) {
  Request request;
  request.n = n;
  request.target.max_buffer_bytes = buffer_bytes;
  request.target.heap_bytes = heap_bytes;
  return !refusal(*find_algorithm(name), request);
}

TEST(DeviceMemory, LimitsOneBufferApartFromAllTogether) {
  constexpr std::uint64_t kBuffer = 16384;
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 40;
  // Input, work buffers, kept answer and staging buffer; the tree in place works in one.
  for (const auto& [name, buffers] : {std::pair{"hillis-steele", 5}, std::pair{"blelloch", 5},
                                      std::pair{"blelloch-inplace", 4}, std::pair{"naive", 4}}) {
    const std::uint64_t all = static_cast<std::uint64_t>(buffers) * kBuffer;
    EXPECT_TRUE(takes(name, 4096, kBuffer, all)) << name;
    EXPECT_FALSE(takes(name, 4096, kBuffer - 1, kMuch)) << name;
    EXPECT_FALSE(takes(name, 4096, kMuch, all - 1)) << name;
  }
}

TEST(DeviceMemory, IsFilledByThePaddingToo) {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 40;
  EXPECT_TRUE(takes("hillis-steele", 4097, 16400, kMuch));
  EXPECT_FALSE(takes("blelloch", 4097, 32767, kMuch));
  EXPECT_TRUE(takes("blelloch", 4097, 32768, kMuch));
}

TEST(DeviceMemory, StagesLargeDataThroughASmallBuffer) {
  constexpr std::uint64_t kN = std::uint64_t{1} << 23;
  const std::uint64_t all = 4 * kN * 4 + (std::uint64_t{16} << 20);
  EXPECT_TRUE(takes("hillis-steele", kN, kN * 4, all));
  EXPECT_FALSE(takes("hillis-steele", kN, kN * 4, all - 1));
}

}  // namespace
}  // namespace scanbench
