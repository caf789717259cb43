/// What CloudWatch Logs demands of names, limits and batches. Pure; each throws a ServiceError.
#pragma once

#include "base/clock.hpp"
#include "berth/services/logs/shapes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::logs {

void check_group_name(const std::string& name, const std::string& member = "logGroupName");
void check_stream_name(const std::string& name);
void check_retention(int days);
void check_tags(const Tags& tags);
/// Its length only, at most 1024 characters.
void check_filter_pattern(const std::string& pattern);
/// `limit` if it is 1 to `most`, else an error; `most` if absent.
std::size_t checked_limit(const std::optional<int>& limit, int most);

/// The group that a request names, by logGroupName or logGroupIdentifier (a name or an ARN), of which it must give one.
std::string group_of(const std::optional<std::string>& name, const std::optional<std::string>& identifier);
/// The group's name in `arn:aws:logs:…:log-group:NAME[:*]`.
std::string group_of_arn(const std::string& arn);

struct AcceptedBatch {
  std::size_t begin = 0, end = 0;  ///< of the events that are stored
  std::optional<RejectedLogEventsInfo> rejected;
};
/// The rules of PutLogEvents: size, order, span (errors); age (rejected events, which are skipped).
AcceptedBatch check_batch(const std::vector<InputLogEvent>& events, base::TimePoint now,
                          const std::optional<int>& retention_days);

}  // namespace berth::logs
