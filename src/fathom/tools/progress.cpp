#include "fathom/tools/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace fathom::tools {
namespace {

constexpr int bar_cells = 30;
constexpr auto redraw = std::chrono::milliseconds(100);
constexpr auto line_every = std::chrono::seconds(3);

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1), start_(Clock::now()), next_(start_ + redraw) {
  if (!terminal_) next_ = start_ + line_every;
}

void Progress::show(const std::string& what, double fraction) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? Clock::duration(redraw) : Clock::duration(line_every));
  const double done = std::clamp(fraction, 0.0, 1.0);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string left = done > 0.01 ? ", " + duration_text(seconds * (1 - done) / done) + " left" : "";
  if (terminal_) {
    const auto cells = static_cast<std::size_t>(done * bar_cells);
    fmt::print(stderr, "\r\033[K[{}{}] {:3.0f} % {}{}", std::string(cells, '#'),
               std::string(bar_cells - cells, '.'), done * 100, what, left);
    drawn_ = true;
  } else {
    fmt::print(stderr, "progress: {} ({:.0f} %{})\n", what, done * 100, left);
  }
  std::fflush(stderr);
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(seconds, 0.0) + 0.5);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace fathom::tools
