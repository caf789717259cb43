#include "berth/cli/interruption.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace berth::cli {

Interruption::Interruption() {
  ::sigemptyset(&waited_for_);
  ::sigaddset(&waited_for_, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &waited_for_, &before_);
}

Interruption::~Interruption() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool Interruption::pause(std::chrono::milliseconds time) const {
  const auto until = std::chrono::steady_clock::now() + time;
  while (true) {
    const auto left = std::max(std::chrono::nanoseconds(0),
                               std::chrono::nanoseconds(until - std::chrono::steady_clock::now()));
    const timespec patience{.tv_sec = left.count() / 1'000'000'000, .tv_nsec = left.count() % 1'000'000'000};
    if (::sigtimedwait(&waited_for_, nullptr, &patience) == SIGINT) return true;
    if (errno != EINTR) return false;  // EINTR: stopped and continued, say
  }
}

}  // namespace berth::cli
