#include "cli/compare_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/options.hpp"
#include "cli/parse.hpp"
#include "error.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), {"scanbench", "compare"});
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(CompareOptions, HaveTheirDefaults) {
  const Options options = parse({"a", "b"});
  EXPECT_EQ(options.command, Command::compare);
  EXPECT_THAT(options.compare.base_files, ElementsAre("a"));
  EXPECT_THAT(options.compare.new_files, ElementsAre("b"));
  EXPECT_EQ(options.compare.settings.threshold, 0.05);
  EXPECT_TRUE(options.compare.settings.normalize);
  EXPECT_FALSE(options.compare.force);
  EXPECT_EQ(options.compare.format, CompareFormat::text);
}

TEST(CompareOptions, AreReadAsWritten) {
  const Options options = parse({"--threshold", "2.5%", "a,b", "--normalize", "none", "c,d",
                                 "--force", "--format", "markdown", "--output", "o"});
  EXPECT_THAT(options.compare.base_files, ElementsAre("a", "b"));
  EXPECT_THAT(options.compare.new_files, ElementsAre("c", "d"));
  EXPECT_DOUBLE_EQ(options.compare.settings.threshold, 0.025);
  EXPECT_FALSE(options.compare.settings.normalize);
  EXPECT_TRUE(options.compare.force);
  EXPECT_EQ(options.compare.format, CompareFormat::markdown);
  EXPECT_EQ(options.output, "o");
  EXPECT_EQ(parse({"a", "b", "--json"}).compare.format, CompareFormat::json);
}

TEST(AThreshold, IsAPercentageOrAFraction) {
  EXPECT_DOUBLE_EQ(parse_share("--threshold", "5%"), 0.05);
  EXPECT_DOUBLE_EQ(parse_share("--threshold", "0.05"), 0.05);
  EXPECT_DOUBLE_EQ(parse_share("--threshold", "0.5%"), 0.005);
  EXPECT_DOUBLE_EQ(parse_share("--threshold", "99.9%"), 0.999);
}

TEST(AThreshold, IsRefusedWhereItIsNone) {
  for (const char* text :
       {"",    "%",   "5",    "1",   "0",   "0%",   "100%", "-5%", "+5%", "5 %",
        " 5%", "5%%", "five", "nan", "inf", "nan%", "1e-2", "0x1", "5%x", "0,05"}) {
    EXPECT_THROW(parse_share("--threshold", text), Error) << text;
  }
}

class RefusedByCompare : public testing::TestWithParam<std::vector<const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Options, RefusedByCompare,
    testing::Values(std::vector<const char*>{}, std::vector{"a"}, std::vector{"a", "b", "c"},
                    std::vector{"a,b", "c"}, std::vector{"a,", "b,c"}, std::vector{"", "b"},
                    std::vector{"a", "b", "--threshold", "5"}, std::vector{"a", "b", "--threshold"},
                    std::vector{"a", "b", "--normalize", "copy"},
                    std::vector{"a", "b", "--format", "csv"},
                    std::vector{"a", "b", "--json", "--format", "json"},
                    std::vector{"a", "b", "--json", "--json"},
                    std::vector{"a", "b", "--force", "--force"}, std::vector{"a", "b", "--force=1"},
                    std::vector{"a", "b", "--output", ""}, std::vector{"a", "b", "--quiet"},
                    std::vector{"a", "b", "-n", "8"},
                    std::vector{"a", "b", "--threshold", "5%", "--threshold", "6%"}));

TEST_P(RefusedByCompare, WithOneLine) {
  try {
    parse(GetParam());
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace scanbench
