#include "berth/cli/log_reader.hpp"

#include "berth/cli/api.hpp"
#include "berth/cli/text.hpp"
#include "berth/services/logs/service.hpp"
#include "berth/services/logs/shapes.hpp"

#include <algorithm>
#include <map>

namespace berth::cli {
namespace {

using logs::service;

constexpr Call<logs::GetLogEventsRequest, logs::GetLogEventsResponse> get_log_events{service, "GetLogEvents"};
constexpr Call<logs::FilterLogEventsRequest, logs::FilterLogEventsResponse> filter_log_events{
    service, "FilterLogEvents"};

constexpr std::size_t page_limit = 10'000;  // as many events does one call answer

class StreamReader final : public LogReader {
 public:
  StreamReader(Api& api, LogStreamName name, std::string label, LogQuery query)
      : api_(api), name_(std::move(name)), label_(std::move(label)), query_(std::move(query)) {}

  std::optional<std::vector<LogLine>> page() override {
    if (query_.tail) return last_lines(*query_.tail);
    logs::GetLogEventsRequest request = begin_request();
    request.startFromHead = true;
    request.nextToken = token_;
    const auto answer = ask(request);
    if (!answer) return std::nullopt;
    token_ = answer->nextForwardToken;
    if (answer->events.empty()) return std::nullopt;
    return lines_of(*answer);
  }

 private:
  logs::GetLogEventsRequest begin_request() const {
    logs::GetLogEventsRequest request;
    request.logGroupName = name_.group;
    request.logStreamName = name_.stream;
    request.startTime = query_.since;
    request.endTime = query_.until;
    return request;
  }

  /// Nothing if the container has not begun to write.
  std::optional<logs::GetLogEventsResponse> ask(const logs::GetLogEventsRequest& request) {
    try {
      return api_(get_log_events, request);
    } catch (const wire::ServiceError& error) {
      if (error.code != "ResourceNotFoundException") throw;
      return std::nullopt;
    }
  }

  /// From the end backwards, so that the rest of a long log is not read. Afterwards the log goes on from its end.
  std::optional<std::vector<LogLine>> last_lines(std::size_t count) {
    std::vector<LogLine> lines;
    logs::GetLogEventsRequest request = begin_request();
    request.startFromHead = false;
    std::optional<std::string> end;
    do {
      // At least one, for without a page there is no token at which the log goes on.
      request.limit = static_cast<int>(std::clamp<std::size_t>(count - lines.size(), 1, page_limit));
      const auto answer = ask(request);
      if (!answer) return std::nullopt;
      if (!end) end = answer->nextForwardToken;
      std::vector<LogLine> older = lines_of(*answer);
      lines.insert(lines.begin(), std::make_move_iterator(older.begin()),
                   std::make_move_iterator(older.end()));
      if (older.empty() || answer->nextBackwardToken == request.nextToken) break;
      request.nextToken = answer->nextBackwardToken;
    } while (lines.size() < count);
    if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
    token_ = end;
    query_.tail.reset();
    return lines;
  }

  std::vector<LogLine> lines_of(const logs::GetLogEventsResponse& answer) const {
    std::vector<LogLine> lines;
    for (const auto& event : answer.events)
      lines.push_back(
          {event.timestamp.value_or(0), label_, name_.group, name_.stream, event.message.value_or("")});
    return lines;
  }

  Api& api_;
  const LogStreamName name_;
  const std::string label_;
  LogQuery query_;
  std::optional<std::string> token_;  ///< of the next page
};

class GroupReader final : public LogReader {
 public:
  GroupReader(Api& api, std::string group, std::vector<std::string> streams, GroupLabels labels,
              LogQuery query)
      : api_(api),
        group_(std::move(group)),
        streams_(std::move(streams)),
        labels_(std::move(labels)),
        query_(std::move(query)) {}

  std::optional<std::vector<LogLine>> page() override {
    if (query_.tail) return last_lines(*query_.tail);
    if (at_end_) {  // of the last look; the next one begins a little before it
      at_end_ = false;
      return std::nullopt;
    }
    return next_page();
  }

 private:
  /// What is written now may show a second later, behind newer lines of other streams: so much is looked at again.
  static constexpr std::int64_t look_back = 5'000;

  std::vector<LogLine> next_page() {
    logs::FilterLogEventsRequest request;
    request.logGroupName = group_;
    request.logStreamNames = streams_;
    request.interleaved = true;
    request.startTime = from_ ? from_ : query_.since;
    request.endTime = query_.until;
    if (!query_.pattern.empty()) request.filterPattern = query_.pattern;
    request.nextToken = token_;
    logs::FilterLogEventsResponse answer;
    try {
      answer = api_(filter_log_events, request);
    } catch (const wire::ServiceError& error) {
      // Streams that a task has not begun to write; a group that is gone is an error of its own.
      if (error.code != "ResourceNotFoundException" || streams_.empty()) throw;
    }
    token_ = answer.nextToken;
    std::vector<LogLine> lines;
    for (auto& event : answer.events) {
      const std::int64_t time = event.timestamp.value_or(0);
      if (!seen_.emplace(event.eventId.value_or(""), time).second) continue;
      newest_ = std::max(newest_, time);
      const std::string stream = event.logStreamName.value_or("");
      lines.push_back({time, labels_.label ? *labels_.label : labels_.label_prefix + short_stream(stream),
                       group_, stream, event.message.value_or("")});
    }
    if (!token_) end_look();
    forget_old();
    return lines;
  }

  void end_look() {
    at_end_ = true;
    if (newest_ > 0) from_ = std::max(newest_ - look_back, query_.since.value_or(0));
  }

  /// No later look begins before newest_ - look_back.
  void forget_old() {
    std::erase_if(seen_, [&](const auto& each) { return each.second < newest_ - look_back; });
  }

  /// The service searches forwards only.
  std::vector<LogLine> last_lines(std::size_t count) {
    std::deque<LogLine> last;
    do {
      for (LogLine& line : next_page()) {
        last.push_back(std::move(line));
        if (last.size() > count) last.pop_front();
      }
    } while (!at_end_);
    query_.tail.reset();
    return std::vector<LogLine>(std::make_move_iterator(last.begin()), std::make_move_iterator(last.end()));
  }

  Api& api_;
  const std::string group_;
  const std::vector<std::string> streams_;
  const GroupLabels labels_;
  LogQuery query_;
  std::optional<std::string> token_;
  bool at_end_ = false;
  std::optional<std::int64_t> from_;  ///< where the next look begins
  std::int64_t newest_ = 0;
  std::map<std::string, std::int64_t> seen_;  ///< events that the next look may meet again: id and time
};

}  // namespace

std::string short_stream(const std::string& stream) {
  const auto slash = stream.rfind('/');
  if (slash == stream.npos) return stream;
  const auto before = slash == 0 ? stream.npos : stream.rfind('/', slash - 1);
  const std::size_t begin = before == stream.npos ? 0 : before + 1;
  return stream.substr(begin, slash + 1 + shown_id_length - begin);
}

std::string shown_message(std::string_view message) {
  while (!message.empty() && (message.back() == '\n' || message.back() == '\r')) message.remove_suffix(1);
  // A progress meter writes over its line; a terminal would have shown its last state in the end.
  if (const auto written_over = message.rfind('\r'); written_over != message.npos) {
    message.remove_prefix(written_over + 1);
  }
  return without_control_sequences(message);
}

std::unique_ptr<LogReader> read_stream(Api& api, LogStreamName name, std::string label, LogQuery query) {
  if (!query.pattern.empty())  // which only the other operation knows
    return read_group(api, name.group, {name.stream}, {.label = std::move(label), .label_prefix = {}},
                      std::move(query));
  return std::make_unique<StreamReader>(api, std::move(name), std::move(label), std::move(query));
}

std::unique_ptr<LogReader> read_group(Api& api, std::string group, std::vector<std::string> streams,
                                      GroupLabels labels, LogQuery query) {
  return std::make_unique<GroupReader>(api, std::move(group), std::move(streams), std::move(labels),
                                       std::move(query));
}

MergedLog::MergedLog(std::vector<std::unique_ptr<LogReader>> readers) {
  for (auto& reader : readers) sources_.push_back({std::move(reader), {}});
}

bool MergedLog::each_new(const std::function<void(const LogLine&)>& show) {
  bool any = false;
  std::vector<bool> at_end(sources_.size(), false);
  while (true) {
    Source* next = nullptr;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      Source& source = sources_[i];
      while (source.waiting.empty() && !at_end[i]) {
        auto page = source.reader->page();
        at_end[i] = !page;
        if (page)
          source.waiting.assign(std::make_move_iterator(page->begin()), std::make_move_iterator(page->end()));
      }
      if (source.waiting.empty()) continue;
      if (next == nullptr || source.waiting.front().time < next->waiting.front().time) next = &source;
    }
    if (next == nullptr) return any;
    show(next->waiting.front());
    next->waiting.pop_front();
    any = true;
  }
}

}  // namespace berth::cli
