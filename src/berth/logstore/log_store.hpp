/// Log groups and streams: their names in the store, their events in segment files (segment.hpp).
///
///   LogStore logs(store, folder, pool, clock);
///   logs.create_group({account, region}, "/ecs/recommender");
///   co_await logs.put_events(stream, events);          // durable when it returns
///   auto page = co_await logs.get_events(stream, {.from_head = true});
///
/// Containers write their streams themselves: container_stream() makes the stream and gives the folder that
/// goes into the LaunchSpec; what the shim has written is readable at once.
///
/// State lane only; file work is done on the pool. Names and limits are checked by the caller
/// (services/logs).
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/logstore/filter_pattern.hpp"
#include "berth/logstore/position.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::store {
class Store;
struct Migration;
}  // namespace berth::store

namespace berth::logstore {

/// Account and region: the beginning of every key.
struct Scope {
  std::string account;
  std::string region;
  auto operator<=>(const Scope&) const = default;
};

struct LogStream {
  std::uint64_t number = 0;  ///< unique in this store, never reused: folder name and part of event ids
  std::string name;
  base::TimePoint created;
};

struct LogGroup {
  std::uint64_t number = 0;
  std::string name;
  base::TimePoint created;
  std::optional<int> retention_days;
  std::map<std::string, std::string> tags;
  std::map<std::string, LogStream, std::less<>> streams;
};

/// What a stream's segments say.
struct StreamSummary {
  std::optional<std::int64_t> first_timestamp;  ///< lowest, milliseconds since the epoch
  std::optional<std::int64_t> last_timestamp;   ///< highest
  std::optional<std::int64_t> last_ingestion;
  std::uint64_t stored_bytes = 0;
};

struct NewEvent {
  std::int64_t timestamp = 0;  ///< milliseconds since the epoch
  std::string message;
};

struct Event {
  std::uint64_t stream_number = 0;
  std::string stream_name;
  std::int64_t timestamp = 0;
  std::int64_t ingestion = 0;
  std::string message;
  std::uint64_t offset = 0;
  /// 56 decimal digits from stream number and offset: unique and stable.
  std::string id() const;
};

struct GetRequest {
  std::optional<std::int64_t> start;  ///< inclusive
  std::optional<std::int64_t> end;    ///< exclusive
  std::size_t limit = 10'000;
  bool from_head = false;
  std::optional<Token> token;  ///< of an earlier page; overrides from_head
};

struct EventPage {
  std::vector<Event> events;  ///< by timestamp, then in the order of arrival
  Token forward;              ///< at the end of the stream: the token that was given
  Token backward;
};

struct FilterRequest {
  std::vector<std::string> streams;  ///< empty: those with `stream_prefix`
  std::string stream_prefix;
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> end;
  FilterPattern pattern;
  std::size_t limit = 10'000;
  std::optional<FilterPosition> after;  ///< continues after this event
};

struct FilterPage {
  std::vector<Event> events;
  std::optional<FilterPosition> next;  ///< none: everything there is has been searched
};

class LogStore {
 public:
  /// Reads groups and streams from `store`. `root` is the folder of the segments; stream folders that no
  /// stream owns are removed.
  LogStore(store::Store& store, base::Folder root, base::asio::thread_pool& pool, const base::Clock& clock);
  ~LogStore();
  static std::span<const store::Migration> migrations();

  /// False (nullptr for streams) if the name is taken / if there is no such thing.
  bool create_group(const Scope& scope, const std::string& name,
                    std::map<std::string, std::string> tags = {});
  bool remove_group(const Scope& scope, const std::string& name);
  const LogGroup* find_group(const Scope& scope, std::string_view name) const;
  /// By name, those that begin with `prefix`.
  std::vector<const LogGroup*> list_groups(const Scope& scope, std::string_view prefix) const;
  bool set_retention(const Scope& scope, const std::string& name, std::optional<int> days);
  bool set_tags(const Scope& scope, const std::string& name, std::map<std::string, std::string> tags);
  const LogStream* create_stream(const Scope& scope, const std::string& group, const std::string& name);
  bool remove_stream(const Scope& scope, const std::string& group, const std::string& name);

  /// The folder (absolute path) into which a container of this stream writes: for LogTarget::folder. Makes
  /// the stream if it is not there; an error names a missing group.
  base::Result<std::string> container_stream(const Scope& scope, const std::string& group,
                                             const std::string& name);

  /// Appends in the order given; fsynced when it returns.
  /// EAGAIN while a container is writing this stream.
  base::Async<base::Status> put_events(std::uint64_t stream, std::vector<NewEvent> events);
  /// Events older than the group's retention are not shown.
  base::Async<base::Result<EventPage>> get_events(Scope scope, std::string group, std::string stream,
                                                  GetRequest request);
  /// Events of several streams together, by timestamp. The group's streams are those at the time of the call.
  base::Async<base::Result<FilterPage>> filter_events(Scope scope, std::string group, FilterRequest request);
  base::Async<std::vector<StreamSummary>> summarize(std::vector<std::uint64_t> streams);
  /// Bytes of all segments of these streams, from their files' sizes.
  base::Async<std::uint64_t> stored_bytes(std::vector<std::uint64_t> streams);

  /// Removes segments whose last event is older than their group's retention. Called by the daemon now and
  /// then.
  base::Async<void> apply_retention();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace berth::logstore
