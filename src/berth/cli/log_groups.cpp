#include "berth/cli/log_groups.hpp"

#include "berth/cli/api.hpp"
#include "berth/services/logs/service.hpp"
#include "berth/services/logs/shapes.hpp"

#include <algorithm>

namespace berth::cli {
namespace {

using logs::service;

constexpr Call<logs::DescribeLogGroupsRequest, logs::DescribeLogGroupsResponse> describe_log_groups{
    service, "DescribeLogGroups"};
constexpr Call<logs::DescribeLogStreamsRequest, logs::DescribeLogStreamsResponse> describe_log_streams{
    service, "DescribeLogStreams"};

}  // namespace

bool group_exists(Api& api, const std::string& name) {
  logs::DescribeLogGroupsRequest request;
  request.logGroupNamePrefix = name;
  const auto answer = api(describe_log_groups, request);
  return std::any_of(answer.logGroups.begin(), answer.logGroups.end(),
                     [&](const auto& group) { return group.logGroupName == name; });
}

std::vector<std::string> log_group_names(Api& api) {
  std::vector<std::string> names;
  all_pages(api, describe_log_groups, {}, &logs::DescribeLogGroupsResponse::nextToken, [&](auto& page) {
    for (const auto& group : page.logGroups) names.push_back(group.logGroupName.value_or(""));
  });
  return names;
}

std::vector<GroupSummary> log_groups(Api& api) {
  std::vector<GroupSummary> groups;
  all_pages(api, describe_log_groups, {}, &logs::DescribeLogGroupsResponse::nextToken, [&](auto& page) {
    for (const auto& group : page.logGroups) {
      groups.push_back({.name = group.logGroupName.value_or(""),
                        .bytes = static_cast<std::uint64_t>(group.storedBytes.value_or(0)),
                        .retention_days = group.retentionInDays});
    }
  });
  for (GroupSummary& group : groups) {
    logs::DescribeLogStreamsRequest request;
    request.logGroupName = group.name;
    all_pages(api, describe_log_streams, request, &logs::DescribeLogStreamsResponse::nextToken,
              [&](auto& page) {
                group.streams += page.logStreams.size();
                for (const auto& stream : page.logStreams) {
                  if (!stream.lastEventTimestamp) continue;
                  const base::TimePoint time{base::Milliseconds(*stream.lastEventTimestamp)};
                  group.newest = std::max(group.newest.value_or(time), time);
                }
              });
  }
  return groups;
}

}  // namespace berth::cli
