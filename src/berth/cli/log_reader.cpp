#include "berth/cli/log_reader.hpp"

#include "berth/cli/api.hpp"
#include "berth/cli/text.hpp"
#include "berth/services/logs/service.hpp"
#include "berth/services/logs/shapes.hpp"

#include <algorithm>

namespace berth::cli {
namespace {

using logs::service;

constexpr Call<logs::GetLogEventsRequest, logs::GetLogEventsResponse> get_log_events{service, "GetLogEvents"};
constexpr Call<logs::FilterLogEventsRequest, logs::FilterLogEventsResponse> filter_log_events{
    service, "FilterLogEvents"};
constexpr Call<logs::DescribeLogGroupsRequest, logs::DescribeLogGroupsResponse> describe_log_groups{
    service, "DescribeLogGroups"};

constexpr Call<logs::DescribeLogStreamsRequest, logs::DescribeLogStreamsResponse> describe_log_streams{
    service, "DescribeLogStreams"};

/// "main/0123456789ab" of "p/main/0123456789ab…": what tells streams apart for a reader.
std::string short_stream(const std::string& stream) {
  const auto slash = stream.rfind('/');
  if (slash == stream.npos) return stream;
  const auto before = stream.rfind('/', slash - 1);
  const std::size_t begin = before == stream.npos ? 0 : before + 1;
  return stream.substr(begin, slash + 1 + shown_id_length - begin);
}

}  // namespace

std::string shown_message(std::string_view message) {
  while (!message.empty() && (message.back() == '\n' || message.back() == '\r')) message.remove_suffix(1);
  // A progress meter writes over its line; a terminal would have shown its last state in the end.
  if (const auto written_over = message.rfind('\r'); written_over != message.npos) {
    message.remove_prefix(written_over + 1);
  }
  return without_control_sequences(message);
}

TaskLog::TaskLog(Api& api, std::vector<LogStreamName> streams) : api_(api) {
  for (LogStreamName& name : streams) positions_.push_back({std::move(name), std::nullopt});
}

bool TaskLog::print_page(Position& position, std::ostream& out) {
  logs::GetLogEventsRequest request;
  request.logGroupName = position.name.group;
  request.logStreamName = position.name.stream;
  request.startFromHead = true;
  request.nextToken = position.token;
  logs::GetLogEventsResponse page;
  try {
    page = api_(get_log_events, request);
  } catch (const wire::ServiceError& error) {
    if (error.code != "ResourceNotFoundException") throw;
    return false;  // the container has not begun to write
  }
  const std::string prefix = positions_.size() > 1 ? position.name.container + "  " : "";
  for (const auto& event : page.events) out << prefix << shown_message(event.message.value_or("")) << "\n";
  position.token = page.nextForwardToken;
  return !page.events.empty();
}

bool TaskLog::print_news(std::ostream& out) {
  bool any = false;
  for (Position& position : positions_) {
    while (print_page(position, out)) any = true;
  }
  out.flush();
  return any;
}

GroupLog::GroupLog(Api& api, std::string group) : api_(api), group_(std::move(group)) {}

bool GroupLog::print_news(std::ostream& out) {
  logs::FilterLogEventsRequest request;
  request.logGroupName = group_;
  request.interleaved = true;
  request.startTime = last_;
  bool any = false;
  all_pages(api_, filter_log_events, request, &logs::FilterLogEventsResponse::nextToken, [&](auto& page) {
    for (const auto& event : page.events) {
      const std::int64_t time = event.timestamp.value_or(0);
      const std::string id = event.eventId.value_or("");
      if (time <= last_ && seen_at_last_.contains(id)) continue;
      if (time > last_) {
        last_ = time;
        seen_at_last_.clear();
      }
      seen_at_last_.insert(id);
      out << short_stream(event.logStreamName.value_or("")) << "  "
          << shown_message(event.message.value_or("")) << "\n";
      any = true;
    }
  });
  out.flush();
  return any;
}

bool group_exists(Api& api, const std::string& name) {
  logs::DescribeLogGroupsRequest request;
  request.logGroupNamePrefix = name;
  const auto answer = api(describe_log_groups, request);
  return std::any_of(answer.logGroups.begin(), answer.logGroups.end(),
                     [&](const auto& group) { return group.logGroupName == name; });
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
