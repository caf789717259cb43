/// How far a long run is: a bar on a terminal, redrawn in place; elsewhere a plain line every few seconds. Both on
/// standard error, beside the messages that programs read.
#pragma once

#include <chrono>
#include <cstdint>
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

/// "1:05" or "2:03:09".
std::string duration_text(double seconds);

}  // namespace fathom::tools
