#include "measure/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error.hpp"
#include "measure/host_subject.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A right scan on the host that pretends to be a device, with known times and a fault to plant.
class FakeSubject : public Subject {
 public:
  explicit FakeSubject(const Plan& plan) : host_(plan.kind), passes_(plan.passes.size()) {}

  void load(const Values& input) override { host_.load(input); }
  std::vector<std::optional<double>> run(Clock clock) override {
    ++runs;
    host_.run(Clock::outer);
    fault(clock);
    if (clock == Clock::each_pass) {
      std::vector<std::optional<double>> times_s(passes_, 1e-6);
      if (!times_s.empty()) times_s[0] = std::nullopt;
      return times_s;
    }
    return {clock == Clock::empty_pair ? 1e-7 : 1e-5 + 1e-8 * runs};
  }
  Answer answer() override {
    Answer answer = host_.answer();
    if (flip_now_) bytes_of(answer.cells)[std::size_t{4} * 700] ^= std::byte{1};
    return answer;
  }
  void keep() override { host_.keep(); }
  std::uint64_t mismatches() override { return flip_now_ ? 1 : host_.mismatches(); }

  int runs = 0;
  int flip_in_run = -1;  ///< in this run one bit of cell 700 is flipped
  bool lose_device = false;

 private:
  void fault(Clock clock) {
    if (lose_device) throw Error(ExitCode::device_lost, "gone: bring it back");
    flip_now_ = runs == flip_in_run && clock != Clock::empty_pair;
  }

  HostSubject host_;
  std::size_t passes_;
  bool flip_now_ = false;
};

RunRequest request_for(const std::vector<const char*>& names, std::vector<std::uint64_t> sizes) {
  RunRequest request;
  for (const char* name : names) request.algorithms.push_back(find_algorithm(name));
  request.sizes = std::move(sizes);
  request.sampling = {.repeat = 7, .warmup = 0};
  return request;
}

Outcome run_with(const RunRequest& request, const std::function<void(FakeSubject&)>& plant = {}) {
  Venue venue;
  venue.target = Target{};
  venue.make_subject = [&](const Plan& plan) {
    auto subject = std::make_unique<FakeSubject>(plan);
    if (plant) plant(*subject);
    return subject;
  };
  return measure(request, venue);
}

TEST(Runner, AnswersAndTimesARightRow) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024})).rows.at(0);
  EXPECT_EQ(row.status, Status::ok);
  EXPECT_EQ(row.answer->exclusive.at(512), Scalar(515.5F));
  EXPECT_EQ(row.answer->total, Scalar(1037.625F));
  EXPECT_TRUE(row.check->ok);
  EXPECT_EQ(row.rounds, 7U);
  EXPECT_EQ(row.time_s->samples, 7U);
  EXPECT_EQ(row.wall_time_s->samples, 7U);
  EXPECT_TRUE(row.time_s->ci95);
  EXPECT_DOUBLE_EQ(*row.timer_cost_s, 1e-7);
  EXPECT_EQ(row.passes.size(), 10U);
}

TEST(Runner, LeavesATimeUnknownThatNoStampTold) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024})).rows.at(0);
  EXPECT_FALSE(row.passes[0].time_s);
  EXPECT_TRUE(row.passes[1].time_s);
  EXPECT_FALSE(row.passes_sum_s());
  EXPECT_FALSE(row.instrumentation_ratio());
}

class FlippedBit : public testing::TestWithParam<std::pair<int, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Runner, FlippedBit,
                         testing::Values(std::pair{1, "on the verifying walk"},
                                         std::pair{2, "on the asked input"},
                                         std::pair{3, "in sample 0"}, std::pair{4, "in sample 0"},
                                         std::pair{5, "in sample 0"}, std::pair{13, "in sample 2"},
                                         std::pair{29, "in sample 6"}));

TEST_P(FlippedBit, IsFoundInWhicheverRunItHappens) {
  const int run = GetParam().first;
  const char* when = GetParam().second;
  const Row row = run_with(request_for({"hillis-steele"}, {1024}), [run](FakeSubject& subject) {
                    subject.flip_in_run = run;
                  }).rows.at(0);
  EXPECT_EQ(row.status, Status::wrong);
  EXPECT_THAT(*row.reason, testing::AllOf(HasSubstr(when), HasSubstr("cell 700 should be")));
  EXPECT_EQ(row.check->mismatches, 1U);
  EXPECT_EQ(row.check->first_mismatch->index, 700U);
  EXPECT_NE(row.check->first_mismatch->expected, row.check->first_mismatch->got);
  EXPECT_FALSE(row.check->ok);
  EXPECT_FALSE(row.answer);
  EXPECT_FALSE(row.time_s);
  EXPECT_FALSE(row.wall_time_s);
  EXPECT_THAT(row.passes, IsEmpty());
}

TEST(Runner, CountsAnEmptyPairAsNoAnswer) {
  const Row row = run_with(request_for({"hillis-steele"}, {1024}), [](FakeSubject& subject) {
                    subject.flip_in_run = 6;  // the first round's empty pair
                  }).rows.at(0);
  EXPECT_EQ(row.status, Status::ok);
}

TEST(Runner, SamplesAtLeastThreeRoundsAndAboutHalfASecond) {
  RunRequest request = request_for({"serial"}, {1024});
  request.sampling = {};
  EXPECT_GE(run_with(request).rows.at(0).rounds, 11U);
}

TEST(Runner, NeedsNoDeviceForTheHostsLoop) {
  const Outcome outcome =
      measure(request_for({"serial", "blelloch"}, {1024}),
              {.target = std::nullopt, .no_device_reason = "none is there", .make_subject = {}});
  EXPECT_EQ(outcome.rows.at(0).status, Status::ok);
  EXPECT_EQ(outcome.rows.at(0).answer->total, Scalar(1037.625F));
  EXPECT_TRUE(outcome.rows.at(0).time_s);
  EXPECT_THAT(outcome.rows.at(0).passes, IsEmpty());
  EXPECT_EQ(outcome.rows.at(1).status, Status::unsupported);
  EXPECT_EQ(outcome.rows.at(1).reason, "none is there");
}

TEST(Runner, MakesARowOfWhatCannotRunAndGoesOn) {
  const Outcome outcome = run_with(request_for({"naive", "blelloch"}, {65537}));
  EXPECT_EQ(outcome.rows.at(0).status, Status::unsupported);
  EXPECT_THAT(*outcome.rows.at(0).reason, HasSubstr("65536"));
  EXPECT_EQ(outcome.rows.at(1).status, Status::ok);
}

TEST(Runner, RefusesMoreThanTheHostsMemory) {
  const Outcome outcome = run_with(request_for({"serial"}, {std::uint64_t{1} << 47}));
  EXPECT_EQ(outcome.rows.at(0).status, Status::unsupported);
  EXPECT_THAT(*outcome.rows.at(0).reason, HasSubstr("host memory"));
}

TEST(Runner, KeepsFinishedRowsWhenTheDeviceIsLost) {
  const Outcome outcome = run_with(request_for({"serial", "blelloch", "naive"}, {8}),
                                   [](FakeSubject& subject) { subject.lose_device = true; });
  EXPECT_TRUE(outcome.device_lost);
  ASSERT_EQ(outcome.rows.size(), 2U);
  EXPECT_EQ(outcome.rows[0].status, Status::ok);
  EXPECT_EQ(outcome.rows[1].status, Status::error);
}

TEST(Runner, ProbesWhatTheRowHas) {
  RunRequest request = request_for({"serial"}, {8, 1024});
  request.probes = {0, 512};
  const Outcome outcome = run_with(request);
  EXPECT_EQ(outcome.rows[0].answer->exclusive.at(0), Scalar(0.0F));
  EXPECT_EQ(outcome.rows[0].answer->exclusive.at(512), std::nullopt);
  EXPECT_EQ(outcome.rows[1].answer->exclusive.at(512), Scalar(515.5F));
  request.probes.clear();
  EXPECT_TRUE(run_with(request).rows[0].answer->exclusive.contains(4));
}

TEST(Runner, GivesTheSameExclusiveSumsInBothKinds) {
  RunRequest request = request_for({"serial"}, {1024});
  request.probes = {0, 1, 512, 1023};
  request.kind = Kind::inclusive;
  const auto inclusive = run_with(request).rows[0].answer->exclusive;
  request.kind = Kind::exclusive;
  EXPECT_EQ(run_with(request).rows[0].answer->exclusive, inclusive);
}

}  // namespace
}  // namespace scanbench
