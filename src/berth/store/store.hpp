/// The daemon's memory on disk: one SQLite database, one thread that writes it, many that read it.
///
///   store.change([id](Connection& db) { db.run("DELETE FROM t WHERE id = ?1", id); });   // at once
///   co_await store.committed(store.last());                                              // durable
///   auto find = [id](Connection& db) { … };
///   auto rows = co_await store.read(std::move(find));
///                                                                       // sees what is committed
///
/// Work that captures is named and moved, as above: GCC 12 frees the captures of a temporary lambda in a
/// co_await expression twice.
///
/// Changes run in the order in which they were given, on the store thread, which takes all that have queued
/// up into one transaction (write-ahead log, synchronous=FULL): one fsync acknowledges many callers.
///
/// A commit that fails ends the process, since memory is already ahead of the disk; restart recovers. The one
/// exception is a full disk: a reserve file is given up, which is room enough for deletions, and the changes
/// are run again; is_full() then asks services to refuse growth until there is space for the reserve again.
#pragma once

#include "base/async.hpp"
#include "base/result.hpp"
#include "berth/store/connection.hpp"
#include "berth/store/migration.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace berth::store {

namespace asio = boost::asio;

/// Counts changes; larger is later. 0 is before the first.
using Sequence = std::uint64_t;

/// Runs on the store thread inside a transaction; it owns what it touches. It may run again after a full
/// disk, so that its effects must be on the database alone. Lambdas may take SQLite::Database& instead.
using Change = std::function<void(Connection&)>;

class Waiter;   // a suspended coroutine that waits for a sequence
class Readers;  // connections for reading

struct StoreOptions {
  std::size_t reserve_bytes = std::size_t{4} << 20;  ///< kept free for deletions; 0 for none
  /// For tests of crashes: runs on the store thread after each commit. While it is set, every change is committed before
  /// change() returns, so that it sees every state that a crash could leave behind, and not only those that the
  /// grouping of the moment leaves.
  std::function<void(Connection&)> on_commit{};
};

class Store {
 public:
  /// Opens or makes the database at `path` and brings its tables up to date. ":memory:" keeps everything in
  /// memory, for tests; reads then run on the store thread. `readers` runs read(); it must outlive the store.
  static base::Result<std::unique_ptr<Store>> open(const std::string& path,
                                                   std::span<const Migration> migrations,
                                                   asio::thread_pool& readers, StoreOptions options = {});
  /// Commits what is queued, resumes who waits. Executors of waiters must still exist.
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Queues a change and returns its place. From any thread; who needs an order between two changes queues
  /// them from one lane. A change that throws ends the process (there is no caller to tell): decide before.
  Sequence change(Change change);

  /// The place of the last change queued.
  Sequence last() const { return queued_.load(std::memory_order_acquire); }

  /// Resumes the caller on its own executor once that change is on disk; at once if it already is.
  base::Async<void> committed(Sequence sequence);

  /// Runs `f(Connection&)` in order with the changes and resumes with its value once that is durable: for
  /// decisions that depend on what is stored at that moment. If `f` throws, its own effects are undone
  /// (others in the same commit stand) and the exception is thrown here; SQLite's own errors end the process
  /// as above.
  template <class F>
  base::Async<std::invoke_result_t<F, Connection&>> transact(F f);

  /// Runs `f(Connection&)` on the reader pool, on a read-only connection, in one snapshot of what is
  /// committed.
  template <class F>
  base::Async<std::invoke_result_t<F, Connection&>> read(F f);

  /// As read(), on the calling thread: for loading at start.
  template <class F>
  std::invoke_result_t<F, Connection&> load(F f);

  /// Blocks until all that was queued is on disk. For shutdown and tests.
  void flush();

  /// While one lives nothing is committed, so that what is queued meanwhile stands or falls together. Short: it makes
  /// everybody wait, and who holds must not wait for a commit. flush() and the store's end do not heed it.
  class Hold {
   public:
    explicit Hold(Store& store);
    ~Hold() { end(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    bool is_held() const { return store_ != nullptr; }
    void end();

   private:
    Store* store_;
  };

  /// The disk was full and the reserve is spent: deletions go on, growth should be refused.
  bool is_full() const { return full_.load(std::memory_order_relaxed); }

 private:
  Store(const std::string& path, StoreOptions options, std::unique_ptr<Connection> writer,
        asio::thread_pool& readers);
  void run();
  void commit(const std::vector<Change>& batch);
  void reclaim();
  void make_reserve();
  bool give_up_reserve();
  bool in_memory() const { return readers_ == nullptr; }
  void with_reader(const std::function<void(Connection&)>& f);
  static void undoable(Connection& connection, const std::function<void()>& f, std::exception_ptr& error);

  struct Waiting {
    Sequence sequence;
    std::unique_ptr<Waiter> waiter;
  };

  std::string path_;
  StoreOptions options_;
  std::unique_ptr<Connection> writer_;
  std::unique_ptr<Readers> readers_;
  asio::thread_pool& pool_;

  std::mutex mutex_;
  std::condition_variable work_;       // the store thread waits here
  std::condition_variable committed_;  // flush() waits here
  std::vector<Change> queue_;
  std::vector<Waiting> waiting_;
  int holds_ = 0, flushing_ = 0;  // how many of each there are
  bool stopping_ = false;
  std::atomic<Sequence> queued_{0};
  std::atomic<Sequence> durable_{0};
  std::atomic<bool> full_{false};
  bool has_reserve_ = false;  // store thread only
  std::thread thread_;
};

// ---- details ----

namespace detail {
/// What a piece of work produced, carried from one thread to another.
template <class Value>
struct Outcome {
  using Stored = std::conditional_t<std::is_void_v<Value>, std::monostate, Value>;
  std::exception_ptr error;
  std::optional<Stored> value;

  template <class F>
  void produce(F& f, Connection& connection) {
    if constexpr (std::is_void_v<Value>) {
      f(connection);
      value.emplace();
    } else {
      value.emplace(f(connection));
    }
  }
  Value take() {
    if (error) std::rethrow_exception(error);
    if constexpr (!std::is_void_v<Value>) return std::move(*value);
  }
};
}  // namespace detail

template <class F>
base::Async<std::invoke_result_t<F, Connection&>> Store::transact(F f) {
  auto outcome = std::make_shared<detail::Outcome<std::invoke_result_t<F, Connection&>>>();
  auto work = std::make_shared<F>(std::move(f));
  Sequence sequence = change([outcome, work](Connection& connection) {
    *outcome = {};  // this may be the second run
    undoable(
        connection, [&] { outcome->produce(*work, connection); }, outcome->error);
  });
  co_await committed(sequence);
  co_return outcome->take();
}

template <class F>
base::Async<std::invoke_result_t<F, Connection&>> Store::read(F f) {
  using Value = std::invoke_result_t<F, Connection&>;
  if (in_memory()) co_return co_await transact(std::move(f));
  auto work = std::make_shared<F>(std::move(f));
  auto produce = [this, work] {
    detail::Outcome<Value> outcome;
    with_reader([&](Connection& connection) { outcome.produce(*work, connection); });
    return outcome.take();
  };
  co_return co_await base::blocking(pool_, std::move(produce));
}

template <class F>
std::invoke_result_t<F, Connection&> Store::load(F f) {
  detail::Outcome<std::invoke_result_t<F, Connection&>> outcome;
  auto produce = [&](Connection& connection) { outcome.produce(f, connection); };
  if (in_memory()) {
    change([&](Connection& connection) {
      undoable(
          connection, [&] { produce(connection); }, outcome.error);
    });
    flush();
  } else {
    with_reader(produce);
  }
  return outcome.take();
}

}  // namespace berth::store
