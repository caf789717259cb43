#include "berth/services/logs/checks.hpp"

#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::logs {
namespace {

const base::TimePoint now{base::Milliseconds{1'700'000'000'000}};
constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t day = 24 * hour;
std::int64_t ago(std::int64_t ms) { return now.time_since_epoch().count() - ms; }

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const wire::ServiceError& error) {
    EXPECT_EQ(error.code, "InvalidParameterException");
    return error.message;
  }
  return "accepted";
}

TEST(Names, of_groups_and_streams) {
  for (const char* name : {"a", "/ecs/my-app_1.x#y", "A/B"})
    EXPECT_EQ(refusal([&] { check_group_name(name); }), "accepted");
  for (const char* name : {"", "a b", "a:b", "a*", "ä"})
    EXPECT_NE(refusal([&] { check_group_name(name); }), "accepted") << name;
  EXPECT_NE(refusal([] { check_group_name(std::string(513, 'a')); }), "accepted");
  for (const char* name : {"a", "p/c/0123", "with blank", "[x]$"})
    EXPECT_EQ(refusal([&] { check_stream_name(name); }), "accepted");
  for (const char* name : {"", "a:b", "a*"}) EXPECT_NE(refusal([&] { check_stream_name(name); }), "accepted");
  EXPECT_EQ(
      refusal([] { check_group_name("a b"); }),
      "1 validation error detected: Value 'a b' at 'logGroupName' failed to satisfy constraint: Member must "
      "satisfy regular expression pattern: [\\.\\-_/#A-Za-z0-9]+");
}

TEST(Groups, are_named_in_one_of_two_ways) {
  EXPECT_EQ(group_of("g", {}), "g");
  EXPECT_EQ(group_of({}, "g"), "g");
  EXPECT_EQ(group_of({}, "arn:aws:logs:us-east-1:000000000000:log-group:/a/b"), "/a/b");
  EXPECT_EQ(group_of({}, "arn:aws:logs:us-east-1:000000000000:log-group:/a/b:*"), "/a/b");
  EXPECT_NE(refusal([] { group_of("g", "g"); }), "accepted");
  EXPECT_NE(refusal([] { group_of({}, {}); }), "accepted");
  EXPECT_NE(refusal([] { group_of({}, "arn:aws:s3:::b"); }), "accepted");
}

TEST(Retention, takes_the_published_numbers_of_days) {
  for (const int days : {1, 7, 14, 400, 3653}) EXPECT_EQ(refusal([&] { check_retention(days); }), "accepted");
  for (const int days : {0, -1, 2, 8, 10000}) EXPECT_NE(refusal([&] { check_retention(days); }), "accepted");
}

TEST(FilterPatterns, have_at_most_1024_characters) {
  std::string most;
  for (int i = 0; i < 1024; ++i) most += "\u00e9";
  EXPECT_EQ(refusal([&] { check_filter_pattern(most); }), "accepted");
  EXPECT_NE(refusal([&] { check_filter_pattern(most + "x"); })
                .find("at 'filterPattern' failed to satisfy constraint: Member must have length less than or "
                      "equal to 1024"),
            std::string::npos);
}

TEST(Limits, have_bounds) {
  EXPECT_EQ(checked_limit({}, 50), 50U);
  EXPECT_EQ(checked_limit(1, 50), 1U);
  EXPECT_NE(refusal([] { checked_limit(0, 50); }), "accepted");
  EXPECT_NE(refusal([] { checked_limit(51, 50); }), "accepted");
}

TEST(Batches, rules_that_refuse_the_whole) {
  const auto check = [](std::vector<InputLogEvent> events) {
    return refusal([&] { check_batch(events, now, {}); });
  };
  EXPECT_EQ(check({{ago(0), "x"}}), "accepted");
  EXPECT_NE(check({}), "accepted");
  EXPECT_NE(check({{ago(0), ""}}), "accepted");
  EXPECT_NE(check({{-1, "x"}}), "accepted");
  EXPECT_EQ(check({{ago(0), "x"}, {ago(1), "y"}}),
            "Log events in a single PutLogEvents request must be in chronological order.");
  EXPECT_EQ(check({{ago(day + 1), "x"}, {ago(0), "y"}}),
            "The batch of log events in a single PutLogEvents request cannot span more than 24 hours.");
  EXPECT_EQ(check({{ago(0), std::string(262'119, 'x')}}),
            "Log event too large: 262145 bytes exceeds limit of 262144");
  EXPECT_EQ(check({{ago(0), std::string(262'118, 'x')}}), "accepted");
  EXPECT_EQ(check(std::vector<InputLogEvent>(4, {ago(0), std::string(262'118, 'x')})),
            "accepted");  // 1,048,576 exactly
  EXPECT_EQ(check(std::vector<InputLogEvent>(5, {ago(0), std::string(262'118, 'x')})),
            "Upload too large: 1310720 bytes exceeds limit of 1048576");
  EXPECT_EQ(check(std::vector<InputLogEvent>(10'000, {ago(0), "x"})), "accepted");
  EXPECT_NE(check(std::vector<InputLogEvent>(10'001, {ago(0), "x"})), "accepted");
}

TEST(Batches, events_of_the_wrong_age_are_skipped_and_reported) {
  const AcceptedBatch plain = check_batch({{ago(1), "x"}}, now, {});
  EXPECT_EQ(plain.end - plain.begin, 1U);
  EXPECT_FALSE(plain.rejected.has_value());

  const AcceptedBatch old =
      check_batch({{ago(14 * day + 2), "a"}, {ago(14 * day + 1), "b"}, {ago(14 * day), "c"}}, now, {});
  EXPECT_EQ(old.begin, 2U);
  EXPECT_EQ(old.rejected->tooOldLogEventEndIndex, 2);
  EXPECT_FALSE(old.rejected->tooNewLogEventStartIndex.has_value());

  const AcceptedBatch fresh = check_batch({{ago(-2 * hour), "a"}, {ago(-2 * hour - 1), "b"}}, now, {});
  EXPECT_EQ(fresh.end, 1U);
  EXPECT_EQ(fresh.rejected->tooNewLogEventStartIndex, 1);

  const AcceptedBatch expired = check_batch({{ago(3 * day + 1), "a"}, {ago(3 * day), "b"}}, now, 3);
  EXPECT_EQ(expired.begin, 1U);
  EXPECT_EQ(expired.rejected->expiredLogEventEndIndex, 1);

  const AcceptedBatch nothing = check_batch({{ago(20 * day), "a"}}, now, {});
  EXPECT_EQ(nothing.begin, nothing.end);
}

}  // namespace
}  // namespace berth::logs
