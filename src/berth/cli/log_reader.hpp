/// Reads logs as they grow.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/task_view.hpp"

#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace berth::cli {

class Api;

/// One message as it is shown: without control sequences and without the line break at its end; of a line
/// that was written over (carriage returns: progress meters) what it said last.
std::string shown_message(std::string_view message);

/// The logs of one task's containers, each from its beginning. With several containers each line begins with the
/// container's name.
class TaskLog {
 public:
  TaskLog(Api& api, std::vector<LogStreamName> streams);
  /// Prints what came since the last call; answers whether something did. A stream that is not there yet is
  /// empty.
  bool print_news(std::ostream& out);

 private:
  struct Position {
    LogStreamName name;
    std::optional<std::string> token;  ///< of the next page
  };
  bool print_page(Position& position, std::ostream& out);

  Api& api_;
  std::vector<Position> positions_;
};

/// All streams of a group, in the order of time. Lines begin with the stream's container and task.
class GroupLog {
 public:
  GroupLog(Api& api, std::string group);
  bool print_news(std::ostream& out);

 private:
  Api& api_;
  std::string group_;
  std::int64_t last_ = 0;  ///< epoch milliseconds of the newest event printed
  std::set<std::string>
      seen_at_last_;  ///< ids of the events at that time: the next search begins there again
};

bool group_exists(Api& api, const std::string& name);

struct GroupSummary {
  std::string name;
  std::size_t streams = 0;
  std::uint64_t bytes = 0;
  std::optional<int> retention_days;      ///< nothing: for ever
  std::optional<base::TimePoint> newest;  ///< of its newest event
};
/// Every group, by name.
std::vector<GroupSummary> log_groups(Api& api);

}  // namespace berth::cli
