#include "berth/store/store.hpp"

#include "base/check.hpp"
#include "base/files.hpp"
#include "base/log.hpp"
#include "berth/store/readers.hpp"

#include <SQLiteCpp/Exception.h>
#include <boost/asio/executor_work_guard.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace berth::store {

class Waiter {
 public:
  virtual ~Waiter() = default;
  virtual void resume() = 0;
};

namespace {

template <class Handler>
class WaiterOf final : public Waiter {
 public:
  explicit WaiterOf(Handler handler)
      : handler_(std::move(handler)),
        guard_(asio::make_work_guard(asio::get_associated_executor(handler_))) {}
  void resume() override {
    auto guard = std::move(guard_);
    asio::post(guard.get_executor(), std::move(handler_));
  }

 private:
  Handler handler_;
  decltype(asio::make_work_guard(asio::get_associated_executor(std::declval<Handler&>()))) guard_;
};

/// SQLite makes its files readable for everybody, and this one holds secrets: also in a folder that others may enter it
/// is its owner's alone. SQLite gives the files beside it the same mode; what an earlier run made is put right.
void keep_private(const std::string& path) {
  if (path == ":memory:") return;
  base::Fd made(::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600));
  for (const char* beside : {"", "-wal", "-shm"}) ::chmod((path + beside).c_str(), 0600);
}

std::unique_ptr<Connection> open_writer(const std::string& path) {
  keep_private(path);
  auto connection = std::make_unique<Connection>(
      path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, 5000);
  // Acts on a new database only, before its first table; on another it would write all the same.
  constexpr int incremental = 2;
  if (connection->execAndGet("PRAGMA auto_vacuum").getInt() != incremental)
    connection->exec("PRAGMA auto_vacuum = INCREMENTAL");
  std::string mode = connection->execAndGet("PRAGMA journal_mode = WAL").getString();
  if (mode != "wal" && path != ":memory:") {
    throw SQLite::Exception("write-ahead logging is refused here (is it a network file system?)");
  }
  // secure_delete, which Debian's build turns on, would write every deleted page: too much for a full disk.
  connection->exec(
      "PRAGMA secure_delete = OFF; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;"
      "PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF");
  return connection;
}

std::string folder_of(const std::string& path) {
  auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

bool is_full_error(const SQLite::Exception& error) { return (error.getErrorCode() & 0xff) == SQLITE_FULL; }

}  // namespace

base::Result<std::unique_ptr<Store>> Store::open(const std::string& path,
                                                 std::span<const Migration> migrations,
                                                 asio::thread_pool& readers, StoreOptions options) try {
  auto writer = open_writer(path);
  if (auto migrated = migrate(*writer, migrations); !migrated)
    return migrated.error().within("opening " + path);
  if (path != ":memory:") {
    auto folder = base::Folder::open(folder_of(path));
    if (!folder) return folder.error();
    if (auto synced = folder->sync(); !synced) return synced.error();
  }
  return std::unique_ptr<Store>(new Store(path, options, std::move(writer), readers));
} catch (const SQLite::Exception& error) {
  return base::failure(fmt::format("cannot open the database {}: {}", path, error.what()));
}

Store::Store(const std::string& path, StoreOptions options, std::unique_ptr<Connection> writer,
             asio::thread_pool& readers)
    : path_(path), options_(options), writer_(std::move(writer)), pool_(readers) {
  if (path == ":memory:") {
    options_.reserve_bytes = 0;
  } else {
    readers_ = std::make_unique<Readers>(path);
    make_reserve();
  }
  thread_ = std::thread([this] { run(); });
}

Store::~Store() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_one();
  thread_.join();
}

Sequence Store::change(Change change) {
  Sequence sequence;
  bool at_once = false;
  {
    std::lock_guard lock(mutex_);
    queue_.push_back(std::move(change));
    sequence = queued_.load(std::memory_order_relaxed) + 1;
    queued_.store(sequence, std::memory_order_release);
    at_once = options_.on_commit && holds_ == 0;
  }
  work_.notify_one();
  if (at_once) flush();
  return sequence;
}

base::Async<void> Store::committed(Sequence sequence) {
  if (sequence <= durable_.load(std::memory_order_acquire)) co_return;
  auto start = [this, sequence](auto handler) {
    std::unique_ptr<Waiter> waiter = std::make_unique<WaiterOf<decltype(handler)>>(std::move(handler));
    {
      std::lock_guard lock(mutex_);
      if (sequence > durable_.load(std::memory_order_relaxed)) {
        waiting_.push_back({sequence, std::move(waiter)});
        return;
      }
    }
    waiter->resume();
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(start, asio::use_awaitable);
}

void Store::flush() {
  std::unique_lock lock(mutex_);
  Sequence target = queued_.load(std::memory_order_relaxed);
  ++flushing_;
  work_.notify_one();
  committed_.wait(lock, [&] { return durable_.load(std::memory_order_relaxed) >= target; });
  --flushing_;
}

Store::Hold::Hold(Store& store) : store_(&store) {
  std::lock_guard lock(store.mutex_);
  ++store.holds_;
}

void Store::Hold::end() {
  if (store_ == nullptr) return;
  Store& store = *std::exchange(store_, nullptr);
  bool at_once = false;
  {
    std::lock_guard lock(store.mutex_);
    at_once = --store.holds_ == 0 && store.options_.on_commit;
  }
  store.work_.notify_one();
  if (at_once) store.flush();
}

void Store::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return stopping_ || (!queue_.empty() && (holds_ == 0 || flushing_ > 0)); });
    if (queue_.empty()) return;
    std::vector<Change> batch = std::exchange(queue_, {});
    Sequence reached = queued_.load(std::memory_order_relaxed);
    lock.unlock();
    commit(batch);
    batch.clear();  // what the changes own is freed here and not under the lock
    lock.lock();
    durable_.store(reached, std::memory_order_release);
    auto first_ready = std::stable_partition(waiting_.begin(), waiting_.end(),
                                             [&](const Waiting& w) { return w.sequence > reached; });
    std::vector<Waiting> ready(std::make_move_iterator(first_ready), std::make_move_iterator(waiting_.end()));
    waiting_.erase(first_ready, waiting_.end());
    lock.unlock();
    committed_.notify_all();
    for (Waiting& waiting : ready) waiting.waiter->resume();
    ready.clear();
    lock.lock();
  }
}

void Store::commit(const std::vector<Change>& batch) {
  if (full_.load(std::memory_order_relaxed)) {
    reclaim();
    make_reserve();
  }
  for (;;) {
    try {
      writer_->run("BEGIN IMMEDIATE");
      for (const Change& change : batch) change(*writer_);
      writer_->run("COMMIT");
      if (options_.on_commit) options_.on_commit(*writer_);
      return;
    } catch (const SQLite::Exception& error) {
      bool again = is_full_error(error) && give_up_reserve();
      if (!again) base::log::error("cannot commit to {}: {}", path_, error.what());
      BERTH_CHECK(again, "a commit failed: memory is ahead of the database, restart from what is on disk");
      // SQLite has undone the transaction itself after some errors.
      if (sqlite3_get_autocommit(writer_->getHandle()) == 0) writer_->run("ROLLBACK");
      reclaim();
    } catch (const std::exception& error) {
      base::log::error("a change to {} threw: {}", path_, error.what());
      BERTH_CHECK(false, "a change must decide before it is queued");
    }
  }
}

/// Gives space that deletions freed inside the database back to the file system, a little at a time: moving
/// pages takes space in the write-ahead log first. What cannot be done now is tried again before the next
/// commit.
void Store::reclaim() {
  try {
    writer_->setBusyTimeout(50);  // readers may hold the log; do not wait for them
    writer_->exec(
        "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA incremental_vacuum(128); PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const SQLite::Exception& error) {
    base::log::debug("cannot shrink {} yet: {}", path_, error.what());
  }
  writer_->setBusyTimeout(5000);
}

void Store::make_reserve() {
  if (options_.reserve_bytes == 0 || has_reserve_) return;
  std::string name = path_ + ".reserve";
  base::Fd file(::open(name.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  struct statvfs space {};
  // Twice the reserve: taking the last block at once would only make the next commit give it up again.
  bool room = file && ::fstatvfs(file.get(), &space) == 0 &&
              std::uint64_t{space.f_bavail} * space.f_frsize >= 2 * std::uint64_t{options_.reserve_bytes};
  // Real blocks and not a hole, so that giving them up gives space back.
  has_reserve_ = room && ::posix_fallocate(file.get(), 0, static_cast<off_t>(options_.reserve_bytes)) == 0;
  if (!has_reserve_) {
    ::unlink(name.c_str());
    if (!full_.exchange(true)) base::log::warn("no space for the reserve file {}: free disk space", name);
    return;
  }
  if (full_.exchange(false)) base::log::info("there is disk space again");
}

bool Store::give_up_reserve() {
  if (!has_reserve_) return false;
  ::unlink((path_ + ".reserve").c_str());
  has_reserve_ = false;
  full_.store(true);
  base::log::warn("the disk with {} is full: the reserve is given up, deletions go on; free disk space",
                  path_);
  return true;
}

void Store::with_reader(const std::function<void(Connection&)>& f) { readers_->with(f); }

void Store::undoable(Connection& connection, const std::function<void()>& f, std::exception_ptr& error) {
  connection.run("SAVEPOINT undoable");
  try {
    f();
  } catch (const SQLite::Exception&) {
    throw;  // the store's own affair
  } catch (...) {
    error = std::current_exception();  // thrown to the caller of transact()
    connection.run("ROLLBACK TO undoable");
  }
  connection.run("RELEASE undoable");
}

}  // namespace berth::store
