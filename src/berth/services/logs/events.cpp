#include "base/encoding.hpp"
#include "berth/services/logs/checks.hpp"
#include "berth/services/logs/errors.hpp"
#include "berth/services/logs/logs.hpp"
#include "berth/services/logs/pages.hpp"

namespace berth::logs {
namespace {

const logstore::LogGroup& find_group(Logs& logs, const Call& call, const std::string& name) {
  const logstore::LogGroup* group = logs.store.find_group(scope_of(call), name);
  if (group == nullptr) throw group_not_found();
  return *group;
}

const logstore::LogStream& find_stream(const logstore::LogGroup& group, const std::string& name) {
  const auto found = group.streams.find(name);
  if (found == group.streams.end()) throw stream_not_found();
  return found->second;
}

/// Containers write bytes; JSON carries text. What is not UTF-8 shows as U+FFFD, one a byte.
std::string to_text(std::string message) {
  if (base::is_utf8(message)) return message;
  std::string text;
  for (std::size_t at = 0; at < message.size();) {
    const auto lead = static_cast<unsigned char>(message[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view character = std::string_view(message).substr(at, length);
    const bool valid = character.size() == length && base::is_utf8(character);
    text += valid ? character : "\xEF\xBF\xBD";
    at += valid ? length : 1;
  }
  return text;
}

}  // namespace

Async<PutLogEventsResponse> put_log_events(Logs& logs, const Call& call, PutLogEventsRequest in) {
  check_group_name(in.logGroupName);
  check_stream_name(in.logStreamName);
  const logstore::LogGroup& group = find_group(logs, call, in.logGroupName);
  const logstore::LogStream& stream = find_stream(group, in.logStreamName);
  const AcceptedBatch batch = check_batch(in.logEvents, call.time, group.retention_days);
  PutLogEventsResponse out;
  out.nextSequenceToken = std::to_string(stream.number);
  out.rejectedLogEventsInfo = batch.rejected;
  std::vector<logstore::NewEvent> events;
  for (std::size_t i = batch.begin; i < batch.end; ++i)
    events.push_back({in.logEvents[i].timestamp, std::move(in.logEvents[i].message)});
  if (events.empty()) co_return out;
  const auto stored = co_await logs.store.put_events(stream.number, std::move(events));
  if (!stored && stored.error().code == std::errc::resource_unavailable_try_again) throw stream_in_use();
  if (!stored) throw unavailable(stored.error().message);
  co_return out;
}

Async<GetLogEventsResponse> get_log_events(Logs& logs, const Call& call, GetLogEventsRequest in) {
  const std::string name = group_of(in.logGroupName, in.logGroupIdentifier);
  check_stream_name(in.logStreamName);
  logstore::GetRequest request;
  request.start = in.startTime;
  request.end = in.endTime;
  request.limit = checked_limit(in.limit, 10'000);
  request.from_head = in.startFromHead.value_or(false);
  if (in.nextToken) {
    request.token = logstore::parse_token(*in.nextToken);
    if (!request.token) throw invalid_parameter("The specified nextToken is invalid.");
  }
  find_stream(find_group(logs, call, name), in.logStreamName);
  logstore::Scope scope = scope_of(call);  // named: see base/async.hpp
  auto page = co_await logs.store.get_events(std::move(scope), name, in.logStreamName, std::move(request));
  if (!page) throw unavailable(page.error().message);
  GetLogEventsResponse out;
  out.nextForwardToken = logstore::to_text(page->forward);
  out.nextBackwardToken = logstore::to_text(page->backward);
  for (logstore::Event& event : page->events)
    out.events.push_back({event.timestamp, to_text(std::move(event.message)), event.ingestion});
  co_return out;
}

Async<FilterLogEventsResponse> filter_log_events(Logs& logs, const Call& call, FilterLogEventsRequest in) {
  const std::string name = group_of(in.logGroupName, in.logGroupIdentifier);
  if (!in.logStreamNames.empty() && in.logStreamNamePrefix)
    throw invalid_parameter("Only one of logStreamNames and logStreamNamePrefix can be given.");
  if (in.logStreamNames.size() > 100)
    throw constraint_broken("[" + std::to_string(in.logStreamNames.size()) + " names]", "logStreamNames",
                            "Member must have length less than or equal to 100");
  logstore::FilterRequest request;
  request.streams = std::move(in.logStreamNames);
  request.stream_prefix = in.logStreamNamePrefix.value_or("");
  request.start = in.startTime;
  request.end = in.endTime;
  request.limit = checked_limit(in.limit, 10'000);
  check_filter_pattern(in.filterPattern.value_or(""));
  auto pattern = logstore::FilterPattern::parse(in.filterPattern.value_or(""));
  if (!pattern) throw invalid_parameter("Invalid filter pattern: " + pattern.error().message);
  request.pattern = std::move(*pattern);
  if (in.nextToken) {
    request.after = logstore::parse_filter_position(*in.nextToken);
    if (!request.after) throw invalid_parameter("The specified nextToken is invalid.");
  }
  const logstore::LogGroup& group = find_group(logs, call, name);
  for (const std::string& stream : request.streams) find_stream(group, stream);
  logstore::Scope scope = scope_of(call);  // named: see base/async.hpp
  auto page = co_await logs.store.filter_events(std::move(scope), name, std::move(request));
  if (!page) throw unavailable(page.error().message);
  FilterLogEventsResponse out;
  if (page->next) out.nextToken = logstore::to_text(*page->next);
  for (logstore::Event& event : page->events) {
    std::string id = event.id();
    out.events.push_back({std::move(event.stream_name), event.timestamp, to_text(std::move(event.message)),
                          event.ingestion, std::move(id)});
  }
  co_return out;
}

}  // namespace berth::logs
