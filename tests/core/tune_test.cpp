#include "measure/tune.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "fake_stage.hpp"
#include "results.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;

/// The default, and 40 work-groups of 1 to 40.
std::vector<Cut> many_cuts() {
  std::vector<Cut> cuts(1);
  for (std::uint32_t i = 1; i <= 40; ++i) cuts.push_back({i, {}});
  return cuts;
}

/// Heats of known times: none for a cut is a wrong answer.
struct Heats {
  std::function<std::optional<double>(std::uint32_t workgroup)> time_s;  ///< 0 for the default
  double spread = 0.001;  ///< half the interval's width, relative
  std::vector<std::vector<Cut>> seen = {};

  std::vector<Row> operator()(std::span<const Cut> cuts) {
    seen.emplace_back(cuts.begin(), cuts.end());
    std::vector<Row> rows;
    for (const Cut& cut : cuts) {
      const auto median_s = time_s(cut.workgroup.value_or(0));
      Row& row = rows.emplace_back(timed_row("fake", median_s.value_or(1), 1));
      row.time_s->ci95 =
          std::pair(row.time_s->median * (1 - spread), row.time_s->median * (1 + spread));
      if (median_s) continue;
      row.status = Status::wrong;
      row.time_s = row.wall_time_s = std::nullopt;
    }
    return rows;
  }
};

Search run_heats(Heats& heats, const std::vector<Cut>& cuts = many_cuts()) {
  return search_cuts(cuts, [&](std::span<const Cut> asked) { return heats(asked); });
}

TEST(Tuning, FindsTheFastestCutAndItsGainOverTheDefault) {
  Heats heats{[](std::uint32_t w) { return w == 0 ? 3e-4 : 1e-4 * (1 + std::abs(17.0 - w)); }};
  const Search search = run_heats(heats);
  EXPECT_EQ(search.winner()->cut, (Cut{17, {}}));
  EXPECT_DOUBLE_EQ(search.gain->value, 3);
  EXPECT_GT(search.gain->ci95->first, 2.9);
  EXPECT_EQ(search.candidates.size(), 41U);
}

TEST(Tuning, HalvesTheCandidatesFromHeatToHeatAndKeepsTheDefaultInEach) {
  Heats heats{[](std::uint32_t w) { return 1e-4 + 1e-9 * w; }, 0.1};
  run_heats(heats);
  std::vector<std::size_t> sizes;
  for (const auto& cuts : heats.seen) {
    sizes.push_back(cuts.size());
    EXPECT_NE(std::ranges::find(cuts, Cut{}), cuts.end());
  }
  EXPECT_THAT(sizes, testing::ElementsAre(41, 21, 11, 6, 3));
}

TEST(Tuning, DropsEarlyWhatTheIntervalsTellToBeSlower) {
  Heats heats{[](std::uint32_t w) { return w == 5 ? 1e-4 : 2e-4; }};
  const Search search = run_heats(heats);
  EXPECT_EQ(heats.seen.size(), 2U);
  EXPECT_EQ(search.winner()->cut, (Cut{5, {}}));
}

TEST(Tuning, NeverLetsAWrongCandidateWin) {
  Heats heats{
      [](std::uint32_t w) { return w == 5 ? std::nullopt : std::optional(1e-4 * (2 + w)); }};
  const Search search = run_heats(heats);
  EXPECT_NE(search.winner()->cut, (Cut{5, {}}));
  const auto wrong = std::ranges::find(search.candidates, Cut{5, {}}, &Candidate::cut);
  EXPECT_EQ(wrong->row.status, Status::wrong);
  EXPECT_EQ(wrong->heats, 1U);
}

TEST(Tuning, DropsACandidateThatGoesWrongInTheLastHeat) {
  int heat = 0;
  Heats heats{[&](std::uint32_t w) {
                return w == 5 && heat > 1 ? std::nullopt : std::optional(w == 5 ? 1e-5 : 1e-4);
              },
              0.2,
              {}};
  const Search search = search_cuts(many_cuts(), [&](std::span<const Cut> cuts) {
    ++heat;
    return heats(cuts);
  });
  EXPECT_NE(search.winner()->cut, (Cut{5, {}}));
}

TEST(Tuning, LeavesTheDefaultWhereTheIntervalsDoNotTellAnotherFaster) {
  Heats heats{[](std::uint32_t w) { return w == 0 ? 1.01e-4 : 1e-4; }, 0.05};
  const Search search = run_heats(heats);
  EXPECT_TRUE(search.winner()->is_default());
  EXPECT_GT(search.gain->value, 1);
  EXPECT_LT(search.gain->ci95->first, 1);
}

TEST(Tuning, LeavesTheDefaultWhereItIsTheFastest) {
  Heats heats{[](std::uint32_t w) { return w == 0 ? 1e-4 : 2e-4; }};
  const Search search = run_heats(heats);
  EXPECT_TRUE(search.winner()->is_default());
  EXPECT_LT(search.gain->value, 1);
}

TEST(Tuning, TakesTheFastestWhereTheDefaultIsWrong) {
  Heats heats{[](std::uint32_t w) { return w == 0 ? std::nullopt : std::optional(1e-4 * w); }};
  const Search search = run_heats(heats);
  EXPECT_EQ(search.winner()->cut, (Cut{1, {}}));
  EXPECT_FALSE(search.gain);
}

TEST(Tuning, HasNoWinnerWhereAllAreWrong) {
  Heats heats{[](std::uint32_t) { return std::nullopt; }};
  const Search search = run_heats(heats);
  EXPECT_EQ(search.winner(), nullptr);
  EXPECT_EQ(search.candidates.size(), 41U);
  EXPECT_EQ(heats.seen.size(), 1U);
}

TEST(Tuning, HasNothingToDecideWithOneCut) {
  Heats heats{[](std::uint32_t) { return 1e-4; }};
  const Search search = run_heats(heats, {Cut{}});
  EXPECT_TRUE(search.winner()->is_default());
  EXPECT_FALSE(search.gain);
}

TEST(Tuning, GivesEveryHeatTheSameTime) {
  EXPECT_DOUBLE_EQ(heat_time_s(1, 30), 0.1);
  EXPECT_DOUBLE_EQ(heat_time_s(1, 3), 1);
  EXPECT_DOUBLE_EQ(heat_time_s(1, 1), 1);
}

TEST(MeasuredCuts, AreVerifiedInFullLikeAnyRow) {
  RunRequest request = request_for({"hillis-steele"}, {1024});
  request.sampling.whole_only = true;
  const std::vector<Cut> cuts = {{}, {16, 64}, {128, 4}};
  const Outcome outcome = measure_cuts(request, cuts, fake_venue({.flip_in_run = 4}), {});
  ASSERT_EQ(outcome.rows.size(), 3U);
  EXPECT_EQ(outcome.rows[0].status, Status::wrong);
  EXPECT_THAT(*outcome.rows[0].reason, HasSubstr("cell 700 should be"));
  EXPECT_EQ(outcome.rows[1].status, Status::ok);
  EXPECT_EQ(outcome.rows[1].tuning->workgroup, 16U);
  EXPECT_EQ(outcome.rows[2].tuning->items, 4U);
  EXPECT_EQ(outcome.rows[1].time_s->samples, 7U);
  EXPECT_FALSE(outcome.rows[1].ceilings.copy_s) << "nothing but the whole scan is timed";
}

class StoredCuts : public testing::Test {
 protected:
  StoredCuts() {
    venue.stored_cut = [](std::string_view algorithm, ElementType, std::uint64_t n) {
      return algorithm == "hillis-steele" && n == 1024 ? std::optional(Cut{16, 64}) : std::nullopt;
    };
  }
  Tuning tuning_of(const char* algorithm, std::uint64_t n, const RunRequest& flags = {}) {
    RunRequest request = request_for({algorithm}, {n});
    request.workgroup = flags.workgroup;
    request.items = flags.items;
    return *measure(request, venue).rows.at(0).tuning;
  }
  Venue venue = fake_venue();
};

TEST_F(StoredCuts, AreUsedAndSaidSo) {
  const Tuning tuning = tuning_of("hillis-steele", 1024);
  EXPECT_EQ(tuning.workgroup, 16U);
  EXPECT_EQ(tuning.items, 64U);
  EXPECT_EQ(tuning.source, Tuning::Source::cached);
  EXPECT_EQ(tuning_of("hillis-steele", 2048).source, Tuning::Source::defaults);
  EXPECT_EQ(tuning_of("blelloch", 1024).source, Tuning::Source::defaults);
}

TEST_F(StoredCuts, GiveWayToAnyFlagAsAWhole) {
  RunRequest flags;
  flags.items = 8;
  const Tuning tuning = tuning_of("hillis-steele", 1024, flags);
  EXPECT_EQ(tuning.items, 8U);
  EXPECT_NE(tuning.workgroup, 16U);
  EXPECT_EQ(tuning.source, Tuning::Source::flag);
}

}  // namespace
}  // namespace scanbench
