/// A few threads that work off the shards of one parallel loop at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace fathom {

class ThreadPool {
 public:
  /// `threads` >= 1 includes the calling thread: ThreadPool(1) starts none.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t threads() const;

  /// Calls work(shard, worker) once for each shard in [0, shards); returns when all are done. Workers,
  /// numbered [0, threads()), claim the next shard when they are free, in no promised order: work must not
  /// depend on it, nor on `worker`, except to find its scratch memory. The first exception is rethrown here;
  /// the shards that nobody claimed by then are dropped. One loop at a time: not to be called from inside
  /// `work`.
  void run(std::size_t shards, const std::function<void(std::size_t shard, std::size_t worker)>& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fathom
