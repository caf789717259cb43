/// One piece of work on a pool that runs beside its coroutine, which later waits for it.
#pragma once

#include "base/async.hpp"

#include <functional>
#include <memory>

namespace berth::objects {

/// start(), then wait(), and again. What the work captures must own what it touches: a Background that is
/// destroyed before wait() lets the work finish on its own.
class Background {
 public:
  explicit Background(base::asio::thread_pool& pool) : pool_(&pool) {}
  void start(std::function<void()> work);
  /// Resumes on the caller's executor when the work is done (at once if none was started); throws what it
  /// threw.
  base::Async<void> wait();

 private:
  struct Job;
  base::asio::thread_pool* pool_;
  std::shared_ptr<Job> job_;
};

}  // namespace berth::objects
