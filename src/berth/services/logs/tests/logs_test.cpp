/// The operations over a real store, called as the dispatcher calls them.
#include "berth/services/logs/logs.hpp"

#include "berth/services/logs/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/error.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <set>

namespace berth::logs {
namespace {

namespace asio = base::asio;

struct Service : testing::Test {
  Service() {
    call.account = "000000000000";
    call.region = "us-east-1";
    call.time = clock.now();
  }
  ~Service() override { pool.join(); }

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
  template <class F>
  std::string code_of(F f) {
    try {
      f();
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "accepted";
  }
  void make(const std::string& group, const std::string& stream) {
    CreateLogGroupRequest in;
    in.logGroupName = group;
    create_log_group(logs, call, in);
    create_log_stream(logs, call, {group, stream});
  }
  PutLogEventsResponse put(const std::string& group, const std::string& stream,
                           std::vector<InputLogEvent> events) {
    PutLogEventsRequest in;
    in.logGroupName = group;
    in.logStreamName = stream;
    in.logEvents = std::move(events);
    return run(put_log_events(logs, call, std::move(in)));
  }
  std::int64_t now() const { return clock.now().time_since_epoch().count(); }

  base::TemporaryFolder temporary;
  base::ManualClock clock;
  asio::io_context io;
  asio::thread_pool pool{2};
  std::unique_ptr<store::Store> db =
      store::Store::open(":memory:", logstore::LogStore::migrations(), pool).value();
  logstore::LogStore store{*db, base::Folder::open(temporary.path()).value(), pool, clock};
  Logs logs{store};
  wire::Call call;
};

TEST_F(Service, groups_are_made_shown_and_deleted) {
  make("/ecs/app", "s");
  make("/other", "s");
  EXPECT_EQ(code_of([&] { make("/ecs/app", "t"); }),
            "ResourceAlreadyExistsException: The specified log group already exists");
  put_retention_policy(logs, call, {"/ecs/app", 7});
  put("/ecs/app", "s", {{now(), "hello"}});
  DescribeLogGroupsRequest in;
  in.logGroupNamePrefix = "/ecs";
  auto out = run(describe_log_groups(logs, call, in));
  ASSERT_EQ(out.logGroups.size(), 1U);
  EXPECT_EQ(out.logGroups[0].arn, "arn:aws:logs:us-east-1:000000000000:log-group:/ecs/app:*");
  EXPECT_EQ(out.logGroups[0].logGroupArn, "arn:aws:logs:us-east-1:000000000000:log-group:/ecs/app");
  EXPECT_EQ(out.logGroups[0].retentionInDays, 7);
  EXPECT_EQ(out.logGroups[0].creationTime, now());
  EXPECT_GT(out.logGroups[0].storedBytes, 5);
  delete_retention_policy(logs, call, {"/ecs/app"});
  out = run(describe_log_groups(logs, call, in));
  EXPECT_FALSE(out.logGroups[0].retentionInDays.has_value());
  delete_log_group(logs, call, {"/ecs/app"});
  EXPECT_EQ(code_of([&] { delete_log_group(logs, call, {"/ecs/app"}); }),
            "ResourceNotFoundException: The specified log group does not exist.");
  EXPECT_EQ(code_of([&] {
              put("/ecs/app", "s", {{now(), "x"}});
            }),
            "ResourceNotFoundException: The specified log group does not exist.");
}

TEST_F(Service, lists_come_in_pages) {
  for (int i = 0; i < 7; ++i) make("g" + std::to_string(i), "s");
  DescribeLogGroupsRequest in;
  in.limit = 3;
  std::vector<std::string> names;
  for (int page = 0; page < 5; ++page) {
    const auto out = run(describe_log_groups(logs, call, in));
    for (const LogGroup& group : out.logGroups) names.push_back(*group.logGroupName);
    in.nextToken = out.nextToken;
    if (!out.nextToken) break;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"g0", "g1", "g2", "g3", "g4", "g5", "g6"}));
}

TEST_F(Service, streams_are_listed_by_name_or_by_time) {
  make("g", "a");
  create_log_stream(logs, call, {"g", "b"});
  create_log_stream(logs, call, {"g", "c"});
  EXPECT_EQ(code_of([&] {
              create_log_stream(logs, call, {"g", "a"});
            }),
            "ResourceAlreadyExistsException: The specified log stream already exists");
  put("g", "a", {{now() - 10, "x"}, {now(), "y"}});
  put("g", "b", {{now() - 5, "x"}});
  const auto names = [&](DescribeLogStreamsRequest in) {
    std::string text;
    in.logGroupName = "g";
    in.limit = 2;
    for (int page = 0; page < 5; ++page) {
      const auto out = run(describe_log_streams(logs, call, in));
      for (const LogStream& stream : out.logStreams) text += *stream.logStreamName;
      in.nextToken = out.nextToken;
      if (!out.nextToken) break;
    }
    return text;
  };
  DescribeLogStreamsRequest in;
  EXPECT_EQ(names(in), "abc");
  in.descending = true;
  EXPECT_EQ(names(in), "cba");
  in.orderBy = "LastEventTime";
  EXPECT_EQ(names(in), "abc");
  in.descending = false;
  EXPECT_EQ(names(in), "cba");
  in.logStreamNamePrefix = "a";
  EXPECT_NE(code_of([&] { names(in); }), "accepted");
  in.orderBy.reset();
  EXPECT_EQ(names(in), "a");
  in.logGroupName = "g";
  const auto out = run(describe_log_streams(logs, call, in));
  EXPECT_EQ(out.logStreams[0].firstEventTimestamp, now() - 10);
  EXPECT_EQ(out.logStreams[0].lastEventTimestamp, now());
  EXPECT_EQ(out.logStreams[0].lastIngestionTime, now());
  EXPECT_EQ(out.logStreams[0].arn, "arn:aws:logs:us-east-1:000000000000:log-group:g:log-stream:a");
}

TEST_F(Service, events_are_put_read_and_filtered) {
  make("g", "s");
  const auto stored =
      put("g", "s", {{now() - 2, "one ERROR"}, {now() - 1, "bytes \xff\xc3"}, {now(), "three"}});
  EXPECT_FALSE(stored.rejectedLogEventsInfo.has_value());
  GetLogEventsRequest get;
  get.logGroupName = "g";
  get.logStreamName = "s";
  get.limit = 2;
  auto page = run(get_log_events(logs, call, get));
  ASSERT_EQ(page.events.size(), 2U);
  EXPECT_EQ(page.events[0].message, "bytes \xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(page.events[1].message, "three");
  get.nextToken = page.nextForwardToken;
  const auto end = run(get_log_events(logs, call, get));
  EXPECT_TRUE(end.events.empty());
  EXPECT_EQ(end.nextForwardToken, page.nextForwardToken);
  get.nextToken = "nonsense";
  EXPECT_EQ(code_of([&] { run(get_log_events(logs, call, get)); }),
            "InvalidParameterException: The specified nextToken is invalid.");

  FilterLogEventsRequest filter;
  filter.logGroupName = "g";
  filter.filterPattern = "ERROR";
  const auto found = run(filter_log_events(logs, call, filter));
  ASSERT_EQ(found.events.size(), 1U);
  EXPECT_EQ(found.events[0].logStreamName, "s");
  EXPECT_EQ(found.events[0].eventId->size(), 56U);
  EXPECT_FALSE(found.nextToken.has_value());
  filter.filterPattern = "{ broken";
  EXPECT_EQ(
      code_of([&] { run(filter_log_events(logs, call, filter)); }).rfind("InvalidParameterException", 0), 0U);
  filter.filterPattern.reset();
  filter.logStreamNames = {"none"};
  EXPECT_EQ(code_of([&] { run(filter_log_events(logs, call, filter)); }),
            "ResourceNotFoundException: The specified log stream does not exist.");
}

TEST_F(Service, tags_by_arn_and_by_name) {
  make("g", "s");
  const std::string arn = "arn:aws:logs:us-east-1:000000000000:log-group:g";
  TagResourceRequest tag;
  tag.resourceArn = arn;
  tag.tags = Tags{{"a", "1"}, {"b", "2"}};
  tag_resource(logs, call, tag);
  EXPECT_EQ(list_tags_log_group(logs, call, {"g"}).tags, (Tags{{"a", "1"}, {"b", "2"}}));
  UntagResourceRequest untag;
  untag.resourceArn = arn;
  untag.tagKeys = std::vector<std::string>{"a"};
  untag_resource(logs, call, untag);
  EXPECT_EQ(list_tags_for_resource(logs, call, {arn}).tags, (Tags{{"b", "2"}}));
}

TEST_F(Service, regions_do_not_see_each_other) {
  make("g", "s");
  call.region = "eu-west-1";
  EXPECT_TRUE(run(describe_log_groups(logs, call, {})).logGroups.empty());
  make("g", "s");
}

TEST(Operations, each_has_an_action_of_its_own_name) {
  std::set<std::string_view> names;
  for (const auto& operation : operations()) {
    EXPECT_EQ("logs:" + std::string(operation.name), std::string(operation.action.name));
    EXPECT_TRUE(names.insert(operation.name).second);
  }
  EXPECT_EQ(names.size(), 17U);
}

}  // namespace
}  // namespace berth::logs
