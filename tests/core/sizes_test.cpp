#include "cli/sizes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error.hpp"

namespace scanbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> sizes(const std::string& text) {
  return parse_sizes("-n", text);
}

/// The complaint about a text, or "accepted".
std::string complaint(const std::string& text) {
  try {
    sizes(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_usage);
    return error.what();
  }
  return "accepted";
}

/// Refused in one line that names the option, the token, its column, and holds `hint`.
void expect_refused(const std::string& text, const std::string& token, int column,
                    const std::string& hint) {
  const std::string line = complaint(text);
  EXPECT_THAT(line,
              testing::StartsWith("-n '" + token + "' (column " + std::to_string(column) + ") "))
      << text;
  EXPECT_THAT(line, HasSubstr(hint)) << text;
  EXPECT_THAT(line.substr(line.find(')')), HasSubstr(": ")) << text;
}

TEST(Sizes, AreNumbers) {
  EXPECT_THAT(sizes("1000"), ElementsAre(1000));
  EXPECT_THAT(sizes("1"), ElementsAre(1));
  EXPECT_THAT(sizes("007"), ElementsAre(7));
  EXPECT_THAT(sizes("281474976710656"), ElementsAre(std::uint64_t{1} << 48));
}

TEST(Sizes, TakeThePowersOfAThousandAndOf1024) {
  EXPECT_THAT(sizes("1k"), ElementsAre(1'000));
  EXPECT_THAT(sizes("3M"), ElementsAre(3'000'000));
  EXPECT_THAT(sizes("2G"), ElementsAre(2'000'000'000));
  EXPECT_THAT(sizes("1Ki"), ElementsAre(1024));
  EXPECT_THAT(sizes("4Mi"), ElementsAre(4'194'304));
  EXPECT_THAT(sizes("2Gi"), ElementsAre(2'147'483'648));
}

TEST(Sizes, ArePowersOfAnyBase) {
  EXPECT_THAT(sizes("2^10"), ElementsAre(1024));
  EXPECT_THAT(sizes("10^6"), ElementsAre(1'000'000));
  EXPECT_THAT(sizes("2^0"), ElementsAre(1));
  EXPECT_THAT(sizes("2^48"), ElementsAre(std::uint64_t{1} << 48));
  EXPECT_THAT(sizes("1^99999999999999999999"), ElementsAre(1));
}

TEST(Sizes, OfARangeDouble) {
  EXPECT_THAT(sizes("2^3..2^6"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(sizes("3..50"), ElementsAre(3, 6, 12, 24, 48));
  EXPECT_EQ(sizes("2^10..2^24").size(), 15U);
  EXPECT_EQ(sizes("1..2^48").size(), 49U);
}

TEST(Sizes, OfARangeMultiplyByItsFactor) {
  EXPECT_THAT(sizes("1Ki..64Kix4"), ElementsAre(1024, 4096, 16384, 65536));
  EXPECT_THAT(sizes("1..1000x10"), ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT(sizes("1..999x10"), ElementsAre(1, 10, 100));
}

TEST(Sizes, OfARangeAddItsStep) {
  EXPECT_THAT(sizes("100..400+100"), ElementsAre(100, 200, 300, 400));
  EXPECT_THAT(sizes("100..399+100"), ElementsAre(100, 200, 300));
  EXPECT_THAT(sizes("1Ki..3Ki+1Ki"), ElementsAre(1024, 2048, 3072));
  EXPECT_THAT(sizes("2^47..2^48+2^47"),
              ElementsAre(std::uint64_t{1} << 47, std::uint64_t{1} << 48));
}

TEST(Sizes, OfARangeBetweenEqualEndsAreThatOne) {
  EXPECT_THAT(sizes("5..5"), ElementsAre(5));
  EXPECT_THAT(sizes("2^48..2^48x2^48"), ElementsAre(std::uint64_t{1} << 48));
}

TEST(Sizes, ComeSortedAndOnce) {
  EXPECT_THAT(sizes("1025,1000,1Ki,1024,1k"), ElementsAre(1000, 1024, 1025));
  EXPECT_THAT(sizes("64,1..8,4..16"), ElementsAre(1, 2, 4, 8, 16, 64));
}

TEST(Sizes, AreTenThousandAtMost) {
  EXPECT_EQ(sizes("1..10000+1").size(), 10'000U);
  EXPECT_EQ(sizes("1..10000+1,1..10000+1").size(), 10'000U);
  expect_refused("1..10001+1", "1..10001+1", 1, "10000 sizes");
  expect_refused("1..10000+1,20000", "20000", 12, "10000 sizes");
  expect_refused("5,1..2^48+1", "1..2^48+1", 3, "10000 sizes");
}

TEST(Sizes, RefuseAnUpperCaseKAndSayWhatItMayMean) {
  expect_refused("1K", "1K", 1, "write k for 1000 or Ki for 1024");
  expect_refused("8,1..4K", "4K", 6, "write k for 1000 or Ki for 1024");
}

TEST(Sizes, RefuseZeroAndNegativeNumbers) {
  expect_refused("0", "0", 1, "below 1");
  expect_refused("0Ki", "0Ki", 1, "below 1");
  expect_refused("0^3", "0^3", 1, "below 1");
  expect_refused("0..8", "0", 1, "below 1");
  expect_refused("4,-5", "-5", 3, "negative");
}

TEST(Sizes, RefuseWhatIsAbove2To48) {
  expect_refused("281474976710657", "281474976710657", 1, "2^48");
  expect_refused("99999999999999999999", "99999999999999999999", 1, "2^48");
  expect_refused("99999999999999999999Ki", "99999999999999999999Ki", 1, "2^48");
  expect_refused("18014398509481984Ki", "18014398509481984Ki", 1, "2^48");
  expect_refused("2^49", "2^49", 1, "2^48");
  expect_refused("2^99999999999999999999", "2^99999999999999999999", 1, "2^48");
  expect_refused("99999999999999999999^2", "99999999999999999999^2", 1, "2^48");
  expect_refused("1..2^64", "2^64", 4, "2^48");
}

TEST(Sizes, RefuseARangeThatRunsBackwards) {
  expect_refused("8,2^4..2^3", "2^4..2^3", 3, "smaller end first");
}

TEST(Sizes, RefuseAStepThatLeadsNowhere) {
  expect_refused("1..8+0", "0", 6, "below 1");
  expect_refused("1..8x0", "0", 6, "below 1");
  expect_refused("1..8x1", "1", 6, "2 or more");
  expect_refused("1..8x", "1..8x", 1, "FIRST..LASTxFACTOR");
  expect_refused("1..8+", "1..8+", 1, "FIRST..LAST+STEP");
}

TEST(Sizes, RefuseARangeWithoutBothEnds) {
  for (const std::string text : {"..", "..8", "1..", "..x2", "1..+1"}) {
    expect_refused("3," + text, text, 3, "FIRST..LAST");
  }
}

TEST(Sizes, RefuseEmptyItems) {
  expect_refused("", "", 1, "empty");
  expect_refused(",1", "", 1, "empty");
  expect_refused("1,,2", "", 3, "empty");
  expect_refused("1024,", "", 6, "empty");
}

TEST(Sizes, RefuseBlanks) {
  expect_refused(" 1", " 1", 1, "blank");
  expect_refused("1, 2", " 2", 3, "blank");
  expect_refused("1 Ki", "1 Ki", 1, "blank");
  expect_refused("1\t", "1\t", 1, "blank");
  expect_refused("1 .. 8", "1 .. 8", 1, "blank");
}

TEST(Sizes, RefuseFractions) {
  expect_refused("1.5Ki", "1.5Ki", 1, "whole number");
  expect_refused("8,1.5", "1.5", 3, "whole number");
}

TEST(Sizes, RefuseUnknownEndingsAndNameThem) {
  expect_refused("1ki", "1ki", 1, "'ki'");
  expect_refused("1m", "1m", 1, "'m'");
  expect_refused("1T", "1T", 1, "'T'");
  expect_refused("1KiB", "1KiB", 1, "'KiB'");
  expect_refused("1e3", "1e3", 1, "'e3'");
  expect_refused("1Ki^2", "1Ki^2", 1, "'Ki^2'");
}

TEST(Sizes, RefuseTrailingRubbish) {
  expect_refused("2^", "2^", 1, "exponent");
  expect_refused("2^10Ki", "2^10Ki", 1, "exponent");
  expect_refused("2^3^4", "2^3^4", 1, "exponent");
  expect_refused("2^-3", "2^-3", 1, "exponent");
  expect_refused("1..8x2x2", "2x2", 6, "FIRST..LASTxFACTOR");
  expect_refused("1..8x2+1", "2+1", 6, "FIRST..LASTxFACTOR");
  expect_refused("1..8..16", "8..16", 4, "whole number");
  expect_refused("1...8", ".8", 4, "no size");
}

TEST(Sizes, RefuseWhatIsNoNumber) {
  expect_refused("16,abc,3", "abc", 4, "no size");
  expect_refused("+5", "+5", 1, "no size");
  expect_refused("^3", "^3", 1, "no size");
  expect_refused("Ki", "Ki", 1, "no size");
  expect_refused("0x10", "0x10", 1, "FIRST..LASTxFACTOR");
  expect_refused("100+5", "100+5", 1, "FIRST..LAST+STEP");
}

TEST(Sizes, NameTheOptionThatTheyWereGivenTo) {
  try {
    parse_sizes("--range", "1..x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("--range '1..x' (column 1)"));
  }
}

}  // namespace
}  // namespace scanbench
