/// The shapes of CloudWatch Logs that we act on, in AWS's spelling (API version 2014-03-28). Times are epoch
/// milliseconds.
#pragma once

#include "berth/wire/shape.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::logs {

using Tags = std::map<std::string, std::string>;

// --- groups

struct CreateLogGroupRequest {
  std::string logGroupName;
  std::optional<std::string> kmsKeyId;
  Tags tags;
  std::optional<std::string> logGroupClass;
};
AWS_SHAPE(CreateLogGroupRequest, logGroupName, kmsKeyId, tags, logGroupClass)

struct DeleteLogGroupRequest {
  std::string logGroupName;
};
AWS_SHAPE(DeleteLogGroupRequest, logGroupName)

struct DescribeLogGroupsRequest {
  std::vector<std::string> accountIdentifiers;
  std::optional<std::string> logGroupNamePrefix;
  std::optional<std::string> logGroupNamePattern;
  std::optional<std::string> nextToken;
  std::optional<int> limit;
  std::optional<bool> includeLinkedAccounts;
  std::optional<std::string> logGroupClass;
  std::vector<std::string> logGroupIdentifiers;
};
AWS_SHAPE(DescribeLogGroupsRequest, accountIdentifiers, logGroupNamePrefix, logGroupNamePattern, nextToken,
          limit, includeLinkedAccounts, logGroupClass, logGroupIdentifiers)

struct LogGroup {
  std::optional<std::string> logGroupName;
  std::optional<std::int64_t> creationTime;
  std::optional<int> retentionInDays;
  std::optional<int> metricFilterCount;
  std::optional<std::string> arn;
  std::optional<std::int64_t> storedBytes;
  std::optional<std::string> logGroupClass;
  std::optional<std::string> logGroupArn;
};
AWS_SHAPE(LogGroup, logGroupName, creationTime, retentionInDays, metricFilterCount, arn, storedBytes,
          logGroupClass, logGroupArn)

struct DescribeLogGroupsResponse {
  std::vector<LogGroup> logGroups;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeLogGroupsResponse, logGroups, nextToken)

struct PutRetentionPolicyRequest {
  std::string logGroupName;
  int retentionInDays = 0;
};
AWS_SHAPE(PutRetentionPolicyRequest, logGroupName, retentionInDays)

struct DeleteRetentionPolicyRequest {
  std::string logGroupName;
};
AWS_SHAPE(DeleteRetentionPolicyRequest, logGroupName)

// --- tags, by ARN and the older way

struct TagResourceRequest {
  std::string resourceArn;
  wire::Required<Tags> tags;
};
AWS_SHAPE(TagResourceRequest, resourceArn, tags)

struct UntagResourceRequest {
  std::string resourceArn;
  wire::Required<std::vector<std::string>> tagKeys;
};
AWS_SHAPE(UntagResourceRequest, resourceArn, tagKeys)

struct ListTagsForResourceRequest {
  std::string resourceArn;
};
AWS_SHAPE(ListTagsForResourceRequest, resourceArn)

struct TagLogGroupRequest {
  std::string logGroupName;
  wire::Required<Tags> tags;
};
AWS_SHAPE(TagLogGroupRequest, logGroupName, tags)

struct UntagLogGroupRequest {
  std::string logGroupName;
  wire::Required<std::vector<std::string>> tags;
};
AWS_SHAPE(UntagLogGroupRequest, logGroupName, tags)

struct ListTagsLogGroupRequest {
  std::string logGroupName;
};
AWS_SHAPE(ListTagsLogGroupRequest, logGroupName)

struct TagsResponse {
  Tags tags;
};
AWS_SHAPE(TagsResponse, tags)

// --- streams

struct CreateLogStreamRequest {
  std::string logGroupName;
  std::string logStreamName;
};
AWS_SHAPE(CreateLogStreamRequest, logGroupName, logStreamName)

struct DeleteLogStreamRequest {
  std::string logGroupName;
  std::string logStreamName;
};
AWS_SHAPE(DeleteLogStreamRequest, logGroupName, logStreamName)

struct DescribeLogStreamsRequest {
  std::optional<std::string> logGroupName;
  std::optional<std::string> logGroupIdentifier;
  std::optional<std::string> logStreamNamePrefix;
  std::optional<std::string> orderBy;
  std::optional<bool> descending;
  std::optional<std::string> nextToken;
  std::optional<int> limit;
};
AWS_SHAPE(DescribeLogStreamsRequest, logGroupName, logGroupIdentifier, logStreamNamePrefix, orderBy,
          descending, nextToken, limit)

struct LogStream {
  std::optional<std::string> logStreamName;
  std::optional<std::int64_t> creationTime;
  std::optional<std::int64_t> firstEventTimestamp;
  std::optional<std::int64_t> lastEventTimestamp;
  std::optional<std::int64_t> lastIngestionTime;
  std::optional<std::string> uploadSequenceToken;
  std::optional<std::string> arn;
  std::optional<std::int64_t> storedBytes;
};
AWS_SHAPE(LogStream, logStreamName, creationTime, firstEventTimestamp, lastEventTimestamp, lastIngestionTime,
          uploadSequenceToken, arn, storedBytes)

struct DescribeLogStreamsResponse {
  std::vector<LogStream> logStreams;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(DescribeLogStreamsResponse, logStreams, nextToken)

// --- events

struct InputLogEvent {
  std::int64_t timestamp = 0;
  std::string message;
};
AWS_SHAPE(InputLogEvent, timestamp, message)

struct PutLogEventsRequest {
  std::string logGroupName;
  std::string logStreamName;
  wire::Required<std::vector<InputLogEvent>> logEvents;
  std::optional<std::string> sequenceToken;
  std::optional<wire::Document> entity;
};
AWS_SHAPE(PutLogEventsRequest, logGroupName, logStreamName, logEvents, sequenceToken, entity)

struct RejectedLogEventsInfo {
  std::optional<int> tooNewLogEventStartIndex;
  std::optional<int> tooOldLogEventEndIndex;
  std::optional<int> expiredLogEventEndIndex;
};
AWS_SHAPE(RejectedLogEventsInfo, tooNewLogEventStartIndex, tooOldLogEventEndIndex, expiredLogEventEndIndex)

struct PutLogEventsResponse {
  std::optional<std::string> nextSequenceToken;
  std::optional<RejectedLogEventsInfo> rejectedLogEventsInfo;
};
AWS_SHAPE(PutLogEventsResponse, nextSequenceToken, rejectedLogEventsInfo)

struct GetLogEventsRequest {
  std::optional<std::string> logGroupName;
  std::optional<std::string> logGroupIdentifier;
  std::string logStreamName;
  std::optional<std::int64_t> startTime;
  std::optional<std::int64_t> endTime;
  std::optional<std::string> nextToken;
  std::optional<int> limit;
  std::optional<bool> startFromHead;
  std::optional<bool> unmask;
};
AWS_SHAPE(GetLogEventsRequest, logGroupName, logGroupIdentifier, logStreamName, startTime, endTime, nextToken,
          limit, startFromHead, unmask)

struct OutputLogEvent {
  std::optional<std::int64_t> timestamp;
  std::optional<std::string> message;
  std::optional<std::int64_t> ingestionTime;
};
AWS_SHAPE(OutputLogEvent, timestamp, message, ingestionTime)

struct GetLogEventsResponse {
  std::vector<OutputLogEvent> events;
  std::optional<std::string> nextForwardToken;
  std::optional<std::string> nextBackwardToken;
};
AWS_SHAPE(GetLogEventsResponse, events, nextForwardToken, nextBackwardToken)

struct FilterLogEventsRequest {
  std::optional<std::string> logGroupName;
  std::optional<std::string> logGroupIdentifier;
  std::vector<std::string> logStreamNames;
  std::optional<std::string> logStreamNamePrefix;
  std::optional<std::int64_t> startTime;
  std::optional<std::int64_t> endTime;
  std::optional<std::string> filterPattern;
  std::optional<std::string> nextToken;
  std::optional<int> limit;
  std::optional<bool> interleaved;
  std::optional<bool> unmask;
};
AWS_SHAPE(FilterLogEventsRequest, logGroupName, logGroupIdentifier, logStreamNames, logStreamNamePrefix,
          startTime, endTime, filterPattern, nextToken, limit, interleaved, unmask)

struct FilteredLogEvent {
  std::optional<std::string> logStreamName;
  std::optional<std::int64_t> timestamp;
  std::optional<std::string> message;
  std::optional<std::int64_t> ingestionTime;
  std::optional<std::string> eventId;
};
AWS_SHAPE(FilteredLogEvent, logStreamName, timestamp, message, ingestionTime, eventId)

struct SearchedLogStream {
  std::optional<std::string> logStreamName;
  std::optional<bool> searchedCompletely;
};
AWS_SHAPE(SearchedLogStream, logStreamName, searchedCompletely)

struct FilterLogEventsResponse {
  std::vector<FilteredLogEvent> events;
  std::vector<SearchedLogStream> searchedLogStreams;  ///< AWS shows an empty list since 2019
  std::optional<std::string> nextToken;
};
AWS_SHAPE(FilterLogEventsResponse, events, searchedLogStreams, nextToken)

}  // namespace berth::logs
