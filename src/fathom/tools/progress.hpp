/// How far a long run is: a bar on a terminal, redrawn in place; elsewhere a plain line every few seconds. Both on
/// standard error, beside the messages that programs read.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace fathom::tools {

class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `what` e.g. "epoch 3/40 batch 120/541"; `fraction` of the whole run, 0 to 1.
  void show(const std::string& what, double fraction);
  /// Takes the bar away, before a message of another kind is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_, next_;
};

/// The bar of `columns` at most: it shrinks first, then goes, and what is too long still is cut at the end.
/// `left` is the text behind `what`; `fraction` 0 to 1. All of it ASCII.
std::string bar_line(const std::string& what, double fraction, const std::string& left, std::size_t columns);

/// "1:05" or "2:03:09".
std::string duration_text(double seconds);

/// Lets the first message through, and then one an interval.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Pace(Clock::duration interval) : interval_(interval) {}

  bool due(Clock::time_point now) {
    if (next_ && now < *next_) return false;
    next_ = now + interval_;
    return true;
  }

 private:
  Clock::duration interval_;
  std::optional<Clock::time_point> next_;
};

}  // namespace fathom::tools
