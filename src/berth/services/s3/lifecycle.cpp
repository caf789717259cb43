#include "berth/services/s3/lifecycle.hpp"

#include "berth/services/s3/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace berth::s3 {
namespace {

constexpr std::size_t most_rules = 1000;

/// What a rule is about, whichever way it says that.
struct Scope {
  std::string prefix;
  std::vector<Tag> tags;
  std::optional<std::int64_t> larger_than, smaller_than;
};

Scope scope_of(const LifecycleRule& rule) {
  Scope scope;
  scope.prefix = rule.Prefix.value_or("");
  if (!rule.Filter) return scope;
  const LifecycleRuleFilter& filter = *rule.Filter;
  scope.prefix = filter.Prefix.value_or("");
  if (filter.Tag) scope.tags = {*filter.Tag};
  scope.larger_than = filter.ObjectSizeGreaterThan;
  scope.smaller_than = filter.ObjectSizeLessThan;
  if (filter.And) {
    scope.prefix = filter.And->Prefix.value_or("");
    scope.tags.assign(filter.And->Tags.begin(), filter.And->Tags.end());
    scope.larger_than = filter.And->ObjectSizeGreaterThan;
    scope.smaller_than = filter.And->ObjectSizeLessThan;
  }
  return scope;
}

bool is_in_scope(const Scope& scope, const objects::ObjectInfo& object) {
  const auto size = static_cast<std::int64_t>(object.size);
  return object.key.starts_with(scope.prefix) && (!scope.larger_than || size > *scope.larger_than) &&
         (!scope.smaller_than || size < *scope.smaller_than) &&
         std::ranges::all_of(scope.tags, [&](const Tag& tag) {
           auto found = object.attributes.tags.find(tag.Key);
           return found != object.attributes.tags.end() && found->second == tag.Value;
         });
}

/// So many days later, at the next midnight of UTC.
base::TimePoint midnight_after(base::TimePoint time, int days) {
  return std::chrono::ceil<std::chrono::days>(time + std::chrono::days(days));
}

void check_days(const std::optional<int>& days, const char* action) {
  if (days && *days <= 0)
    throw invalid_argument(fmt::format("'Days' for {} action must be a positive integer", action), "Days",
                           std::to_string(*days));
}

void check_expiration(const LifecycleExpiration& expiration) {
  const int ways = expiration.Days.has_value() + expiration.Date.has_value() +
                   expiration.ExpiredObjectDeleteMarker.has_value();
  if (ways != 1) throw malformed_xml();
  check_days(expiration.Days, "Expiration");
  if (expiration.Date &&
      std::chrono::floor<std::chrono::days>(expiration.Date->time) != expiration.Date->time)
    throw invalid_argument("'Date' must be at midnight GMT", "Date", "");
}

void check_filter(const LifecycleRuleFilter& filter) {
  const int ways = filter.Prefix.has_value() + filter.Tag.has_value() +
                   filter.ObjectSizeGreaterThan.has_value() + filter.ObjectSizeLessThan.has_value() +
                   filter.And.has_value();
  if (ways > 1) throw malformed_xml();
}

void check_rule(const LifecycleRule& rule) {
  if (rule.Status != "Enabled" && rule.Status != "Disabled") throw malformed_xml();
  if (rule.Filter.has_value() == rule.Prefix.has_value()) throw malformed_xml();
  if (rule.ID && rule.ID->size() > 255)
    throw invalid_argument("ID length should not exceed allowed limit of 255", "ID", *rule.ID);
  if (rule.Filter) check_filter(*rule.Filter);
  if (!rule.Expiration && rule.Transitions.empty() && rule.NoncurrentVersionTransitions.empty() &&
      !rule.NoncurrentVersionExpiration && !rule.AbortIncompleteMultipartUpload)
    throw invalid_request("At least one action needs to be specified in a rule.");
  if (rule.Expiration) check_expiration(*rule.Expiration);
  if (const auto& abort = rule.AbortIncompleteMultipartUpload) {
    if (!abort->DaysAfterInitiation) throw malformed_xml();
    check_days(abort->DaysAfterInitiation, "AbortIncompleteMultipartUpload");
    if (asks_for_tags(rule))
      throw invalid_request("AbortIncompleteMultipartUpload cannot be specified with Tags.");
  }
}

}  // namespace

void check_rules(std::vector<LifecycleRule>& rules) {
  if (rules.empty() || rules.size() > most_rules) throw malformed_xml();
  std::set<std::string> names;
  for (const LifecycleRule& rule : rules) {
    check_rule(rule);
    if (rule.ID && !names.insert(*rule.ID).second)
      throw invalid_argument("Rule ID must be unique. Found same ID for more than one rule", "ID", *rule.ID);
  }
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (std::size_t number = i + 1; !rules[i].ID; ++number) {
      std::string name = fmt::format("rule-{}", number);
      if (names.insert(name).second) rules[i].ID = std::move(name);
    }
  }
}

bool asks_for_tags(const LifecycleRule& rule) { return !scope_of(rule).tags.empty(); }

bool is_expired(const LifecycleRule& rule, const objects::ObjectInfo& object, base::TimePoint now) {
  if (rule.Status != "Enabled" || !rule.Expiration || !is_in_scope(scope_of(rule), object)) return false;
  if (rule.Expiration->Date) return now >= rule.Expiration->Date->time;
  return rule.Expiration->Days && now >= midnight_after(object.modified, *rule.Expiration->Days);
}

bool is_abandoned(const LifecycleRule& rule, const objects::Upload& upload, base::TimePoint now) {
  if (rule.Status != "Enabled" || !rule.AbortIncompleteMultipartUpload) return false;
  const int days = rule.AbortIncompleteMultipartUpload->DaysAfterInitiation.value_or(0);
  return days > 0 && upload.key.starts_with(scope_of(rule).prefix) &&
         now >= midnight_after(upload.initiated, days);
}

}  // namespace berth::s3
