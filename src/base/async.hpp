/// Coroutines and the lanes that they run on.
///
///   state lane     one thread; owns all control-plane state. Code between two co_awaits is atomic there.
///   blocking pool  disk, hashing, fork and exec:
///                    auto bytes = co_await blocking(pool, [path] { return read(path); });
///   edge           connections, a strand each; crosses by co_await on(state, work(...)).
///
/// Traps of GCC 12 (all seen): `co_await f(Request{…})` with an aggregate temporary frees memory twice: name
/// the value and std::move it; so do temporary lambdas with captures. A braced list inside a co_await
/// expression may not compile: name it. A capturing lambda must not be a coroutine: its captures die with it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace base {

namespace asio = boost::asio;

template <class T>
using Async = asio::awaitable<T>;

/// Runs `f` on the pool and resumes the caller on its own executor. Not cancellable: the caller waits for `f`
/// to finish. `f` owns what it touches. What it throws is thrown here.
template <class F>
Async<std::invoke_result_t<F>> blocking(asio::thread_pool& pool, F f) {
  using Value = std::invoke_result_t<F>;
  using Stored = std::conditional_t<std::is_void_v<Value>, std::monostate, Value>;
  std::exception_ptr error;
  std::optional<Stored> result;
  auto start = [&](auto handler) {
    auto guard = asio::make_work_guard(asio::get_associated_executor(handler));
    asio::post(pool, [&, handler = std::move(handler), guard = std::move(guard)]() mutable {
      try {
        if constexpr (std::is_void_v<Value>) {
          f();
          result.emplace();
        } else {
          result.emplace(f());
        }
      } catch (...) {
        error = std::current_exception();  // rethrown by the caller below
      }
      asio::post(guard.get_executor(), std::move(handler));
    });
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(start, asio::use_awaitable);
  if (error) std::rethrow_exception(error);
  if constexpr (!std::is_void_v<Value>) co_return std::move(*result);
}

/// Runs the coroutine `work` on `executor` and resumes the caller on its own. What it throws is thrown here.
template <class T>
Async<T> on(asio::any_io_executor executor, Async<T> work) {
  co_return co_await asio::co_spawn(executor, std::move(work), asio::use_awaitable);
}

}  // namespace base
