#include "berth/stack/running.hpp"

#include "base/check.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>

#include <memory>

namespace berth::stack {

Running::Running(base::asio::any_io_executor state, std::size_t most)
    : state_(std::move(state)),
      most_(most),
      all_ended_(state_, base::asio::steady_timer::time_point::max()) {}

void Running::start(base::Async<void> work, bool waits) {
  if (stopping_) return;
  if (waits) return run(std::move(work), false);
  // std::function wants what it holds to be copyable; the coroutine is moved out once.
  auto held = std::make_shared<base::Async<void>>(std::move(work));
  waiting_.push_back([this, held] { run(std::move(*held), true); });
  pump();
}

void Running::run(base::Async<void> work, bool counts) {
  ++running_;
  if (counts) ++acting_;
  base::asio::co_spawn(state_, std::move(work), [this, counts](std::exception_ptr error) {
    BERTH_CHECK(!error, "what is run catches what its work throws");
    --running_;
    if (counts) --acting_;
    pump();
    if (running_ == 0) all_ended_.cancel();
  });
}

void Running::pump() {
  while (!stopping_ && acting_ < most_ && !waiting_.empty()) {
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    next();
  }
}

void Running::stop() {
  stopping_ = true;
  waiting_.clear();
}

base::Async<void> Running::join() {
  while (running_ > 0) {
    boost::system::error_code ignored;  // it never expires: being cancelled is the signal
    co_await all_ended_.async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
}

}  // namespace berth::stack
