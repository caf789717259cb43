#include "berth/shim/syncer.hpp"

#include <unistd.h>

#include <csignal>

namespace berth::shim {

Syncer::~Syncer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Syncer::submit(base::Fd file) {
  {
    const std::lock_guard lock(mutex_);
    files_.push_back(std::move(file));
  }
  if (!thread_.joinable()) {
    // Signals are the main thread's: the new thread inherits a mask with all of them blocked.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  work_.notify_one();
}

void Syncer::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return stopping_ || !files_.empty(); });
    if (files_.empty()) return;
    const base::Fd file = std::move(files_.front());
    files_.pop_front();
    lock.unlock();
    // A failure shows again in the sync at the container's end, which is the one that is waited for.
    ::fdatasync(file.get());
    lock.lock();
  }
}

}  // namespace berth::shim
