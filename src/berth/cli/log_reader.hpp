/// Reads logs as they grow.
///
///   MergedLog log(readers);                       // one reader a stream or group
///   log.each_new([&](const LogLine& line) { … });  // again and again while it grows
#pragma once

#include "base/clock.hpp"
#include "berth/cli/task_view.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

class Api;

/// One message as it is shown: without control sequences and without the line break at its end; of a line
/// that was written over (carriage returns: progress meters) what it said last.
std::string shown_message(std::string_view message);

/// Which part of a log is wanted. Times are milliseconds since the epoch.
struct LogQuery {
  std::optional<std::int64_t> since;  ///< inclusive
  std::optional<std::int64_t> until;  ///< exclusive
  std::optional<std::size_t>
      tail;             ///< of what there is at the first look only the last so many of each reader
  std::string pattern;  ///< a filter pattern of CloudWatch Logs; empty: everything
};

struct LogLine {
  std::int64_t time = 0;  ///< milliseconds since the epoch
  std::string label;      ///< what tells its stream apart for the reader; may be empty
  std::string group, stream;
  std::string message;  ///< as it was written
};

/// One source of lines, in the order of its own.
class LogReader {
 public:
  virtual ~LogReader() = default;
  /// What comes next, perhaps none of it wanted; nothing at the present end, where later calls may find more.
  virtual std::optional<std::vector<LogLine>> page() = 0;
};

/// A container's stream from its beginning. One that is not there yet is empty.
std::unique_ptr<LogReader> read_stream(Api& api, LogStreamName name, std::string label, LogQuery query);

/// All streams of a group, or those of `streams`, by time. Labels are `label` or, if that is not given, made from the
/// streams' names behind `label_prefix`.
struct GroupLabels {
  std::optional<std::string> label;
  std::string label_prefix;
};
std::unique_ptr<LogReader> read_group(Api& api, std::string group, std::vector<std::string> streams,
                                      GroupLabels labels, LogQuery query);

/// Several readers by time, a page of each in memory at once.
class MergedLog {
 public:
  explicit MergedLog(std::vector<std::unique_ptr<LogReader>> readers);
  /// Calls `show` with what came since the last call; answers whether something did.
  bool each_new(const std::function<void(const LogLine&)>& show);

 private:
  struct Source {
    std::unique_ptr<LogReader> reader;
    std::deque<LogLine> waiting;
  };
  std::vector<Source> sources_;
};

/// "main/0123456789ab" of "p/main/0123456789ab…": what tells streams apart for a reader.
std::string short_stream(const std::string& stream);

}  // namespace berth::cli
