#include "berth/services/logs/checks.hpp"

#include "berth/logstore/segment.hpp"
#include "berth/services/logs/errors.hpp"

#include <algorithm>
#include <array>

namespace berth::logs {
namespace {

constexpr std::size_t events_limit = 10'000;
constexpr std::size_t batch_limit_bytes = 1'048'576;
constexpr std::size_t overhead_bytes = 26;
constexpr std::int64_t day_ms = 24LL * 3600 * 1000;
constexpr std::int64_t oldest_ms = 14 * day_ms;
constexpr std::int64_t newest_ms = 2LL * 3600 * 1000;

bool is_group_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view(".-_/#").find(c) != std::string_view::npos;
}

void check_length(const std::string& value, const std::string& member) {
  if (value.empty())
    throw constraint_broken(value, member, "Member must have length greater than or equal to 1");
  if (value.size() > 512)
    throw constraint_broken(value, member, "Member must have length less than or equal to 512");
}

}  // namespace

void check_group_name(const std::string& name, const std::string& member) {
  check_length(name, member);
  if (!std::all_of(name.begin(), name.end(), is_group_character))
    throw constraint_broken(name, member,
                            "Member must satisfy regular expression pattern: [\\.\\-_/#A-Za-z0-9]+");
}

void check_stream_name(const std::string& name) {
  check_length(name, "logStreamName");
  if (name.find_first_of(":*") != std::string::npos)
    throw constraint_broken(name, "logStreamName", "Member must satisfy regular expression pattern: [^:*]*");
}

void check_retention(int days) {
  static constexpr std::array allowed = {1,   3,   5,   7,   14,   30,   60,   90,   120,  150,  180,
                                         365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653};
  if (std::find(allowed.begin(), allowed.end(), days) == allowed.end()) {
    std::string list;
    for (const int value : allowed) list += (list.empty() ? "" : ", ") + std::to_string(value);
    throw constraint_broken(std::to_string(days), "retentionInDays",
                            "Member must satisfy enum value set: [" + list + "]");
  }
}

void check_tags(const Tags& tags) {
  if (tags.size() > 50) throw invalid_parameter("A log group can have at most 50 tags.");
  for (const auto& [key, value] : tags) {
    if (key.empty() || key.size() > 128) throw invalid_parameter("Tag keys must have 1 to 128 characters.");
    if (value.size() > 256) throw invalid_parameter("Tag values must have at most 256 characters.");
  }
}

void check_filter_pattern(const std::string& pattern) {
  const auto characters = std::ranges::count_if(
      pattern, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });  // UTF-8
  if (characters > 1024)
    throw constraint_broken(pattern, "filterPattern", "Member must have length less than or equal to 1024");
}

std::size_t checked_limit(const std::optional<int>& limit, int most) {
  const int value = limit.value_or(most);
  if (value < 1)
    throw constraint_broken(std::to_string(value), "limit",
                            "Member must have value greater than or equal to 1");
  if (value > most)
    throw constraint_broken(std::to_string(value), "limit",
                            "Member must have value less than or equal to " + std::to_string(most));
  return static_cast<std::size_t>(value);
}

std::string group_of_arn(const std::string& arn) {
  constexpr std::string_view mark = ":log-group:";
  const std::size_t at = arn.find(mark);
  if (arn.rfind("arn:", 0) != 0 || at == std::string::npos)
    throw invalid_parameter("'" + arn + "' is not the ARN of a log group.");
  std::string name = arn.substr(at + mark.size());
  if (name.size() > 2 && name.compare(name.size() - 2, 2, ":*") == 0) name.resize(name.size() - 2);
  return name;
}

std::string group_of(const std::optional<std::string>& name, const std::optional<std::string>& identifier) {
  if (name && identifier)
    throw invalid_parameter("LogGroupName and LogGroupIdentifier cannot both be given.");
  if (!name && !identifier)
    throw invalid_parameter("One of logGroupName and logGroupIdentifier must be given.");
  const std::string group = name                                ? *name
                            : identifier->rfind("arn:", 0) == 0 ? group_of_arn(*identifier)
                                                                : *identifier;
  check_group_name(group, name ? "logGroupName" : "logGroupIdentifier");
  return group;
}

AcceptedBatch check_batch(const std::vector<InputLogEvent>& events, base::TimePoint now,
                          const std::optional<int>& retention_days) {
  if (events.empty())
    throw constraint_broken("[]", "logEvents", "Member must have length greater than or equal to 1");
  if (events.size() > events_limit)
    throw constraint_broken("[" + std::to_string(events.size()) + " events]", "logEvents",
                            "Member must have length less than or equal to 10000");
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::size_t size = events[i].message.size();
    if (size == 0)
      throw constraint_broken("", "logEvents." + std::to_string(i + 1) + ".member.message",
                              "Member must have length greater than or equal to 1");
    if (size > logstore::message_limit_bytes)
      throw invalid_parameter("Log event too large: " + std::to_string(size + overhead_bytes) +
                              " bytes exceeds limit of 262144");
    if (events[i].timestamp < 0)
      throw constraint_broken(std::to_string(events[i].timestamp),
                              "logEvents." + std::to_string(i + 1) + ".member.timestamp",
                              "Member must have value greater than or equal to 0");
    if (i > 0 && events[i].timestamp < events[i - 1].timestamp)
      throw invalid_parameter("Log events in a single PutLogEvents request must be in chronological order.");
    bytes += size + overhead_bytes;
  }
  if (bytes > batch_limit_bytes)
    throw invalid_parameter("Upload too large: " + std::to_string(bytes) + " bytes exceeds limit of " +
                            std::to_string(batch_limit_bytes));
  if (events.back().timestamp - events.front().timestamp > day_ms)
    throw invalid_parameter(
        "The batch of log events in a single PutLogEvents request cannot span more than 24 hours.");

  const std::int64_t time = now.time_since_epoch().count();
  const auto first_at = [&](std::int64_t timestamp) {
    return static_cast<std::size_t>(
        std::lower_bound(events.begin(), events.end(), timestamp,
                         [](const InputLogEvent& event, std::int64_t t) { return event.timestamp < t; }) -
        events.begin());
  };
  const std::size_t too_old = first_at(time - oldest_ms);
  const std::size_t expired = retention_days ? first_at(time - *retention_days * day_ms) : 0;
  const std::size_t too_new = first_at(time + newest_ms + 1);
  AcceptedBatch batch{std::max(too_old, expired), too_new, std::nullopt};
  batch.end = std::max(batch.begin, batch.end);
  if (too_old > 0 || expired > 0 || too_new < events.size()) {
    RejectedLogEventsInfo info;
    if (too_old > 0) info.tooOldLogEventEndIndex = static_cast<int>(too_old);
    if (expired > 0) info.expiredLogEventEndIndex = static_cast<int>(expired);
    if (too_new < events.size()) info.tooNewLogEventStartIndex = static_cast<int>(too_new);
    batch.rejected = info;
  }
  return batch;
}

}  // namespace berth::logs
