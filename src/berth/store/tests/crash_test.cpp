// What survives when the process or the disk gives out. Each scene plays in a child process.
#include "base/files.hpp"
#include "berth/store/store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace berth::store {
namespace {

const Migration steps[] = {{"crash", 1, "CREATE TABLE t (n INTEGER PRIMARY KEY, filler TEXT) STRICT"}};

void insert(Store& store, std::int64_t n, std::size_t size) {
  store.change(
      [n, size](Connection& db) { db.run("INSERT INTO t VALUES (?1, ?2)", n, std::string(size, 'x')); });
}

/// Inserts 1, 2, 3, … and says so on the pipe after each commit, until it is killed.
[[noreturn]] void acknowledge_for_ever(const std::string& path, int pipe) {
  asio::thread_pool pool(1);
  auto store = Store::open(path, steps, pool).value();
  for (std::int64_t n = 1;; ++n) {
    insert(*store, 2 * n, 100);
    insert(*store, 2 * n + 1, 100);
    store->flush();
    if (::write(pipe, &n, sizeof n) != sizeof n) ::_exit(1);
  }
}

TEST(Crash, all_that_was_acknowledged_survives_a_kill) {
  base::TemporaryFolder folder;
  std::string path = folder / "berth.db";
  std::int64_t acknowledged = 0;
  for (int round = 0; round < 5; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    pid_t child = ::fork();
    if (child == 0) acknowledge_for_ever(path + std::to_string(round), ends[1]);
    ::close(ends[1]);
    for (int i = 0; i < 20 + 13 * round; ++i) {
      ASSERT_EQ(::read(ends[0], &acknowledged, sizeof acknowledged), ssize_t{sizeof acknowledged});
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (std::int64_t n; ::read(ends[0], &n, sizeof n) == sizeof n;) acknowledged = n;
    ::close(ends[0]);

    asio::thread_pool pool(1);
    auto store = Store::open(path + std::to_string(round), steps, pool).value();
    auto [count, last] = store->load([](Connection& db) {
      return std::pair(db.execAndGet("SELECT count(*) FROM t").getInt64(),
                       db.execAndGet("SELECT max(n) FROM t").getInt64());
    });
    EXPECT_GE(last, 2 * acknowledged + 1);
    EXPECT_EQ(count, last - 1) << "changes are there without a hole";
  }
}

TEST(CrashDeathTest, a_commit_that_fails_ends_the_process) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  base::TemporaryFolder folder;
  auto scene = [&] {
    asio::thread_pool pool(1);
    auto store = Store::open(folder / "berth.db", steps, pool).value();
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{1 << 20, 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    insert(*store, 1, 4 << 20);
    store->flush();
  };
  EXPECT_DEATH(scene(), "a commit failed");
}

TEST(CrashDeathTest, a_change_that_throws_ends_the_process) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto scene = [&] {
    asio::thread_pool pool(1);
    auto store = Store::open(":memory:", steps, pool).value();
    store->change([](Connection&) { throw std::runtime_error("undecided"); });
    store->flush();
  };
  EXPECT_DEATH(scene(), "must decide before");
}

constexpr int cannot_mount = 77;

bool mount_small_disk(const std::string& folder) {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=12m") == 0;
}

std::int64_t count(Store& store) {
  return store.load([](Connection& db) { return db.execAndGet("SELECT count(*) FROM t").getInt64(); });
}

/// The database itself fills a disk of 12 MiB and is emptied. Returns the number of the step that went wrong.
int play_full_database(const std::string& folder) {
  if (!mount_small_disk(folder)) return cannot_mount;
  asio::thread_pool pool(1);
  auto store = Store::open(folder + "/berth.db", steps, pool, {.reserve_bytes = 2 << 20}).value();
  if (store->is_full()) return 1;
  std::int64_t n = 0;
  while (!store->is_full() && n < 10'000) {
    insert(*store, ++n, 20'000);
    store->flush();
  }
  if (!store->is_full() || n < 50) return 2;
  if (count(*store) != n) return 3;  // the insert that met the full disk was run again
  store->change([](Connection& db) { db.run("DELETE FROM t"); });
  store->flush();
  if (count(*store) != 0) return 4;
  for (int i = 0; i < 100 && store->is_full(); ++i) {  // the space comes back piece by piece
    insert(*store, ++n, 10);
    store->flush();
  }
  return store->is_full() ? 5 : 0;
}

/// Something else takes the last byte of the disk, and gives it back.
int play_full_neighbour(const std::string& folder) {
  if (!mount_small_disk(folder)) return cannot_mount;
  asio::thread_pool pool(1);
  auto store = Store::open(folder + "/berth.db", steps, pool, {.reserve_bytes = 2 << 20}).value();
  for (int n = 0; n < 100; ++n) insert(*store, n, 20'000);
  store->flush();
  auto root = base::Folder::open(folder).value();
  auto filler = root.file("filler", O_CREAT | O_WRONLY).value();
  while (base::write_all(filler.get(), std::string(4096, 'f'))) {
  }
  if (store->is_full()) return 1;  // nobody has noticed yet
  bool noticed = false;            // the deletions may give back enough for the reserve before they end
  for (int left = 100; left > 0; --left) {
    store->change([left](Connection& db) { db.run("DELETE FROM t WHERE n = ?1", left - 1); });
    store->flush();
    if (count(*store) != left - 1) return 2;
    noticed = noticed || store->is_full();
  }
  if (!noticed) return 3;
  filler.reset();
  if (!root.remove("filler")) return 4;
  insert(*store, 1, 1);
  store->flush();
  return store->is_full() ? 5 : 0;
}

struct FullDisk : ::testing::TestWithParam<int (*)(const std::string&)> {};

TEST_P(FullDisk, leaves_room_for_deletions) {
  base::TemporaryFolder folder;
  pid_t child = ::fork();
  if (child == 0) ::_exit(GetParam()(folder.path()));
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == cannot_mount) GTEST_SKIP() << "needs the right to mount a small file system";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

INSTANTIATE_TEST_SUITE_P(Scenes, FullDisk, ::testing::Values(&play_full_database, &play_full_neighbour));

}  // namespace
}  // namespace berth::store
