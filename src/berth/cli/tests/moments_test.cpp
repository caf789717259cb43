#include "berth/cli/moments.hpp"

#include "base/time_format.hpp"
#include "berth/cli/errors.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(Length, is_read_with_its_units) {
  EXPECT_EQ(parse_length("90s"), seconds(90));
  EXPECT_EQ(parse_length("10m"), minutes(10));
  EXPECT_EQ(parse_length("1h30m"), minutes(90));
  EXPECT_EQ(parse_length("2d"), hours(48));
  EXPECT_EQ(parse_length("1w"), hours(168));
  EXPECT_EQ(parse_length("45"), seconds(45)) << "seconds, without a unit";
  EXPECT_EQ(parse_length("0"), seconds(0));
}

TEST(Length, is_nothing_else) {
  for (const char* text :
       {"", "m", "-5m", "10 m", "10x", "1h30", "1.5h", "99999999999999999999s", "9000000000h", "10m ago"}) {
    EXPECT_FALSE(parse_length(text)) << text;
  }
}

TEST(Moment, is_how_long_ago_or_when) {
  const base::TimePoint now = *base::parse_iso8601("2026-11-30T15:00:00Z");
  const auto at = [&](std::string_view text) { return base::to_iso8601(parse_moment(text, "--since", now)); };
  EXPECT_EQ(at("10m"), "2026-11-30T14:50:00.000Z");
  EXPECT_EQ(at("2026-11-30T13:47:16Z"), "2026-11-30T13:47:16.000Z");
  EXPECT_EQ(at("2026-11-30T13:47:16.5Z"), "2026-11-30T13:47:16.500Z");
  EXPECT_EQ(at("2026-11-30T13:47:16+02:00"), "2026-11-30T11:47:16.000Z");
  EXPECT_EQ(at("2026-11-30T13:47"), "2026-11-30T13:47:00.000Z");
  EXPECT_EQ(at("2026-11-30"), "2026-11-30T00:00:00.000Z");
  EXPECT_EQ(at("1764511200"), "2025-11-30T14:00:00.000Z") << "as date +%s says it";
}

TEST(Moment, that_is_none_names_the_option_and_says_how_to_write_one) {
  for (const char* text : {"yesterday", "", "2026-13-01", "10 minutes"}) {
    try {
      parse_moment(text, "--since", {});
      ADD_FAILURE() << text;
    } catch (const CommandError& error) {
      EXPECT_EQ(error.code, ExitCode::WrongInput);
      EXPECT_NE(std::string(error.what()).find("--since"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("10m"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace berth::cli
