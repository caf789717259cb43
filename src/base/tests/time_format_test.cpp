#include "base/time_format.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

constexpr TimePoint moment{Milliseconds{1'796'053'636'301}};  // 2026-11-30T15:47:16.301Z

TEST(TimeFormat, prints_each_form) {
  EXPECT_EQ(to_iso8601(moment), "2026-11-30T15:47:16.301Z");
  EXPECT_EQ(to_amz_date(moment), "20261130T154716Z");
  EXPECT_EQ(to_http_date(moment), "Mon, 30 Nov 2026 15:47:16 GMT");
  EXPECT_EQ(to_age(Milliseconds{61'000}), "1 min");
}

TEST(TimeFormat, reads_back_what_it_prints) {
  EXPECT_EQ(parse_iso8601("2026-11-30T15:47:16.301Z"), moment);
  EXPECT_EQ(parse_iso8601("2026-11-30T16:47:16.301+01:00"), moment);
  EXPECT_EQ(parse_amz_date("20261130T154716Z"), std::chrono::floor<std::chrono::seconds>(moment));
  EXPECT_EQ(parse_http_date("Mon, 30 Nov 2026 15:47:16 GMT"),
            std::chrono::floor<std::chrono::seconds>(moment));
}

TEST(TimeFormat, refuses_days_that_do_not_exist_and_trailing_text) {
  EXPECT_FALSE(parse_amz_date("20260230T000000Z"));
  EXPECT_FALSE(parse_amz_date("20261130T154716Z "));
  EXPECT_FALSE(parse_amz_date("20261130T254716Z"));
  EXPECT_FALSE(parse_iso8601("2026-11-30"));
  EXPECT_FALSE(parse_iso8601("2026-11-30T15:47:16.Z"));
  EXPECT_FALSE(parse_http_date("Mon, 30 Nov 2026 15:47:16"));
}

}  // namespace
}  // namespace base
