/// Ctrl-C while a command waits for what goes on without it: a task, a stack.
#pragma once

#include <chrono>
#include <csignal>

namespace berth::cli {

/// From its making on, SIGINT ends no more than a pause. Of this thread, which must be the only one.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Sleeps that long. True if Ctrl-C came meanwhile, or since the last pause.
  bool pause(std::chrono::milliseconds time) const;

 private:
  sigset_t waited_for_{};
  sigset_t before_{};
};

}  // namespace berth::cli
