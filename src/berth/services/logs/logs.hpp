/// CloudWatch Logs: one function an operation. On the state lane; rules of names and batches in checks.hpp.
#pragma once

#include "base/async.hpp"
#include "berth/logstore/log_store.hpp"
#include "berth/services/logs/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::logs {

using base::Async;
using wire::Call;

struct Logs {
  logstore::LogStore& store;
};

void create_log_group(Logs& logs, const Call& call, CreateLogGroupRequest in);
void delete_log_group(Logs& logs, const Call& call, DeleteLogGroupRequest in);
Async<DescribeLogGroupsResponse> describe_log_groups(Logs& logs, const Call& call,
                                                     DescribeLogGroupsRequest in);
void put_retention_policy(Logs& logs, const Call& call, PutRetentionPolicyRequest in);
void delete_retention_policy(Logs& logs, const Call& call, DeleteRetentionPolicyRequest in);

void tag_resource(Logs& logs, const Call& call, TagResourceRequest in);
void untag_resource(Logs& logs, const Call& call, UntagResourceRequest in);
TagsResponse list_tags_for_resource(Logs& logs, const Call& call, ListTagsForResourceRequest in);
void tag_log_group(Logs& logs, const Call& call, TagLogGroupRequest in);
void untag_log_group(Logs& logs, const Call& call, UntagLogGroupRequest in);
TagsResponse list_tags_log_group(Logs& logs, const Call& call, ListTagsLogGroupRequest in);

void create_log_stream(Logs& logs, const Call& call, CreateLogStreamRequest in);
void delete_log_stream(Logs& logs, const Call& call, DeleteLogStreamRequest in);
Async<DescribeLogStreamsResponse> describe_log_streams(Logs& logs, const Call& call,
                                                       DescribeLogStreamsRequest in);

Async<PutLogEventsResponse> put_log_events(Logs& logs, const Call& call, PutLogEventsRequest in);
Async<GetLogEventsResponse> get_log_events(Logs& logs, const Call& call, GetLogEventsRequest in);
Async<FilterLogEventsResponse> filter_log_events(Logs& logs, const Call& call, FilterLogEventsRequest in);

/// `arn:aws:logs:REGION:ACCOUNT:log-group:NAME`
std::string log_group_arn(const Call& call, const std::string& name);

}  // namespace berth::logs
