#include "fathom/tools/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace fathom::tools {
namespace {

constexpr std::size_t bar_cells = 30, fewest_cells = 5;
constexpr std::size_t usual_columns = 80;
constexpr std::size_t columns_free = 3;  ///< for ^C, and the last one, where a terminal may start a new line
constexpr auto redraw = std::chrono::milliseconds(100);
constexpr auto line_every = std::chrono::seconds(3);

/// Of the terminal behind standard error, as it is now.
std::size_t terminal_columns() {
  struct winsize size {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual_columns;
  return size.ws_col;
}

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
    const std::size_t columns = terminal_columns();
    fmt::print(stderr, "\r\033[K{}", bar_line(what, done, left, columns - std::min(columns, columns_free)));
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
  next_ = Clock::now();  // it comes back at once, or short epochs would leave it hidden most of the time
}

std::string bar_line(const std::string& what, double fraction, const std::string& left, std::size_t columns) {
  const std::string text = fmt::format("{:3.0f} % {}{}", fraction * 100, what, left);
  constexpr std::size_t around = 3;  // brackets and a blank
  if (text.size() + around + fewest_cells > columns) return text.substr(0, columns);
  const std::size_t cells = std::min(bar_cells, columns - text.size() - around);
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(cells));
  return fmt::format("[{}{}] {}", std::string(full, '#'), std::string(cells - full, '.'), text);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::max(seconds, 0.0) + 0.5);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace fathom::tools
