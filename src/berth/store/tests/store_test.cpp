#include "berth/store/store.hpp"

#include "base/files.hpp"
#include "berth/store/document_table.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <future>
#include <stdexcept>

namespace berth::store {
namespace {

const Migration numbers[] = {{"numbers", 1, "CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT"}};

struct StoreTest : ::testing::TestWithParam<bool> {
  StoreTest() { open(); }
  void open() {
    store.reset();
    auto opened = Store::open(GetParam() ? ":memory:" : folder / "berth.db", numbers, pool);
    ASSERT_TRUE(opened) << opened.error().message;
    store = std::move(*opened);
  }
  void add(int n) {
    store->change([n](Connection& db) { db.run("INSERT INTO numbers VALUES (?1)", n); });
  }
  std::int64_t count() {
    return store->load(
        [](Connection& db) { return db.execAndGet("SELECT count(*) FROM numbers").getInt64(); });
  }
  template <class T>
  T wait(base::Async<T> work) {
    auto done = asio::co_spawn(lane, std::move(work), asio::use_future);
    lane.restart();
    lane.run();
    return done.get();
  }

  base::TemporaryFolder folder;
  asio::io_context lane;
  asio::thread_pool pool{2};
  std::unique_ptr<Store> store;
};

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, ::testing::Values(false, true),
                         [](const auto& p) { return std::string(p.param ? "memory" : "file"); });

TEST_P(StoreTest, its_files_are_for_their_owner_alone_whatever_an_earlier_run_left) {
  if (GetParam()) return;  // memory has no files
  const std::filesystem::path files[] = {folder / "berth.db", folder / "berth.db-wal",
                                         folder / "berth.db-shm"};
  const auto mode = [](const std::filesystem::path& file) {
    return static_cast<unsigned>(std::filesystem::status(file).permissions());
  };
  add(1);
  wait(store->committed(store->last()));
  for (const auto& file : files) EXPECT_EQ(mode(file), 0600U) << file;
  store.reset();
  std::filesystem::permissions(files[0], std::filesystem::perms(0644));
  open();
  add(2);
  wait(store->committed(store->last()));
  for (const auto& file : files) EXPECT_EQ(mode(file), 0600U) << file;
}

TEST_P(StoreTest, changes_apply_in_order_and_are_seen_after_their_commit) {
  add(1);
  store->change([](Connection& db) { db.run("UPDATE numbers SET n = n * 10"); });
  Sequence second = store->last();
  EXPECT_EQ(second, 2u);
  wait(store->committed(second));
  auto n =
      wait(store->read([](Connection& db) { return db.execAndGet("SELECT n FROM numbers").getInt64(); }));
  EXPECT_EQ(n, 10);
}

TEST_P(StoreTest, waiting_for_what_is_durable_already_returns_at_once) {
  add(1);
  store->flush();
  wait(store->committed(store->last()));
  wait(store->committed(0));
}

TEST_P(StoreTest, changes_that_take_a_database_of_sqlitecpp_are_welcome) {
  store->change([](SQLite::Database& db) { db.exec("INSERT INTO numbers VALUES (7)"); });
  store->flush();
  EXPECT_EQ(count(), 1);
}

TEST_P(StoreTest, all_waiters_of_a_queue_are_acknowledged_by_one_commit) {
  std::promise<void> at_gate, gate;
  int commits = 0;
  store->change([&](Connection& db) {
    sqlite3_commit_hook(
        db.getHandle(), [](void* counter) { return ++*static_cast<int*>(counter), 0; }, &commits);
    at_gate.set_value();
    gate.get_future().wait();
  });
  at_gate.get_future().wait();
  int resumed = 0;
  auto waiter = [](Store& s, Sequence sequence, int& counter) -> base::Async<void> {
    co_await s.committed(sequence);
    ++counter;
  };
  for (int i = 0; i < 500; ++i) {
    add(i);
    asio::co_spawn(lane, waiter(*store, store->last(), resumed), asio::detached);
  }
  lane.poll();
  EXPECT_EQ(resumed, 0);
  gate.set_value();
  lane.run();
  EXPECT_EQ(resumed, 500);
  store->flush();
  EXPECT_EQ(commits, 2);  // the one that stood at the gate, and one for the 500
}

TEST_P(StoreTest, a_transaction_decides_on_what_is_stored_at_that_moment) {
  auto next = [](Connection& db) {
    auto n = db.execAndGet("SELECT ifnull(max(n), 0) + 1 FROM numbers").getInt64();
    db.run("INSERT INTO numbers VALUES (?1)", n);
    return n;
  };
  EXPECT_EQ(wait(store->transact(next)), 1);
  add(5);
  EXPECT_EQ(wait(store->transact(next)), 6);
}

TEST_P(StoreTest, a_transaction_that_throws_undoes_itself_alone) {
  add(1);
  auto refuse = [](Connection& db) {
    db.run("INSERT INTO numbers VALUES (2)");
    throw std::runtime_error("no");
  };
  EXPECT_THROW(wait(store->transact(refuse)), std::runtime_error);
  add(3);
  store->flush();
  auto sum =
      store->load([](Connection& db) { return db.execAndGet("SELECT sum(n) FROM numbers").getInt64(); });
  EXPECT_EQ(sum, 4);
}

TEST_P(StoreTest, what_a_reader_throws_reaches_the_caller_and_reading_goes_on) {
  auto refuse = [](Connection&) -> int { throw std::runtime_error("no"); };
  EXPECT_THROW(wait(store->read(refuse)), std::runtime_error);
  EXPECT_THROW(store->load(refuse), std::runtime_error);
  EXPECT_EQ(count(), 0);
}

TEST_P(StoreTest, closing_commits_what_is_queued) {
  if (GetParam()) GTEST_SKIP() << "memory is forgotten";
  for (int i = 0; i < 100; ++i) add(i);
  open();
  EXPECT_EQ(count(), 100);
}

TEST(Hold, what_is_queued_while_one_lives_is_one_commit) {
  asio::thread_pool pool{1};
  std::vector<std::int64_t> seen;  // how many numbers there were after each commit
  StoreOptions options;
  options.on_commit = [&seen](Connection& db) {
    seen.push_back(db.execAndGet("SELECT count(*) FROM numbers").getInt64());
  };
  auto store = Store::open(":memory:", numbers, pool, options).value();
  const auto add = [&](int n) {
    store->change([n](Connection& db) { db.run("INSERT INTO numbers VALUES (?1)", n); });
  };
  add(1);
  add(2);
  {
    Store::Hold hold(*store);
    add(3);
    {
      const Store::Hold inner(*store);
      add(4);
    }
    add(5);
    EXPECT_EQ(seen.size(), 2U);
    EXPECT_TRUE(hold.is_held());
    hold.end();
    EXPECT_FALSE(hold.is_held());
    EXPECT_EQ(seen.size(), 3U);
    add(6);
  }
  const Store::Hold last(*store);
  add(7);
  store->flush();  // does not wait for who may never come
  EXPECT_EQ(seen, (std::vector<std::int64_t>{1, 2, 5, 6, 7}));
}

TEST(Connection, a_statement_in_use_twice_at_once_is_prepared_twice) {
  Connection db(":memory:", SQLite::OPEN_READWRITE);
  db.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, 'y')");
  std::string pairs;
  auto outer = db.statement("SELECT b FROM t ORDER BY a");
  while (outer.step()) {
    auto inner = db.statement("SELECT b FROM t ORDER BY a");
    while (inner.step()) pairs += outer.text(0) + inner.text(0) + " ";
  }
  EXPECT_EQ(pairs, "xx xy yx yy ");
}

TEST(Connection, values_bind_as_what_they_are) {
  Connection db(":memory:", SQLite::OPEN_READWRITE);
  std::string zero("a\0b", 3);
  auto types = db.statement(
      "SELECT typeof(?1), typeof(?2), typeof(?3), typeof(?4), typeof(?5), length(?2), typeof(?6)");
  types.with("text", Bytes{zero}, 7, nullptr, std::optional<int>{}, Bytes{{}});
  ASSERT_TRUE(types.step());
  EXPECT_EQ(types.text(0) + types.text(1) + types.text(2) + types.text(3) + types.text(4) + types.text(6),
            "textblobintegernullnullblob");
  EXPECT_EQ(types.integer(5), 3);
}

TEST(DocumentTable, documents_are_kept_per_account_region_and_id) {
  base::TemporaryFolder folder;
  asio::thread_pool pool(1);
  const Migration steps[] = {{"x", 1, DocumentTable::schema("things")}};
  auto dump = [](const DocumentTable& table) {
    std::string all;
    table.load([&](auto account, auto region, auto id, auto json) {
      all.append(account).append("/").append(region).append("/").append(id).append("=").append(json).append(
          " ");
    });
    return all;
  };
  {
    auto store = Store::open(folder / "db", steps, pool).value();
    DocumentTable table(*store, "things");
    table.put("1", "us-east-1", "b", "{}");
    table.put("1", "us-east-1", "a", "{\"v\":1}");
    table.put("2", "us-east-1", "a", "{}");
    table.put("1", "us-east-1", "a", "{\"v\":2}");
    table.remove("2", "us-east-1", "a");
    table.remove("2", "us-east-1", "never was");
  }
  auto store = Store::open(folder / "db", steps, pool).value();
  EXPECT_EQ(dump(DocumentTable(*store, "things")), "1/us-east-1/a={\"v\":2} 1/us-east-1/b={} ");
}

}  // namespace
}  // namespace berth::store
