/// fdatasync on a thread of its own, so that a slow disk does not keep the shim from reading its containers'
/// output.
#pragma once

#include "base/files.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace berth::shim {

class Syncer {
 public:
  Syncer() = default;
  ~Syncer();
  /// Syncs the file soon and closes it. The thread is made at the first call: a short task never has one.
  void submit(base::Fd file);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<base::Fd> files_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace berth::shim
