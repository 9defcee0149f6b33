#include "cli/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/numbers.hpp"
#include "error.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "scanbench");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

/// The complaint about a command line, or "accepted".
std::string complaint(std::vector<const char*> arguments) {
  try {
    parse(std::move(arguments));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "accepted";
}

std::vector<std::string> names_of(const Options& options) {
  std::vector<std::string> names;
  for (const Algorithm* algorithm : options.run.algorithms) names.emplace_back(algorithm->name);
  return names;
}

TEST(Options, DefaultToTheCoursesComparison) {
  const Options options = parse({});
  EXPECT_EQ(options.command, Command::run);
  EXPECT_THAT(names_of(options), ElementsAre("serial", "hillis-steele", "blelloch"));
  EXPECT_THAT(options.run.sizes, ElementsAre(1024));
  EXPECT_EQ(options.run.type, ElementType::f32);
  EXPECT_EQ(options.run.seed, 5109U);
  EXPECT_FALSE(options.run.kind);
  EXPECT_FALSE(options.run.pattern);
  EXPECT_EQ(options.format, Format::text);
}

TEST(Options, AreReadAsWritten) {
  const Options options = parse(
      {"--algo",    "naive,blelloch", "-n",          "8,1000", "--type",   "u32",     "--kind",
       "inclusive", "--input",        "random",      "--seed", "7",        "--probe", "3,1",
       "--device",  "llvm",           "--workgroup", "32",     "--items",  "16",      "--repeat",
       "2",         "--warmup",       "0",           "--json", "--output", "file"});
  EXPECT_THAT(names_of(options), ElementsAre("naive", "blelloch"));
  EXPECT_THAT(options.run.sizes, ElementsAre(8, 1000));
  EXPECT_EQ(options.run.type, ElementType::u32);
  EXPECT_EQ(options.run.kind, Kind::inclusive);
  EXPECT_EQ(options.run.pattern, Pattern::random);
  EXPECT_EQ(options.run.seed, 7U);
  EXPECT_THAT(options.run.probes, ElementsAre(1, 3));
  EXPECT_EQ(options.device, "llvm");
  EXPECT_EQ(options.run.workgroup, 32U);
  EXPECT_EQ(options.run.items, 16U);
  EXPECT_EQ(options.run.sampling.repeat, 2U);
  EXPECT_EQ(options.run.sampling.warmup, 0U);
  EXPECT_EQ(options.format, Format::json);
  EXPECT_EQ(options.output, "file");
}

TEST(Options, NameEveryTypeAndOperator) {
  EXPECT_EQ(parse({}).run.op, Op::add);
  for (const ElementType type : kElementTypes) {
    EXPECT_EQ(parse({"--type", std::string(name_of(type)).c_str()}).run.type, type);
  }
  for (const Op op : kOps) {
    EXPECT_EQ(parse({"--op", std::string(name_of(op)).c_str()}).run.op, op);
  }
  EXPECT_THAT(complaint({"--op", "mul"}), HasSubstr("add, min, max"));
  EXPECT_THAT(complaint({"--type", "f16"}), HasSubstr("f32, u32, i32, f64, u64, i64"));
}

TEST(Options, TakeAllForEveryAlgorithm) {
  EXPECT_EQ(names_of(parse({"--algo", "all"})).size(), registry().size());
}

TEST(Options, DropDuplicatesAndSortSizes) {
  const Options options = parse({"--algo", "naive,naive", "-n", "9,3,9"});
  EXPECT_THAT(names_of(options), ElementsAre("naive"));
  EXPECT_THAT(options.run.sizes, ElementsAre(3, 9));
}

TEST(Options, NameTheTokenAndItsColumnInAList) {
  EXPECT_THAT(complaint({"-n", "16,abc,3"}),
              testing::AllOf(HasSubstr("'abc'"), HasSubstr("column 4")));
  EXPECT_THAT(
      complaint({"--algo", "serial,nope"}),
      testing::AllOf(HasSubstr("'nope'"), HasSubstr("column 8"), HasSubstr("blelloch-inplace")));
}

class Refused : public testing::TestWithParam<std::vector<const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Options, Refused,
    testing::Values(
        std::vector{"-n", "0"}, std::vector{"-n", "-5"}, std::vector{"-n", "1e30"},
        std::vector{"-n", ""}, std::vector{"-n", "1,,2"}, std::vector{"-n", " 1"},
        std::vector{"-n", "0x10"}, std::vector{"-n", "99999999999999999999"},
        std::vector{"-n", "1", "-n", "2"}, std::vector{"-n"}, std::vector{"--algo", ""},
        std::vector{"--algo", "all,naive"}, std::vector{"--type", "f16"},
        std::vector{"--kind", "both"}, std::vector{"--input", "nope"}, std::vector{"--seed", "-1"},
        std::vector{"--seed", "4294967296"}, std::vector{"--probe", "1024"},
        std::vector{"--workgroup", "0"}, std::vector{"--items", "6"}, std::vector{"--items", "0"},
        std::vector{"--repeat", "0"}, std::vector{"--repeat", "x"}, std::vector{"--warmup", "-1"},
        std::vector{"--format", "yaml"}, std::vector{"--json", "--format", "json"},
        std::vector{"--json", "--json"}, std::vector{"--json=1"}, std::vector{"--nope"},
        std::vector{"stray"}, std::vector{"-n", "8", "devices"}, std::vector{"devices", "-n", "8"},
        std::vector{"devices", "algorithms"}, std::vector{"--seed", "1", "--input", "ones"},
        std::vector{"--algo", "serial", "--device", "0"},
        std::vector{"--algo", "serial", "--workgroup", "8"},
        std::vector{"--algo", "naive", "--items", "8"}));

TEST_P(Refused, WithOneLineAndTheExitCodeOfBadUsage) {
  EXPECT_NE(complaint(GetParam()), "accepted");
}

TEST(Subcommands, HaveTheirOwnFormat) {
  const Options options = parse({"devices", "--format", "json"});
  EXPECT_EQ(options.command, Command::devices);
  EXPECT_EQ(options.format, Format::json);
  EXPECT_EQ(parse({"algorithms"}).command, Command::algorithms);
}

TEST(HelpAndVersion, AreMessages) {
  EXPECT_THAT(*parse({"--help"}).message, HasSubstr("--algo"));
  EXPECT_THAT(*parse({"devices", "-h"}).message, HasSubstr("--format"));
  EXPECT_THAT(*parse({"--version"}).message, HasSubstr("scanbench "));
}

TEST(Lists, KeepTheColumnOfEachToken) {
  const auto tokens = split_list("a,bc,,d");
  ASSERT_EQ(tokens.size(), 4U);
  EXPECT_EQ(tokens[1].text, "bc");
  EXPECT_EQ(tokens[1].column, 3U);
  EXPECT_EQ(tokens[2].text, "");
  EXPECT_EQ(tokens[3].column, 7U);
}

}  // namespace
}  // namespace scanbench
