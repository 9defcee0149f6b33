#include "measure/sampler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace scanbench {
namespace {

/// What a run of rounds did, in order: a row's number for each of its runs by the wall clock,
/// kCeiling for each probe.
using Log = std::vector<int>;
constexpr int kCeiling = -1;

/// A row whose wall times are 1, 2, 3, … by run, so that a sample tells which run it was.
class CountingSubject final : public Subject {
 public:
  CountingSubject(int number, Log& log) : number_(number), log_(log) {}

  void prepare() override { prepared_ = true; }
  std::vector<std::optional<double>> run(Clock clock) override {
    EXPECT_TRUE(prepared_ || !scans(clock)) << "a run over the answer of the run before";
    prepared_ = false;
    if (clock != Clock::wall) return {1e-6};
    std::this_thread::sleep_for(pause);
    log_.push_back(number_);
    return {static_cast<double>(++wall_runs)};
  }
  Answer answer() override { return {std::vector<float>(1), 0.0F}; }
  void keep() override {}
  std::uint64_t mismatches() override { return wall_runs == wrong_run ? 1 : 0; }

  std::uint64_t wall_runs = 0;
  std::uint64_t wrong_run = 0;  ///< from 1; 0: none
  std::chrono::milliseconds pause{0};

 private:
  int number_;
  Log& log_;
  bool prepared_ = false;
};

/// A stage with nothing but a ceiling.
class CeilingStage final : public Stage {
 public:
  explicit CeilingStage(Log& log) : log_(log) {}
  void load(const Values&) override {}
  Subject& subject(std::size_t) override { throw std::logic_error("it has none"); }
  std::vector<CeilingProbe> ceilings() override {
    return {{CeilingKind::copy, [this] {
               log_.push_back(kCeiling);
               return 1e-6;
             }}};
  }
  void displace_caches() override {}

 private:
  Log& log_;
};

/// Several rows that are sampled together.
struct Rows {
  explicit Rows(int count) {
    for (int i = 0; i < count; ++i) {
      subjects.push_back(std::make_unique<CountingSubject>(i, log));
      Contender contender;
      contender.subject = subjects.back().get();
      contenders.push_back(std::move(contender));
    }
  }

  std::vector<CeilingSamples> run(const Sampling& sampling) {
    CeilingStage stage(log);
    return sample(contenders, &stage, sampling, [](auto) { return true; });
  }

  Log log;
  std::vector<std::unique_ptr<CountingSubject>> subjects;
  std::vector<Contender> contenders;
};

Sampling exactly(std::uint64_t repeat, std::uint64_t warmup) {
  Sampling sampling;
  sampling.repeat = repeat;
  sampling.warmup = warmup;
  return sampling;
}

TEST(Sampling, TakesThreeRoundsOfARowThatIsTooSlowForMore) {
  Rows rows(1);
  rows.subjects[0]->pause = std::chrono::milliseconds(5);
  Sampling sampling;
  sampling.warmup = 0;
  sampling.max_time_s = 1e-3;
  rows.run(sampling);
  EXPECT_EQ(rows.contenders[0].samples.rounds, 3U);
  EXPECT_EQ(rows.contenders[0].stopped_by, StoppedBy::max_time);
}

TEST(Sampling, WarmsUpUnlessItIsToldNotTo) {
  Rows rows(2);
  Sampling sampling;
  sampling.repeat = 5;
  const auto ceilings = rows.run(sampling);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t warmups = rows.subjects[i]->wall_runs - 5;
    EXPECT_GE(warmups, 1U);
    EXPECT_LE(warmups, 10U);
    EXPECT_EQ(rows.contenders[i].samples.rounds, 5U);
    EXPECT_EQ(rows.contenders[i].samples.wall_s.front(), static_cast<double>(warmups + 1));
  }
  EXPECT_EQ(ceilings.at(0).times_s.size(), 5U) << "a ceiling's warm-up is thrown away, too";
}

TEST(Sampling, WarmsUpAsOftenAsItIsTold) {
  for (const std::uint64_t warmup : {0U, 1U, 4U, 25U}) {
    Rows rows(2);
    rows.run(exactly(5, warmup));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(rows.subjects[i]->wall_runs, warmup + 5);
      EXPECT_EQ(rows.contenders[i].samples.wall_s.size(), 5U);
      EXPECT_EQ(rows.contenders[i].samples.wall_s.front(), static_cast<double>(warmup + 1));
    }
  }
}

TEST(Sampling, CountsAWrongAnswerOfTheWarmUp) {
  Rows rows(2);
  rows.subjects[1]->wrong_run = 2;
  rows.run(exactly(5, 3));
  EXPECT_FALSE(rows.contenders[0].wrong);
  EXPECT_EQ(rows.contenders[0].samples.rounds, 5U);
  ASSERT_TRUE(rows.contenders[1].wrong);
  EXPECT_EQ(rows.contenders[1].wrong->mismatches, 1U);
  EXPECT_EQ(rows.subjects[1]->wall_runs, 2U) << "it has left";
}

/// The order of each of 60 rounds of four rows and their ceiling.
std::vector<Log> orders_with(std::uint32_t seed) {
  Rows rows(4);
  Sampling sampling = exactly(60, 0);
  sampling.shuffle_seed = seed;
  rows.run(sampling);
  std::vector<Log> orders;
  EXPECT_EQ(rows.log.size(), 60U * 5);
  for (auto from = rows.log.begin(); from < rows.log.end(); from += 5) {
    orders.emplace_back(from, from + 5);
  }
  return orders;
}

TEST(Sampling, RunsEveryRowAndTheCeilingsOnceARound) {
  for (Log order : orders_with(1)) {
    std::ranges::sort(order);
    EXPECT_THAT(order, testing::ElementsAre(kCeiling, 0, 1, 2, 3));
  }
}

TEST(Sampling, ShufflesEachRoundAnewByTheSeed) {
  const std::vector<Log> orders = orders_with(1);
  EXPECT_EQ(orders_with(1), orders);
  EXPECT_NE(orders_with(2), orders);
  // In 60 rounds everyone comes first and last at least once, but for one seed in 60,000.
  std::vector<int> firsts;
  std::vector<int> lasts;
  for (const Log& order : orders) {
    firsts.push_back(order.front());
    lasts.push_back(order.back());
  }
  for (const int item : {kCeiling, 0, 1, 2, 3}) {
    EXPECT_THAT(firsts, testing::Contains(item));
    EXPECT_THAT(lasts, testing::Contains(item));
  }
}

TEST(Sampling, GoesOnWithTheOthersWhenOneRowHasStopped) {
  Rows rows(2);
  rows.subjects[0]->pause = std::chrono::milliseconds(20);
  Sampling sampling;
  sampling.warmup = 0;
  sampling.max_time_s = 0.05;
  sampling.max_samples = 9;
  rows.run(sampling);
  EXPECT_EQ(rows.contenders[0].samples.rounds, 3U);
  EXPECT_EQ(rows.contenders[1].samples.rounds, 9U);
  EXPECT_EQ(rows.contenders[1].stopped_by, StoppedBy::max_samples);
}

}  // namespace
}  // namespace scanbench
