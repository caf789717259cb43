#include "base/async.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace base {
namespace {

Async<void> compute(asio::thread_pool& pool, std::thread::id& there, std::thread::id& back, int& value) {
  value = co_await blocking(pool, [&there] {
    there = std::this_thread::get_id();
    return 42;
  });
  back = std::this_thread::get_id();
}

TEST(Async, blocking_work_runs_on_the_pool_and_resumes_on_the_lane) {
  asio::io_context lane;
  asio::thread_pool pool(1);
  std::thread::id there, back;
  int value = 0;
  asio::co_spawn(lane, compute(pool, there, back, value), asio::detached);
  lane.run();
  pool.join();
  EXPECT_EQ(value, 42);
  EXPECT_NE(there, std::this_thread::get_id());
  EXPECT_EQ(back, std::this_thread::get_id());
}

Async<void> fail(asio::thread_pool& pool, bool& caught) {
  try {
    co_await blocking(pool, [] { throw std::runtime_error("no"); });
  } catch (const std::runtime_error&) {
    caught = true;
  }
}

TEST(Async, what_the_work_throws_reaches_the_caller) {
  asio::io_context lane;
  asio::thread_pool pool(1);
  bool caught = false;
  asio::co_spawn(lane, fail(pool, caught), asio::detached);
  lane.run();
  pool.join();
  EXPECT_TRUE(caught);
}

}  // namespace
}  // namespace base
