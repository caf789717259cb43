#include "berth/services/logs/checks.hpp"
#include "berth/services/logs/errors.hpp"
#include "berth/services/logs/logs.hpp"
#include "berth/services/logs/pages.hpp"

#include <algorithm>

namespace berth::logs {

std::string log_group_arn(const Call& call, const std::string& name) {
  return "arn:aws:logs:" + call.region + ":" + call.account + ":log-group:" + name;
}

void create_log_group(Logs& logs, const Call& call, CreateLogGroupRequest in) {
  check_group_name(in.logGroupName);
  check_tags(in.tags);
  if (!logs.store.create_group(scope_of(call), in.logGroupName, std::move(in.tags))) throw group_exists();
}

void delete_log_group(Logs& logs, const Call& call, DeleteLogGroupRequest in) {
  check_group_name(in.logGroupName);
  if (!logs.store.remove_group(scope_of(call), in.logGroupName)) throw group_not_found();
}

Async<DescribeLogGroupsResponse> describe_log_groups(Logs& logs, const Call& call,
                                                     DescribeLogGroupsRequest in) {
  if (in.logGroupNamePrefix && in.logGroupNamePattern)
    throw invalid_parameter(
        "LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.");
  auto groups = logs.store.list_groups(scope_of(call), in.logGroupNamePrefix.value_or(""));
  if (in.logGroupNamePattern) {
    std::erase_if(groups, [&](const logstore::LogGroup* group) {
      return group->name.find(*in.logGroupNamePattern) == std::string::npos;
    });
  }
  if (!in.logGroupIdentifiers.empty()) {
    std::vector<std::string> names;
    for (const std::string& identifier : in.logGroupIdentifiers) names.push_back(group_of({}, identifier));
    std::erase_if(groups, [&](const logstore::LogGroup* group) {
      return std::find(names.begin(), names.end(), group->name) == names.end();
    });
  }
  auto page = page_of(std::move(groups), in.nextToken, checked_limit(in.limit, 50),
                      [](const logstore::LogGroup* group) { return group->name; });
  DescribeLogGroupsResponse out;
  out.nextToken = page.next_token;
  std::vector<std::vector<std::uint64_t>> streams;
  for (const logstore::LogGroup* group : page.items) {
    LogGroup& shown = out.logGroups.emplace_back();
    shown.logGroupName = group->name;
    shown.creationTime = group->created.time_since_epoch().count();
    shown.retentionInDays = group->retention_days;
    shown.metricFilterCount = 0;
    shown.logGroupArn = log_group_arn(call, group->name);
    shown.arn = *shown.logGroupArn + ":*";
    shown.logGroupClass = "STANDARD";
    auto& numbers = streams.emplace_back();
    for (const auto& [name, stream] : group->streams) numbers.push_back(stream.number);
  }
  // From here on the groups themselves may be gone.
  for (std::size_t i = 0; i < out.logGroups.size(); ++i)
    out.logGroups[i].storedBytes =
        static_cast<std::int64_t>(co_await logs.store.stored_bytes(std::move(streams[i])));
  co_return out;
}

void put_retention_policy(Logs& logs, const Call& call, PutRetentionPolicyRequest in) {
  check_group_name(in.logGroupName);
  check_retention(in.retentionInDays);
  if (!logs.store.set_retention(scope_of(call), in.logGroupName, in.retentionInDays)) throw group_not_found();
}

void delete_retention_policy(Logs& logs, const Call& call, DeleteRetentionPolicyRequest in) {
  check_group_name(in.logGroupName);
  if (!logs.store.set_retention(scope_of(call), in.logGroupName, std::nullopt)) throw group_not_found();
}

// --- tags

namespace {

const Tags& tags_of(const Logs& logs, const Call& call, const std::string& group) {
  const logstore::LogGroup* found = logs.store.find_group(scope_of(call), group);
  if (found == nullptr) throw group_not_found();
  return found->tags;
}

void add_tags(Logs& logs, const Call& call, const std::string& group, const Tags& more) {
  Tags tags = tags_of(logs, call, group);
  for (const auto& [key, value] : more) tags[key] = value;
  check_tags(tags);
  logs.store.set_tags(scope_of(call), group, std::move(tags));
}

void drop_tags(Logs& logs, const Call& call, const std::string& group, const std::vector<std::string>& keys) {
  Tags tags = tags_of(logs, call, group);
  for (const std::string& key : keys) tags.erase(key);
  logs.store.set_tags(scope_of(call), group, std::move(tags));
}

}  // namespace

void tag_resource(Logs& logs, const Call& call, TagResourceRequest in) {
  add_tags(logs, call, group_of_arn(in.resourceArn), in.tags);
}
void untag_resource(Logs& logs, const Call& call, UntagResourceRequest in) {
  drop_tags(logs, call, group_of_arn(in.resourceArn), in.tagKeys);
}
TagsResponse list_tags_for_resource(Logs& logs, const Call& call, ListTagsForResourceRequest in) {
  return {tags_of(logs, call, group_of_arn(in.resourceArn))};
}
void tag_log_group(Logs& logs, const Call& call, TagLogGroupRequest in) {
  add_tags(logs, call, in.logGroupName, in.tags);
}
void untag_log_group(Logs& logs, const Call& call, UntagLogGroupRequest in) {
  drop_tags(logs, call, in.logGroupName, in.tags);
}
TagsResponse list_tags_log_group(Logs& logs, const Call& call, ListTagsLogGroupRequest in) {
  return {tags_of(logs, call, in.logGroupName)};
}

}  // namespace berth::logs
