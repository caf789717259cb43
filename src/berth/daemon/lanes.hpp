/// The daemon's threads (docs/decisions/0002-lanes.md): the state lane and the blocking pool. The edge
/// belongs to the HTTP server, the store thread to the store.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <functional>
#include <thread>

namespace berth::daemon {

/// For co_spawn where nobody waits: what the coroutine throws leaves the lane's run(), and ends the daemon.
void rethrow(std::exception_ptr error);

class Lanes {
 public:
  explicit Lanes(std::size_t blocking_threads);
  /// Ends the state lane and waits for what runs on the pool.
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  base::asio::any_io_executor state() { return state_.get_executor(); }
  base::asio::thread_pool& pool() { return pool_; }
  /// Starts the state lane's thread; before that, whoever constructs things owns the state.
  void start();
  /// Ends the state lane's thread; what is still queued there is dropped.
  void stop();
  /// Calls `f` on the state lane every `period` until stop().
  void every(base::Milliseconds period, std::function<void()> f);

 private:
  base::asio::io_context state_{1};
  base::asio::executor_work_guard<base::asio::io_context::executor_type> work_;
  base::asio::thread_pool pool_;
  std::thread thread_;
};

}  // namespace berth::daemon
