#include "berth/objects/background.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <mutex>

namespace berth::objects {

struct Background::Job {
  std::mutex mutex;
  bool done = false;
  std::exception_ptr error;
  std::function<void()> resume;

  void finish() {
    std::function<void()> waiter;
    {
      std::lock_guard lock(mutex);
      done = true;
      waiter = std::move(resume);
    }
    if (waiter) waiter();
  }
};

void Background::start(std::function<void()> work) {
  job_ = std::make_shared<Job>();
  base::asio::post(*pool_, [job = job_, work = std::move(work)] {
    try {
      work();
    } catch (...) {
      job->error = std::current_exception();  // thrown by wait()
    }
    job->finish();
  });
}

base::Async<void> Background::wait() {
  auto job = std::move(job_);
  if (!job) co_return;
  auto start = [&job](auto handler) {
    // Held by pointer: std::function wants something that can be copied.
    auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    auto guard = base::asio::make_work_guard(base::asio::get_associated_executor(*shared));
    auto resume = [shared, guard] { base::asio::post(guard.get_executor(), std::move(*shared)); };
    {
      std::lock_guard lock(job->mutex);
      if (!job->done) {
        job->resume = resume;
        return;
      }
    }
    resume();
  };
  co_await base::asio::async_initiate<const base::asio::use_awaitable_t<>, void()>(start,
                                                                                   base::asio::use_awaitable);
  if (job->error) std::rethrow_exception(job->error);
}

}  // namespace berth::objects
