#include "berth/daemon/lanes.hpp"

#include <boost/asio/steady_timer.hpp>

namespace berth::daemon {
namespace {

base::Async<void> repeat(base::Milliseconds period, std::function<void()> f) {
  base::asio::steady_timer timer(co_await base::asio::this_coro::executor);
  for (;;) {
    timer.expires_after(period);
    co_await timer.async_wait(base::asio::use_awaitable);
    f();
  }
}

}  // namespace

void rethrow(std::exception_ptr error) {
  if (error) std::rethrow_exception(error);
}

Lanes::Lanes(std::size_t blocking_threads) : work_(state_.get_executor()), pool_(blocking_threads) {}

Lanes::~Lanes() {
  stop();
  pool_.join();
}

void Lanes::start() {
  thread_ = std::thread([this] { state_.run(); });
}

void Lanes::stop() {
  state_.stop();
  if (thread_.joinable()) thread_.join();
}

void Lanes::every(base::Milliseconds period, std::function<void()> f) {
  base::asio::co_spawn(state_, repeat(period, std::move(f)), rethrow);
}

}  // namespace berth::daemon
