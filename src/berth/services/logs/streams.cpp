#include "berth/services/logs/checks.hpp"
#include "berth/services/logs/errors.hpp"
#include "berth/services/logs/logs.hpp"
#include "berth/services/logs/pages.hpp"

#include <algorithm>

namespace berth::logs {
namespace {

struct Listed {
  logstore::LogStream stream;
  logstore::StreamSummary summary;
  std::string key;
};

/// Sorts as the timestamps do, streams without events first; names decide between equals.
std::string time_key(const Listed& listed) {
  const std::string digits = std::to_string(listed.summary.last_timestamp.value_or(0));
  return std::string(20 - digits.size(), '0') + digits + listed.stream.name;
}

LogStream show(const Call& call, const std::string& group, const Listed& listed) {
  LogStream shown;
  shown.logStreamName = listed.stream.name;
  shown.creationTime = listed.stream.created.time_since_epoch().count();
  shown.firstEventTimestamp = listed.summary.first_timestamp;
  shown.lastEventTimestamp = listed.summary.last_timestamp;
  shown.lastIngestionTime = listed.summary.last_ingestion;
  shown.uploadSequenceToken = std::to_string(listed.stream.number);
  shown.arn = log_group_arn(call, group) + ":log-stream:" + listed.stream.name;
  shown.storedBytes = 0;  // AWS has shown 0 since 2019: use the group's
  return shown;
}

Async<void> summarize(Logs& logs, std::vector<Listed>& list) {
  std::vector<std::uint64_t> numbers;
  for (const Listed& listed : list) numbers.push_back(listed.stream.number);
  const auto summaries = co_await logs.store.summarize(std::move(numbers));
  for (std::size_t i = 0; i < list.size(); ++i) list[i].summary = summaries[i];
}

}  // namespace

void create_log_stream(Logs& logs, const Call& call, CreateLogStreamRequest in) {
  check_group_name(in.logGroupName);
  check_stream_name(in.logStreamName);
  if (logs.store.find_group(scope_of(call), in.logGroupName) == nullptr) throw group_not_found();
  if (logs.store.create_stream(scope_of(call), in.logGroupName, in.logStreamName) == nullptr)
    throw stream_exists();
}

void delete_log_stream(Logs& logs, const Call& call, DeleteLogStreamRequest in) {
  check_group_name(in.logGroupName);
  check_stream_name(in.logStreamName);
  if (logs.store.find_group(scope_of(call), in.logGroupName) == nullptr) throw group_not_found();
  if (!logs.store.remove_stream(scope_of(call), in.logGroupName, in.logStreamName)) throw stream_not_found();
}

Async<DescribeLogStreamsResponse> describe_log_streams(Logs& logs, const Call& call,
                                                       DescribeLogStreamsRequest in) {
  const std::string name = group_of(in.logGroupName, in.logGroupIdentifier);
  const std::string order = in.orderBy.value_or("LogStreamName");
  const bool by_time = order == "LastEventTime";
  if (!by_time && order != "LogStreamName")
    throw constraint_broken(order, "orderBy",
                            "Member must satisfy enum value set: [LogStreamName, LastEventTime]");
  if (by_time && in.logStreamNamePrefix)
    throw invalid_parameter("Cannot order by LastEventTime with a logStreamNamePrefix.");
  const std::size_t limit = checked_limit(in.limit, 50);
  const bool descending = in.descending.value_or(false);
  const logstore::LogGroup* group = logs.store.find_group(scope_of(call), name);
  if (group == nullptr) throw group_not_found();

  std::vector<Listed> list;
  const std::string prefix = in.logStreamNamePrefix.value_or("");
  for (auto it = group->streams.lower_bound(prefix);
       it != group->streams.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
    list.push_back({it->second, {}, it->first});
  if (by_time) {
    co_await summarize(logs, list);
    for (Listed& listed : list) listed.key = time_key(listed);
  }
  std::sort(list.begin(), list.end(),
            [&](const Listed& a, const Listed& b) { return descending ? a.key > b.key : a.key < b.key; });
  auto page = page_of(
      std::move(list), in.nextToken, limit, [](const Listed& listed) { return listed.key; }, descending);
  if (!by_time) co_await summarize(logs, page.items);

  DescribeLogStreamsResponse out;
  out.nextToken = page.next_token;
  for (const Listed& listed : page.items) out.logStreams.push_back(show(call, name, listed));
  co_return out;
}

}  // namespace berth::logs
