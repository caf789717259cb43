#include "berth/logstore/log_store.hpp"

#include "berth/logstore/line_writer.hpp"
#include "berth/store/store.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace berth::logstore {
namespace {

namespace asio = base::asio;

struct Logs : testing::Test {
  Logs() { open(); }
  ~Logs() override { close(); }
  void open() {
    pool.emplace(2);
    db = store::Store::open(temporary / "db", LogStore::migrations(), *pool).value();
    logs.emplace(*db, base::Folder::open(temporary / "logs", true).value(), *pool, clock);
  }
  void close() {
    pool->join();
    logs.reset();
    db.reset();
    pool.reset();
  }
  void reopen() {
    close();
    open();
  }
  /// Runs a coroutine to its end.
  template <class T>
  T run(base::Async<T> work) {
    std::optional<T> result;
    std::exception_ptr error;
    asio::co_spawn(io, std::move(work), [&](std::exception_ptr e, T value) {
      error = e;
      result.emplace(std::move(value));
    });
    io.run();
    io.restart();
    if (error) std::rethrow_exception(error);
    return std::move(*result);
  }
  void run(base::Async<void> work) {
    std::exception_ptr error;
    asio::co_spawn(io, std::move(work), [&](std::exception_ptr e) { error = e; });
    io.run();
    io.restart();
    if (error) std::rethrow_exception(error);
  }

  const LogStream& stream(const std::string& name = "s") {
    const LogGroup* group = logs->find_group(scope, "g");
    if (group == nullptr) {
      logs->create_group(scope, "g");
      group = logs->find_group(scope, "g");
    }
    const auto found = group->streams.find(name);
    return found != group->streams.end() ? found->second : *logs->create_stream(scope, "g", name);
  }
  void put(const std::string& name, std::vector<NewEvent> events) {
    auto done = run(logs->put_events(stream(name).number, std::move(events)));
    ASSERT_TRUE(done) << done.error().message;
  }
  EventPage get(GetRequest request, const std::string& name = "s") {
    return run(logs->get_events(scope, "g", name, std::move(request))).value();
  }
  FilterPage filter(FilterRequest request) {
    return run(logs->filter_events(scope, "g", std::move(request))).value();
  }
  static std::vector<std::string> messages(const std::vector<Event>& events) {
    std::vector<std::string> list;
    for (const Event& event : events) list.push_back(event.message);
    return list;
  }
  /// Events numbered from `first` to `last`, a second apart.
  static std::vector<NewEvent> numbered(int first, int last) {
    std::vector<NewEvent> events;
    for (int i = first; i <= last; ++i) events.push_back({i * 1000, std::to_string(i)});
    return events;
  }

  base::TemporaryFolder temporary;
  base::ManualClock clock;
  asio::io_context io;
  std::optional<asio::thread_pool> pool;
  std::unique_ptr<store::Store> db;
  std::optional<LogStore> logs;
  Scope scope{"000000000000", "us-east-1"};
};

using Words = std::vector<std::string>;

TEST_F(Logs, names_survive_a_restart) {
  EXPECT_TRUE(logs->create_group(scope, "g", {{"k", "v"}}));
  EXPECT_FALSE(logs->create_group(scope, "g"));
  EXPECT_TRUE(logs->create_group({"000000000000", "eu-west-1"}, "g"));
  EXPECT_TRUE(logs->set_retention(scope, "g", 7));
  const std::uint64_t number = stream("s").number;
  EXPECT_EQ(logs->create_stream(scope, "g", "s"), nullptr);
  EXPECT_EQ(logs->create_stream(scope, "none", "s"), nullptr);
  put("s", {{clock.now().time_since_epoch().count(), "hello"}});
  reopen();
  const LogGroup* group = logs->find_group(scope, "g");
  ASSERT_NE(group, nullptr);
  EXPECT_EQ(group->retention_days, 7);
  EXPECT_EQ(group->tags.at("k"), "v");
  EXPECT_EQ(group->streams.at("s").number, number);
  EXPECT_EQ(messages(get({}).events), Words{"hello"});
  EXPECT_GT(stream("t").number, number);
}

TEST_F(Logs, groups_are_listed_by_prefix) {
  for (const char* name : {"/a/2", "/a/1", "/b", "/a"}) logs->create_group(scope, name);
  Words names;
  for (const LogGroup* group : logs->list_groups(scope, "/a")) names.push_back(group->name);
  EXPECT_EQ(names, (Words{"/a", "/a/1", "/a/2"}));
}

TEST_F(Logs, pages_go_both_ways_with_stable_tokens) {
  put("s", numbered(1, 10));
  const EventPage last = get({.limit = 3});
  EXPECT_EQ(messages(last.events), (Words{"8", "9", "10"}));
  const EventPage earlier = get({.limit = 3, .token = last.backward});
  EXPECT_EQ(messages(earlier.events), (Words{"5", "6", "7"}));
  EXPECT_EQ(messages(get({.limit = 3, .token = earlier.forward}).events), (Words{"8", "9", "10"}));

  const EventPage end = get({.token = last.forward});
  EXPECT_TRUE(end.events.empty());
  EXPECT_EQ(end.forward, last.forward);  // at the end the same token comes back
  put("s", numbered(11, 12));
  EXPECT_EQ(messages(get({.token = end.forward}).events), (Words{"11", "12"}));

  const EventPage head = get({.limit = 2, .from_head = true});
  EXPECT_EQ(messages(head.events), (Words{"1", "2"}));
  EXPECT_EQ(messages(get({.limit = 2, .token = head.forward}).events), (Words{"3", "4"}));
  const EventPage before = get({.token = head.backward});
  EXPECT_TRUE(before.events.empty());
  EXPECT_EQ(before.backward, head.backward);
}

TEST_F(Logs, an_empty_stream_has_tokens_that_work_later) {
  stream("s");
  const EventPage empty = get({});
  EXPECT_TRUE(empty.events.empty());
  put("s", numbered(1, 1));
  EXPECT_EQ(messages(get({.token = empty.forward}).events), Words{"1"});
}

TEST_F(Logs, time_ranges_include_the_start_and_not_the_end) {
  put("s", numbered(1, 5));
  EXPECT_EQ(messages(get({.start = 2000, .end = 4000, .from_head = true}).events), (Words{"2", "3"}));
  EXPECT_EQ(messages(get({.start = 2000, .end = 4000}).events), (Words{"2", "3"}));
}

TEST_F(Logs, later_batches_with_earlier_times_are_sorted_in) {
  put("s", numbered(5, 7));
  put("s", numbered(1, 3));
  put("s", numbered(6, 6));
  EXPECT_EQ(messages(get({.from_head = true}).events), (Words{"1", "2", "3", "5", "6", "6", "7"}));
  EXPECT_EQ(messages(get({.limit = 3}).events), (Words{"6", "6", "7"}));
}

TEST_F(Logs, a_page_is_bounded_in_bytes_and_nothing_is_skipped) {
  const std::string big(250'000, 'x');
  std::vector<NewEvent> events;
  for (int i = 0; i < 3; ++i) events.push_back({i, big});
  for (int round = 0; round < 4; ++round) put("s", events);
  std::size_t seen = 0;
  GetRequest request{.from_head = true};
  for (int page = 0; page < 10; ++page) {
    EventPage got = get(request);
    if (got.events.empty()) break;
    EXPECT_LE(got.events.size(), 4U);
    seen += got.events.size();
    request.token = got.forward;
  }
  EXPECT_EQ(seen, 12U);
}

TEST_F(Logs, all_pages_together_are_all_events_whatever_the_order_and_size) {
  std::mt19937 random(3);
  std::multiset<std::string> expected;
  for (int batch = 0; batch < 20; ++batch) {
    std::vector<NewEvent> events;
    std::int64_t time = static_cast<std::int64_t>(random() % 5000);
    for (int i = 0; i < 50; ++i) {
      events.push_back({time += static_cast<std::int64_t>(random() % 3),
                        std::string(random() % 3000, 'a') + std::to_string(batch * 50 + i)});
      expected.insert(events.back().message);
    }
    put("s", events);
  }
  for (const bool forward : {true, false}) {
    std::multiset<std::string> seen;
    std::set<std::string> ids;
    GetRequest request{.limit = 37, .from_head = forward};
    while (true) {
      EventPage page = get(request);
      if (page.events.empty()) break;
      for (std::size_t i = 1; i < page.events.size(); ++i)
        EXPECT_LE(page.events[i - 1].timestamp, page.events[i].timestamp);
      for (const Event& event : page.events) {
        seen.insert(event.message);
        EXPECT_TRUE(ids.insert(event.id()).second);
      }
      request.token = forward ? page.forward : page.backward;
    }
    EXPECT_EQ(seen, expected);
  }
}

TEST_F(Logs, filter_merges_streams_by_time_and_continues_where_it_stopped) {
  put("a", {{1000, "a1"}, {3000, "a3"}, {3000, "a3 again"}});
  put("b", {{2000, "b2"}, {3000, "b3"}});
  put("other", {{1500, "o"}});
  const Words all{"a1", "o", "b2", "a3", "a3 again", "b3"};
  EXPECT_EQ(messages(filter({}).events), all);
  Words seen;
  FilterRequest request;
  request.limit = 1;
  for (int i = 0; i < 20; ++i) {
    const FilterPage page = filter(request);
    for (const Event& event : page.events) seen.push_back(event.message);
    request.after = page.next;
    if (!page.next) break;
  }
  EXPECT_EQ(seen, all);
  FilterRequest some;
  some.streams = {"b", "other"};
  EXPECT_EQ(messages(filter(some).events), (Words{"o", "b2", "b3"}));
  FilterRequest prefix;
  prefix.stream_prefix = "a";
  prefix.start = 3000;
  prefix.pattern = FilterPattern::parse("again").value();
  const FilterPage matched = filter(prefix);
  EXPECT_EQ(messages(matched.events), Words{"a3 again"});
  EXPECT_FALSE(matched.next.has_value());
}

TEST_F(Logs, event_ids_are_unique_and_stay) {
  put("a", numbered(1, 3));
  put("b", numbered(1, 3));
  const auto first = filter({}).events;
  reopen();
  const auto second = filter({}).events;
  std::set<std::string> ids;
  ASSERT_EQ(first.size(), 6U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].id(), second[i].id());
    EXPECT_EQ(first[i].id().size(), 56U);
    ids.insert(first[i].id());
  }
  EXPECT_EQ(ids.size(), 6U);
}

TEST_F(Logs, what_a_container_writes_is_visible_at_once) {
  logs->create_group(scope, "g");
  EXPECT_FALSE(logs->container_stream(scope, "none", "x"));
  const std::string folder = logs->container_stream(scope, "g", "task/main/1").value();
  EXPECT_EQ(folder, logs->container_stream(scope, "g", "task/main/1").value());
  pool->join();
  pool.reset();
  pool.emplace(1);
  auto writer = SegmentWriter::open(base::Folder::open(folder, true).value()).value();
  LineWriter lines(writer, 0);
  lines.add("one\ntwo\nthr", clock.now());
  ASSERT_TRUE(writer.write());
  EXPECT_EQ(messages(get({}, "task/main/1").events), (Words{"one", "two"}));
  lines.add("ee\n", clock.now());
  ASSERT_TRUE(writer.write());
  EXPECT_EQ(messages(get({}, "task/main/1").events), (Words{"one", "two", "three"}));
  const auto refused = run(logs->put_events(stream("task/main/1").number, {{1, "x"}}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, std::errc::resource_unavailable_try_again);
}

TEST_F(Logs, a_torn_tail_does_not_show) {
  put("s", numbered(1, 2));
  reopen();
  base::Folder folder = base::Folder::open(temporary / "logs").value();
  const std::string name = folder.list().value().at(0) + "/" + segment_name(0);
  const std::string bytes = folder.read(name).value();
  ASSERT_TRUE(folder.write_durably(name, bytes + bytes.substr(0, 20)));
  EXPECT_EQ(messages(get({}).events), (Words{"1", "2"}));
  put("s", numbered(3, 3));
  EXPECT_EQ(messages(get({}).events), (Words{"1", "2", "3"}));
}

TEST_F(Logs, summaries_tell_first_last_and_size) {
  put("s", {{5000, "x"}});
  put("s", {{2000, "y"}});
  const std::uint64_t number = stream("s").number;
  const auto summaries = run(logs->summarize({number, stream("empty").number}));
  EXPECT_EQ(summaries[0].first_timestamp, 2000);
  EXPECT_EQ(summaries[0].last_timestamp, 5000);
  EXPECT_EQ(summaries[0].last_ingestion, clock.now().time_since_epoch().count());
  EXPECT_EQ(summaries[0].stored_bytes, 2 * (record_header_bytes + 1));
  EXPECT_EQ(summaries[1].last_timestamp, std::nullopt);
  EXPECT_EQ(run(logs->stored_bytes({number})), 2 * (record_header_bytes + 1));
}

TEST_F(Logs, deletion_takes_the_files) {
  put("s", numbered(1, 1));
  put("t", numbered(1, 1));
  EXPECT_TRUE(logs->remove_stream(scope, "g", "t"));
  EXPECT_FALSE(logs->remove_stream(scope, "g", "t"));
  EXPECT_TRUE(logs->remove_group(scope, "g"));
  EXPECT_FALSE(logs->remove_group(scope, "g"));
  reopen();
  EXPECT_EQ(logs->find_group(scope, "g"), nullptr);
  EXPECT_TRUE(base::Folder::open(temporary / "logs").value().list().value().empty());
}

TEST_F(Logs, orphaned_segments_are_swept_at_start) {
  base::Folder folder = base::Folder::open(temporary / "logs").value();
  ASSERT_TRUE(folder.folder("00000000000000ff", true));
  ASSERT_TRUE(folder.folder("not-ours", true));
  reopen();
  pool->join();
  EXPECT_EQ(folder.list().value(), Words{"not-ours"});
}

TEST_F(Logs, retention_hides_at_once_and_removes_later_and_ids_are_not_reused) {
  const std::int64_t now = clock.now().time_since_epoch().count();
  const std::int64_t day = 24LL * 3600 * 1000;
  put("s", {{now - 5 * day, "old"}});
  put("s", {{now - 4 * day, "older than three days"}, {now, "new"}});
  ASSERT_TRUE(logs->set_retention(scope, "g", 3));
  EXPECT_EQ(messages(get({}).events), Words{"new"});
  EXPECT_EQ(messages(filter({}).events), Words{"new"});
  const std::uint64_t offset = get({}).events[0].offset;
  clock.advance(std::chrono::hours(24 * 4));
  run(logs->apply_retention());
  EXPECT_EQ(run(logs->stored_bytes({stream("s").number})), 0U);
  put("s", {{clock.now().time_since_epoch().count(), "later"}});
  const auto events = get({}).events;
  ASSERT_EQ(messages(events), Words{"later"});
  EXPECT_GT(events[0].offset, offset);
}

TEST(Tokens, are_parsed_as_they_were_written_and_nothing_else_is) {
  for (const Token& token : {Token{true, {0, 0}}, Token{false, {-5, 7}}, Token{true, Position::before_all()},
                             Token{false, Position::after_all()}}) {
    EXPECT_EQ(parse_token(to_text(token)), token);
  }
  const FilterPosition position{1700000000000, 42, 99};
  EXPECT_EQ(parse_filter_position(to_text(position)), position);
  for (const char* text : {"", "f/", "x/000000000000000000000000000000000000000000/s", "f/12/s"})
    EXPECT_EQ(parse_token(text), std::nullopt);
  EXPECT_EQ(parse_filter_position("12"), std::nullopt);
}

}  // namespace
}  // namespace berth::logstore
