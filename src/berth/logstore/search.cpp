#include "berth/logstore/search.hpp"

#include "berth/logstore/catalog.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <queue>

namespace berth::logstore {
namespace {

constexpr std::size_t bytes_per_call = std::size_t{64} << 20;
constexpr std::size_t buffered_bytes = std::size_t{16} << 20;  // over all streams

/// One stream's events, fetched some at a time.
struct Cursor {
  LogStream stream;
  Position position;  // of the last event fetched
  std::deque<StoredEvent> events;
  bool exhausted = false;
  FilterPosition head() const {
    return {events.front().position.timestamp, stream.number, events.front().position.offset};
  }
};

/// Where a stream continues after an event of any stream, in the order (timestamp, stream, offset).
Position start_of(const LogStream& stream, const std::optional<FilterPosition>& after) {
  if (!after) return Position::before_all();
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  if (stream.number == after->stream) return {after->timestamp, after->offset};
  if (stream.number < after->stream) return {after->timestamp, last};
  if (after->timestamp == std::numeric_limits<std::int64_t>::min()) return Position::before_all();
  return {after->timestamp - 1, last};
}

class Search {
 public:
  Search(const base::Folder& root, const FilterRequest& request, std::size_t streams)
      : root_(root), request_(request) {
    limits_.bytes =
        std::clamp<std::size_t>(buffered_bytes / std::max<std::size_t>(streams, 1), 65536, page_bytes);
    limits_.events = 1000;
  }

  base::Result<FilterPage> run(std::vector<LogStream> streams);

 private:
  base::Status fetch(Cursor& cursor) const;

  const base::Folder& root_;
  const FilterRequest& request_;
  ReadLimits limits_;
};

base::Status Search::fetch(Cursor& cursor) const {
  auto reader = StreamReader::open(root_, stream_folder(cursor.stream.number));
  if (!reader) return reader.error();
  auto events = reader->after(cursor.position, {request_.start, request_.end}, limits_);
  if (!events) return events.error();
  cursor.exhausted = events->empty();
  if (!events->empty()) cursor.position = events->back().position;
  cursor.events.assign(std::make_move_iterator(events->begin()), std::make_move_iterator(events->end()));
  return {};
}

base::Result<FilterPage> Search::run(std::vector<LogStream> streams) {
  std::vector<Cursor> cursors;
  for (LogStream& stream : streams) {
    const Position start = start_of(stream, request_.after);
    cursors.push_back({std::move(stream), start, {}, false});
  }
  const auto later = [&](std::size_t a, std::size_t b) { return cursors[a].head() > cursors[b].head(); };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
  for (std::size_t i = 0; i < cursors.size(); ++i) {
    if (auto fetched = fetch(cursors[i]); !fetched) return fetched.error();
    if (!cursors[i].events.empty()) queue.push(i);
  }
  FilterPage page;
  std::size_t found_bytes = 0, seen_bytes = 0;
  while (!queue.empty()) {
    const std::size_t index = queue.top();
    Cursor& cursor = cursors[index];
    const FilterPosition position = cursor.head();
    const std::size_t size = cursor.events.front().message.size() + event_overhead_bytes;
    const bool wanted = request_.pattern.matches(cursor.events.front().message);
    const bool full =
        page.events.size() >= request_.limit || (!page.events.empty() && found_bytes + size > page_bytes);
    if ((wanted && full) || seen_bytes > bytes_per_call)
      return page;  // page.next is the event before this one
    queue.pop();
    if (wanted) {
      page.events.push_back(to_event(cursor.stream, std::move(cursor.events.front())));
      found_bytes += size;
    }
    seen_bytes += size;
    page.next = position;
    cursor.events.pop_front();
    if (cursor.events.empty())
      if (auto fetched = fetch(cursor); !fetched) return fetched.error();
    if (!cursor.events.empty()) queue.push(index);
  }
  page.next.reset();
  return page;
}

}  // namespace

Event to_event(const LogStream& stream, StoredEvent stored) {
  Event event;
  event.stream_number = stream.number;
  event.stream_name = stream.name;
  event.timestamp = stored.position.timestamp;
  event.ingestion = stored.ingestion;
  event.offset = stored.position.offset;
  event.message = std::move(stored.message);
  return event;
}

base::Result<FilterPage> search(const base::Folder& root, std::vector<LogStream> streams,
                                const FilterRequest& request) {
  Search work(root, request, streams.size());
  return work.run(std::move(streams));
}

}  // namespace berth::logstore
