/// The terminal taken over for something that redraws itself: the alternate screen, keys without Enter and echo. It is as
/// it was when the object goes, also after Ctrl-C and SIGTERM.
///
///   Screen screen(session.out);
///   do { screen.draw(text); } while (screen.wait(2s) != Screen::Happened::Quit);
#pragma once

#include "base/files.hpp"

#include <termios.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>

namespace berth::cli {

class Screen {
 public:
  /// Standard output must be a terminal, and `out` must write to it. Keys are read where standard input is one, too.
  explicit Screen(std::ostream& out);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  std::size_t columns() const;
  std::size_t rows() const;

  /// Shows these lines instead of what was there; what does not fit below is left out, and said so in the last line.
  void draw(const std::string& text);

  enum class Happened {
    Nothing,  ///< the time is over
    Redraw,   ///< the terminal has another size, or a key asked for it
    Quit      ///< q, Ctrl-C, SIGTERM, or the terminal is gone
  };
  Happened wait(std::chrono::milliseconds time);

 private:
  Happened read_keys();
  Happened read_signal();

  std::ostream& out_;
  sigset_t before_{};
  base::Fd signals_;
  bool reads_keys_ = false;
  std::optional<termios> mode_before_;
};

}  // namespace berth::cli
