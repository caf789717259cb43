/// The coroutines that an engine has under way: owned, bounded, and waited for at the end.
#pragma once

#include "base/async.hpp"

#include <boost/asio/steady_timer.hpp>

#include <cstddef>
#include <deque>
#include <functional>

namespace berth::stack {

/// State lane only.
class Running {
 public:
  /// Of those that act, at most `most` run at once; the others wait for their turn.
  Running(base::asio::any_io_executor state, std::size_t most);

  /// `waits` is for work that does nothing but wait for other work: it has its place at once, since it would otherwise
  /// take the places of what it waits for. The work throws nothing.
  void start(base::Async<void> work, bool waits);

  /// Nothing starts any more. Then join() waits for what is under way; whoever calls hurries it.
  void stop();
  bool is_stopping() const { return stopping_; }
  base::Async<void> join();
  bool is_idle() const { return running_ == 0 && waiting_.empty(); }
  /// After stop() and join(), for another life.
  void reopen() { stopping_ = false; }

 private:
  void run(base::Async<void> work, bool counts);
  void pump();

  base::asio::any_io_executor state_;
  std::size_t most_;
  std::deque<std::function<void()>> waiting_;
  std::size_t running_ = 0;  ///< all
  std::size_t acting_ = 0;   ///< those that count
  bool stopping_ = false;
  base::asio::steady_timer all_ended_;
};

}  // namespace berth::stack
