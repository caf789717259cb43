#include "berth/logstore/log_store.hpp"

#include "base/log.hpp"
#include "berth/logstore/catalog.hpp"
#include "berth/logstore/search.hpp"
#include "berth/logstore/stream_reader.hpp"
#include "berth/logstore/stream_writers.hpp"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace berth::logstore {

namespace asio = base::asio;

struct LogStore::State {
  State(store::Store& store, std::shared_ptr<const base::Folder> r, asio::thread_pool& p,
        const base::Clock& c)
      : catalog(store),
        root(std::move(r)),
        writers(std::make_shared<StreamWriters>(root)),
        pool(p),
        clock(c) {}

  Catalog catalog;
  std::shared_ptr<const base::Folder> root;  // shared with work on the pool
  std::shared_ptr<StreamWriters> writers;
  asio::thread_pool& pool;
  const base::Clock& clock;

  /// Removes segments of streams whose names are gone. Nobody waits: what is left is an orphan for the next start.
  void remove_files(std::vector<std::uint64_t> streams) {
    asio::post(pool, [folder = root, w = writers, streams = std::move(streams)] {
      for (const std::uint64_t stream : streams) {
        w->close(stream);
        if (auto removed = folder->remove_tree(stream_folder(stream)); !removed)
          base::log::warn("log segments stay behind: {}", removed.error().message);
      }
    });
  }

  /// Stream folders that no name leads to: their names were removed just before a crash.
  void sweep() {
    std::set<std::string> known;
    for (const auto& [scope, groups] : catalog.all())
      for (const auto& [name, group] : groups)
        for (const auto& [stream_name, stream] : group.streams) known.insert(stream_folder(stream.number));
    const auto folders = root->list();
    if (!folders)
      return base::log::warn("cannot look for orphaned log segments: {}", folders.error().message);
    std::vector<std::uint64_t> orphans;
    for (const std::string& folder : *folders)
      if (const auto number = parse_segment_name(folder + ".log"); number && known.count(folder) == 0)
        orphans.push_back(*number);
    if (!orphans.empty()) remove_files(std::move(orphans));
  }

  std::optional<std::int64_t> oldest_shown(const LogGroup& group) const {
    if (!group.retention_days) return std::nullopt;
    return (clock.now() - std::chrono::hours(24) * *group.retention_days).time_since_epoch().count();
  }
};

LogStore::LogStore(store::Store& store, base::Folder root, asio::thread_pool& pool, const base::Clock& clock)
    : state_(std::make_unique<State>(store, std::make_shared<const base::Folder>(std::move(root)), pool,
                                     clock)) {
  state_->sweep();
}
LogStore::~LogStore() = default;

std::string Event::id() const {
  const auto padded = [](std::uint64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return std::string(digits - text.size(), '0') + text;
  };
  return padded(stream_number, 28) + padded(offset, 28);
}

bool LogStore::create_group(const Scope& scope, const std::string& name,
                            std::map<std::string, std::string> tags) {
  if (state_->catalog.find(scope, name) != nullptr) return false;
  LogGroup group;
  group.number = state_->catalog.next_number(state_->clock.now());
  group.name = name;
  group.created = state_->clock.now();
  group.tags = std::move(tags);
  state_->catalog.add_group(scope, std::move(group));
  return true;
}

bool LogStore::remove_group(const Scope& scope, const std::string& name) {
  const LogGroup* group = state_->catalog.find(scope, name);
  if (group == nullptr) return false;
  std::vector<std::uint64_t> streams;
  for (const auto& [stream_name, stream] : group->streams) streams.push_back(stream.number);
  state_->catalog.remove_group(scope, name);
  state_->remove_files(std::move(streams));
  return true;
}

const LogGroup* LogStore::find_group(const Scope& scope, std::string_view name) const {
  return state_->catalog.find(scope, name);
}

std::vector<const LogGroup*> LogStore::list_groups(const Scope& scope, std::string_view prefix) const {
  std::vector<const LogGroup*> list;
  const auto& groups = state_->catalog.groups(scope);
  for (auto it = groups.lower_bound(prefix);
       it != groups.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
    list.push_back(&it->second);
  return list;
}

bool LogStore::set_retention(const Scope& scope, const std::string& name, std::optional<int> days) {
  LogGroup* group = state_->catalog.find(scope, name);
  if (group == nullptr) return false;
  group->retention_days = days;
  state_->catalog.save_group(scope, *group);
  return true;
}

bool LogStore::set_tags(const Scope& scope, const std::string& name,
                        std::map<std::string, std::string> tags) {
  LogGroup* group = state_->catalog.find(scope, name);
  if (group == nullptr) return false;
  group->tags = std::move(tags);
  state_->catalog.save_group(scope, *group);
  return true;
}

const LogStream* LogStore::create_stream(const Scope& scope, const std::string& group_name,
                                         const std::string& name) {
  LogGroup* group = state_->catalog.find(scope, group_name);
  if (group == nullptr || group->streams.find(name) != group->streams.end()) return nullptr;
  const base::TimePoint now = state_->clock.now();
  return &state_->catalog.add_stream(scope, *group, {state_->catalog.next_number(now), name, now});
}

bool LogStore::remove_stream(const Scope& scope, const std::string& group_name, const std::string& name) {
  LogGroup* group = state_->catalog.find(scope, group_name);
  const auto stream = group == nullptr ? decltype(group->streams.find(name)){} : group->streams.find(name);
  if (group == nullptr || stream == group->streams.end()) return false;
  const std::uint64_t number = stream->second.number;
  state_->catalog.remove_stream(scope, *group, name);
  state_->remove_files({number});
  return true;
}

base::Result<std::string> LogStore::container_stream(const Scope& scope, const std::string& group_name,
                                                     const std::string& name) {
  LogGroup* group = state_->catalog.find(scope, group_name);
  if (group == nullptr) return base::failure("The specified log group does not exist.");
  const auto found = group->streams.find(name);
  const LogStream* stream =
      found != group->streams.end() ? &found->second : create_stream(scope, group_name, name);
  const std::uint64_t number = stream->number;
  asio::post(state_->pool, [writers = state_->writers, number] { writers->close(number); });
  // Absolute: the shim's working directory is another one.
  return std::filesystem::absolute(state_->root->path() + "/" + stream_folder(number))
      .lexically_normal()
      .string();
}

base::Async<base::Status> LogStore::put_events(std::uint64_t stream, std::vector<NewEvent> events) {
  auto work = [writers = state_->writers, stream, events = std::move(events),
               now = state_->clock.now().time_since_epoch().count()] {
    return writers->put(stream, events, now);
  };
  co_return co_await base::blocking(state_->pool, std::move(work));
}

namespace {

base::Result<EventPage> get_page(const base::Folder& root, const LogStream& stream,
                                 const GetRequest& request) {
  auto reader = StreamReader::open(root, stream_folder(stream.number));
  if (!reader) return reader.error();
  const TimeRange range{request.start, request.end};
  const ReadLimits limits{request.limit, page_bytes};
  const bool forward = request.token ? request.token->forward : request.from_head;
  const Position from = request.token ? request.token->position
                        : forward     ? Position::before_all()
                                      : Position::after_all();
  auto events = forward ? reader->after(from, range, limits) : reader->before(from, range, limits);
  if (!events) return events.error();
  EventPage page;
  if (events->empty()) {
    // Nothing there: the same token again. Without one, the place is before whatever comes.
    const Position here = request.token ? from : Position::before_all();
    page.forward = {true, here};
    page.backward = {false, here};
    return page;
  }
  page.forward = {true, events->back().position};
  page.backward = {false, events->front().position};
  for (StoredEvent& event : *events) page.events.push_back(to_event(stream, std::move(event)));
  return page;
}

}  // namespace

base::Async<base::Result<EventPage>> LogStore::get_events(Scope scope, std::string group_name,
                                                          std::string stream_name, GetRequest request) {
  const LogGroup* group = find_group(scope, group_name);
  const auto found =
      group == nullptr ? decltype(group->streams.find(stream_name)){} : group->streams.find(stream_name);
  if (group == nullptr || found == group->streams.end())
    co_return base::failure("The specified log stream does not exist.");
  if (const auto oldest = state_->oldest_shown(*group))
    request.start = std::max(*oldest, request.start.value_or(*oldest));
  auto work = [root = state_->root, stream = found->second, request = std::move(request)] {
    return get_page(*root, stream, request);
  };
  co_return co_await base::blocking(state_->pool, std::move(work));
}

base::Async<base::Result<FilterPage>> LogStore::filter_events(Scope scope, std::string group_name,
                                                              FilterRequest request) {
  const LogGroup* group = find_group(scope, group_name);
  if (group == nullptr) co_return base::failure("The specified log group does not exist.");
  std::vector<LogStream> streams;
  for (const std::string& name : request.streams)
    if (const auto found = group->streams.find(name); found != group->streams.end())
      streams.push_back(found->second);
  if (request.streams.empty()) {
    const std::string& prefix = request.stream_prefix;
    for (auto it = group->streams.lower_bound(prefix);
         it != group->streams.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
      streams.push_back(it->second);
  }
  if (const auto oldest = state_->oldest_shown(*group))
    request.start = std::max(*oldest, request.start.value_or(*oldest));
  auto work = [root = state_->root, streams = std::move(streams), request = std::move(request)] {
    return search(*root, streams, request);
  };
  co_return co_await base::blocking(state_->pool, std::move(work));
}

base::Async<std::vector<StreamSummary>> LogStore::summarize(std::vector<std::uint64_t> streams) {
  auto work = [root = state_->root, streams = std::move(streams)] {
    std::vector<StreamSummary> summaries;
    for (const std::uint64_t stream : streams) {
      StreamSummary& summary = summaries.emplace_back();
      const auto reader = StreamReader::open(*root, stream_folder(stream));
      if (!reader) {
        base::log::warn("cannot look at a log stream: {}", reader.error().message);
        continue;
      }
      summary.first_timestamp = reader->lowest();
      summary.last_timestamp = reader->highest();
      summary.stored_bytes = reader->stored_bytes();
      if (const auto last = reader->last_ingestion()) summary.last_ingestion = *last;
    }
    return summaries;
  };
  co_return co_await base::blocking(state_->pool, std::move(work));
}

base::Async<std::uint64_t> LogStore::stored_bytes(std::vector<std::uint64_t> streams) {
  auto work = [root = state_->root, streams = std::move(streams)] {
    std::uint64_t bytes = 0;
    for (const std::uint64_t stream : streams)
      if (const auto folder = root->folder(stream_folder(stream))) bytes += segment_bytes(*folder);
    return bytes;
  };
  co_return co_await base::blocking(state_->pool, std::move(work));
}

base::Async<void> LogStore::apply_retention() {
  std::vector<std::pair<std::uint64_t, std::int64_t>> streams;
  for (const auto& [scope, groups] : state_->catalog.all()) {
    for (const auto& [name, group] : groups) {
      const auto oldest = state_->oldest_shown(group);
      if (!oldest) continue;
      for (const auto& [stream_name, stream] : group.streams) streams.emplace_back(stream.number, *oldest);
    }
  }
  auto work = [root = state_->root, writers = state_->writers, streams = std::move(streams)] {
    for (const auto& [stream, oldest] : streams) {
      writers->close(stream);
      if (auto done = expire_segments(*root, stream_folder(stream), oldest); !done)
        base::log::warn("retention: {}", done.error().message);
    }
  };
  co_await base::blocking(state_->pool, std::move(work));
}

}  // namespace berth::logstore
