/// How far a long step is: a bar that redraws itself on a terminal, nothing elsewhere.
#pragma once

#include "base/clock.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace berth::cli {

/// `title  [######------]  50 %  10.0 MiB of 20.0 MiB`, at most `width` columns. `whole` 0 means unknown.
std::string progress_line(std::string_view title, std::uint64_t done, std::uint64_t whole, std::size_t width);

/// Draws at most ten times a second and removes the line at the end.
class Progress {
 public:
  /// `out` is where the line goes, a terminal of `columns`; with 0 of them nothing is ever written.
  Progress(std::ostream& out, std::size_t columns, const base::Clock& clock, std::string title,
           std::uint64_t whole);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void advance(std::uint64_t bytes);

 private:
  std::ostream& out_;
  const std::size_t columns_;
  const base::Clock& clock_;
  std::string title_;
  std::uint64_t whole_;
  std::uint64_t done_ = 0;
  base::TimePoint drawn_{};
};

}  // namespace berth::cli
