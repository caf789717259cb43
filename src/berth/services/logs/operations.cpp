#include "berth/services/logs/operations.hpp"

namespace berth::logs {
namespace {

using wire::Action;
using wire::op;
using wire::resource;

// What a call acts on, in the form that AWS's own refusals show: …:log-group:GROUP:log-stream:STREAM, so that the usual
// policies on `…:log-group:GROUP:*` cover groups and streams.

std::string arn(const Call& call, const std::string& group, const std::string& stream = {}) {
  return log_group_arn(call, group) + ":log-stream:" + stream;
}

template <class Request>
std::string named_group(const Call& call, const Request& in) {
  return arn(call, in.logGroupName);
}
template <class Request>
std::string named_stream(const Call& call, const Request& in) {
  return arn(call, in.logGroupName, in.logStreamName);
}

/// The group of an ARN or name, without complaint: the operation itself checks it.
std::string plain(const std::string& identifier) {
  const std::size_t at = identifier.find(":log-group:");
  if (at == std::string::npos) return identifier;
  std::string name = identifier.substr(at + 11);
  if (name.size() > 2 && name.compare(name.size() - 2, 2, ":*") == 0) name.resize(name.size() - 2);
  return name;
}

template <class Request>
std::string identified_group(const Call& call, const Request& in) {
  return arn(call, in.logGroupName ? *in.logGroupName : plain(in.logGroupIdentifier.value_or("")));
}
std::string identified_stream(const Call& call, const GetLogEventsRequest& in) {
  return arn(call, in.logGroupName ? *in.logGroupName : plain(in.logGroupIdentifier.value_or("")),
             in.logStreamName);
}
std::string any_group(const Call& call, const DescribeLogGroupsRequest&) { return arn(call, ""); }
template <class Request>
std::string tagged_group(const Call& call, const Request& in) {
  return arn(call, plain(in.resourceArn));
}

// Accepted, without effect.
constexpr std::string_view create_ignores[] = {"kmsKeyId", "logGroupClass"};
constexpr std::string_view describe_ignores[] = {"accountIdentifiers", "includeLinkedAccounts",
                                                 "logGroupClass"};
constexpr std::string_view put_ignores[] = {
    "entity"};  // sequenceToken has had no effect on AWS since 2023 either
constexpr std::string_view read_ignores[] = {"unmask"};

constexpr wire::Operation<Logs> table[] = {
    op<&create_log_group>("CreateLogGroup", Action{"logs:CreateLogGroup"},
                          resource<&named_group<CreateLogGroupRequest>>)
        .ignoring(create_ignores),
    op<&delete_log_group>("DeleteLogGroup", Action{"logs:DeleteLogGroup"},
                          resource<&named_group<DeleteLogGroupRequest>>),
    op<&describe_log_groups>("DescribeLogGroups", Action{"logs:DescribeLogGroups"}, resource<&any_group>)
        .ignoring(describe_ignores),
    op<&put_retention_policy>("PutRetentionPolicy", Action{"logs:PutRetentionPolicy"},
                              resource<&named_group<PutRetentionPolicyRequest>>),
    op<&delete_retention_policy>("DeleteRetentionPolicy", Action{"logs:DeleteRetentionPolicy"},
                                 resource<&named_group<DeleteRetentionPolicyRequest>>),

    op<&tag_resource>("TagResource", Action{"logs:TagResource"}, resource<&tagged_group<TagResourceRequest>>),
    op<&untag_resource>("UntagResource", Action{"logs:UntagResource"},
                        resource<&tagged_group<UntagResourceRequest>>),
    op<&list_tags_for_resource>("ListTagsForResource", Action{"logs:ListTagsForResource"},
                                resource<&tagged_group<ListTagsForResourceRequest>>),
    op<&tag_log_group>("TagLogGroup", Action{"logs:TagLogGroup"}, resource<&named_group<TagLogGroupRequest>>),
    op<&untag_log_group>("UntagLogGroup", Action{"logs:UntagLogGroup"},
                         resource<&named_group<UntagLogGroupRequest>>),
    op<&list_tags_log_group>("ListTagsLogGroup", Action{"logs:ListTagsLogGroup"},
                             resource<&named_group<ListTagsLogGroupRequest>>),

    op<&create_log_stream>("CreateLogStream", Action{"logs:CreateLogStream"},
                           resource<&named_stream<CreateLogStreamRequest>>),
    op<&delete_log_stream>("DeleteLogStream", Action{"logs:DeleteLogStream"},
                           resource<&named_stream<DeleteLogStreamRequest>>),
    op<&describe_log_streams>("DescribeLogStreams", Action{"logs:DescribeLogStreams"},
                              resource<&identified_group<DescribeLogStreamsRequest>>),

    op<&put_log_events>("PutLogEvents", Action{"logs:PutLogEvents"},
                        resource<&named_stream<PutLogEventsRequest>>)
        .ignoring(put_ignores),
    op<&get_log_events>("GetLogEvents", Action{"logs:GetLogEvents"}, resource<&identified_stream>)
        .ignoring(read_ignores),
    op<&filter_log_events>("FilterLogEvents", Action{"logs:FilterLogEvents"},
                           resource<&identified_group<FilterLogEventsRequest>>)
        .ignoring(read_ignores),
};

}  // namespace

std::span<const wire::Operation<Logs>> operations() { return table; }

}  // namespace berth::logs
