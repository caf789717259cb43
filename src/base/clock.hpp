/// Time as the product sees it: UTC with milliseconds. Always passed in, so that tests own it.
#pragma once

#include <chrono>

namespace base {

using Milliseconds = std::chrono::milliseconds;
using TimePoint = std::chrono::sys_time<Milliseconds>;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;
};

class SystemClock final : public Clock {
 public:
  TimePoint now() const override {
    return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  }
};

/// A clock that stands still until a test moves it.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(TimePoint start = TimePoint{Milliseconds{1'700'000'000'000}}) : now_(start) {}
  TimePoint now() const override { return now_; }
  void advance(Milliseconds by) { now_ += by; }
  void set(TimePoint to) { now_ = to; }

 private:
  TimePoint now_;
};

}  // namespace base
