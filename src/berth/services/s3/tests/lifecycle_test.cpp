#include "berth/services/s3/lifecycle.hpp"

#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::s3 {
namespace {

using namespace std::chrono;

base::TimePoint at(int day_of_may, int hour = 0) {
  return sys_days(year(2026) / May / day_of_may) + hours(hour);
}

LifecycleRule expiring(int after_days, const std::string& prefix = "") {
  LifecycleRule rule;
  rule.Status = "Enabled";
  rule.Filter.emplace().Prefix = prefix;
  rule.Expiration.emplace().Days = after_days;
  return rule;
}

objects::ObjectInfo object(const std::string& key, base::TimePoint modified, std::uint64_t size = 1) {
  objects::ObjectInfo info;
  info.key = key;
  info.modified = modified;
  info.size = size;
  return info;
}

std::string refusal(LifecycleRule rule) {
  std::vector<LifecycleRule> rules{std::move(rule)};
  try {
    check_rules(rules);
  } catch (const wire::ServiceError& error) {
    return error.code;
  }
  return "";
}

TEST(Lifecycle, days_end_at_the_next_midnight) {
  const auto rule = expiring(1);
  EXPECT_FALSE(is_expired(rule, object("k", at(1, 10)), at(2, 23)));
  EXPECT_TRUE(is_expired(rule, object("k", at(1, 10)), at(3)));
  EXPECT_TRUE(is_expired(rule, object("k", at(1, 0)), at(2)));
}

TEST(Lifecycle, a_date_holds_from_then_on) {
  auto rule = expiring(1);
  rule.Expiration->Days.reset();
  rule.Expiration->Date = Timestamp{at(10)};
  EXPECT_FALSE(is_expired(rule, object("k", at(1)), at(9, 23)));
  EXPECT_TRUE(is_expired(rule, object("k", at(12)), at(12)));
}

TEST(Lifecycle, a_rule_that_is_off_or_does_something_else_removes_nothing) {
  auto rule = expiring(1);
  rule.Status = "Disabled";
  EXPECT_FALSE(is_expired(rule, object("k", at(1)), at(20)));
  rule = expiring(1);
  rule.Expiration.reset();
  EXPECT_FALSE(is_expired(rule, object("k", at(1)), at(20)));
}

TEST(Lifecycle, only_what_its_filter_names_is_meant) {
  EXPECT_FALSE(is_expired(expiring(1, "logs/"), object("log", at(1)), at(20)));
  EXPECT_TRUE(is_expired(expiring(1, "logs/"), object("logs/1", at(1)), at(20)));
  auto older = expiring(1);
  older.Filter.reset();
  older.Prefix = "a";
  EXPECT_TRUE(is_expired(older, object("ab", at(1)), at(20)));
  EXPECT_FALSE(is_expired(older, object("b", at(1)), at(20)));

  auto sized = expiring(1);
  sized.Filter->Prefix.reset();
  sized.Filter->ObjectSizeGreaterThan = 10;
  EXPECT_FALSE(is_expired(sized, object("k", at(1), 10), at(20)));
  EXPECT_TRUE(is_expired(sized, object("k", at(1), 11), at(20)));

  auto tagged = expiring(1);
  tagged.Filter->Prefix.reset();
  auto& both = tagged.Filter->And.emplace();
  both.Prefix = "a";
  both.Tags = {Tag{"x", "1"}, Tag{"y", "2"}};
  EXPECT_TRUE(asks_for_tags(tagged));
  auto found = object("ab", at(1));
  found.attributes.tags = {{"x", "1"}};
  EXPECT_FALSE(is_expired(tagged, found, at(20)));
  found.attributes.tags["y"] = "2";
  EXPECT_TRUE(is_expired(tagged, found, at(20)));
}

TEST(Lifecycle, uploads_are_abandoned_by_the_day_they_began) {
  LifecycleRule rule;
  rule.Status = "Enabled";
  rule.Filter.emplace().Prefix = "a";
  rule.AbortIncompleteMultipartUpload.emplace().DaysAfterInitiation = 2;
  EXPECT_EQ(refusal(rule), "");
  objects::Upload upload;
  upload.key = "ab";
  upload.initiated = at(1, 5);
  EXPECT_FALSE(is_abandoned(rule, upload, at(3, 23)));
  EXPECT_TRUE(is_abandoned(rule, upload, at(4)));
  upload.key = "b";
  EXPECT_FALSE(is_abandoned(rule, upload, at(4)));
  EXPECT_FALSE(is_abandoned(expiring(1), upload, at(20)));
}

TEST(Lifecycle, rules_that_cannot_be_are_refused) {
  EXPECT_EQ(refusal(expiring(1)), "");
  EXPECT_EQ(refusal(expiring(0)), "InvalidArgument");
  auto rule = expiring(1);
  rule.Status = "On";
  EXPECT_EQ(refusal(rule), "MalformedXML");
  rule = expiring(1);
  rule.Filter.reset();
  EXPECT_EQ(refusal(rule), "MalformedXML");
  rule = expiring(1);
  rule.Expiration->Date = Timestamp{at(1)};
  EXPECT_EQ(refusal(rule), "MalformedXML");
  rule = expiring(1);
  rule.Expiration->Days.reset();
  rule.Expiration->Date = Timestamp{at(1, 1)};
  EXPECT_EQ(refusal(rule), "InvalidArgument");
  rule = expiring(1);
  rule.Expiration.reset();
  EXPECT_EQ(refusal(rule), "InvalidRequest");
  rule = expiring(1);
  rule.Filter->Tag = Tag{"a", "b"};
  EXPECT_EQ(refusal(rule), "MalformedXML");
  rule.Filter->Prefix.reset();
  rule.AbortIncompleteMultipartUpload.emplace().DaysAfterInitiation = 1;
  EXPECT_EQ(refusal(rule), "InvalidRequest");
  std::vector<LifecycleRule> twice{expiring(1), expiring(2)};
  twice[0].ID = twice[1].ID = "same";
  EXPECT_THROW(check_rules(twice), wire::ServiceError);
}

TEST(Lifecycle, rules_without_a_name_get_one_of_their_own) {
  std::vector<LifecycleRule> rules{expiring(1), expiring(2), expiring(3)};
  rules[2].ID = "rule-1";
  check_rules(rules);
  EXPECT_EQ(rules[0].ID, "rule-2");
  EXPECT_EQ(rules[1].ID, "rule-3");
  EXPECT_EQ(rules[2].ID, "rule-1");
}

}  // namespace
}  // namespace berth::s3
