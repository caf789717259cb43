#include "fathom/core/thread_pool.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fathom {
namespace {
// A loop of a small layer lasts some ten microseconds, as long as waking a sleeper takes: look for the next
// loop for about that long before going to sleep.
constexpr int looks_before_sleep = 4000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}
}  // namespace

struct ThreadPool::State {
  std::vector<std::thread> helpers;
  std::mutex mutex;
  std::condition_variable begun;
  std::condition_variable finished;
  std::atomic<std::uint64_t> loop{0};  // changes, under the mutex, when a loop begins or the pool ends
  std::atomic<std::size_t> next{0};    // the next shard nobody has claimed
  std::atomic<std::size_t> busy{0};    // helpers that have not left the current loop
  std::size_t shards = 0;
  const std::function<void(std::size_t, std::size_t)>* work = nullptr;
  std::exception_ptr error;
  bool ending = false;

  void claim(std::size_t worker) {
    try {
      for (std::size_t shard = next++; shard < shards; shard = next++) (*work)(shard, worker);
    } catch (...) {
      next = shards;
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  }

  void help(std::size_t worker) {
    for (std::uint64_t seen = 0;;) {
      for (int looks = 0; looks < looks_before_sleep && loop == seen; ++looks) pause();
      {
        std::unique_lock lock(mutex);
        begun.wait(lock, [&] { return loop != seen; });
        if (ending) return;
        seen = loop;
      }
      claim(worker);
      if (--busy == 0) {
        const std::lock_guard lock(mutex);
        finished.notify_one();
      }
    }
  }
};

ThreadPool::ThreadPool(std::size_t threads) : state_(std::make_unique<State>()) {
  for (std::size_t worker = 1; worker < threads; ++worker)
    state_->helpers.emplace_back([state = state_.get(), worker] { state->help(worker); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
    ++state_->loop;
  }
  state_->begun.notify_all();
  for (std::thread& helper : state_->helpers) helper.join();
}

std::size_t ThreadPool::threads() const { return state_->helpers.size() + 1; }

void ThreadPool::run(std::size_t shards, const std::function<void(std::size_t, std::size_t)>& work) {
  if (state_->helpers.empty() || shards < 2) {
    for (std::size_t shard = 0; shard < shards; ++shard) work(shard, 0);
    return;
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->work = &work;
    state_->shards = shards;
    state_->next = 0;
    state_->busy = state_->helpers.size();
    state_->error = nullptr;
    ++state_->loop;
  }
  state_->begun.notify_all();
  state_->claim(0);
  for (int looks = 0; looks < looks_before_sleep && state_->busy > 0; ++looks) pause();
  std::unique_lock lock(state_->mutex);
  state_->finished.wait(lock, [&] { return state_->busy == 0; });
  if (state_->error) std::rethrow_exception(state_->error);
}

}  // namespace fathom
