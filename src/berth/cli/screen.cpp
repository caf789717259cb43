#include "berth/cli/screen.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace berth::cli {
namespace {

constexpr std::string_view enter = "\x1b[?1049h\x1b[?25l";  // the alternate screen, without a cursor
constexpr std::string_view leave = "\x1b[?25h\x1b[?1049l";

winsize size_of_terminal() {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
  if (!known) size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
  return size;
}

}  // namespace

Screen::Screen(std::ostream& out) : out_(out) {
  sigset_t handled;
  ::sigemptyset(&handled);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH}) ::sigaddset(&handled, signal);
  ::pthread_sigmask(SIG_BLOCK, &handled, &before_);
  signals_ = base::Fd(::signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK));
  termios mode{};
  if (::isatty(STDIN_FILENO) == 1 && ::tcgetattr(STDIN_FILENO, &mode) == 0) {
    mode_before_ = mode;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    mode.c_cc[VMIN] = 0;
    mode.c_cc[VTIME] = 0;
    reads_keys_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0;
  }
  out_ << enter << std::flush;
}

Screen::~Screen() {
  out_ << leave << std::flush;
  if (mode_before_) ::tcsetattr(STDIN_FILENO, TCSANOW, &*mode_before_);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::size_t Screen::columns() const { return size_of_terminal().ws_col; }
std::size_t Screen::rows() const { return size_of_terminal().ws_row; }

void Screen::draw(const std::string& text) {
  std::string frame = "\x1b[H";
  std::size_t lines = 0, left_out = 0;
  const std::size_t room = rows();
  const auto all = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool fits = all <= room;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    if (fits || lines + 1 < room) {
      // Line breaks between lines only: one at the bottom would scroll the screen.
      frame += (lines > 0 ? "\r\n" : "");
      frame += rest.substr(0, end);
      frame += "\x1b[K";
      ++lines;
    } else {
      ++left_out;
    }
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  }
  if (left_out > 0) frame += fmt::format("\r\n… and {} lines more\x1b[K", left_out);
  frame += "\x1b[J";
  out_ << frame << std::flush;
}

Screen::Happened Screen::read_keys() {
  std::array<char, 64> keys{};
  const ssize_t count = ::read(STDIN_FILENO, keys.data(), keys.size());
  if (count == 0) return Happened::Quit;  // poll said that there is something: the terminal has hung up
  if (count < 0) return errno == EINTR || errno == EAGAIN ? Happened::Nothing : Happened::Quit;
  constexpr char ctrl_c = 3, ctrl_d = 4;
  for (const char key : std::string_view(keys.data(), static_cast<std::size_t>(count)))
    if (key == 'q' || key == 'Q' || key == ctrl_c || key == ctrl_d) return Happened::Quit;
  return Happened::Redraw;
}

Screen::Happened Screen::read_signal() {
  signalfd_siginfo came{};
  if (::read(signals_.get(), &came, sizeof came) != sizeof came) return Happened::Nothing;
  return came.ssi_signo == SIGWINCH ? Happened::Redraw : Happened::Quit;
}

Screen::Happened Screen::wait(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (out_) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Happened::Nothing;
    std::array<pollfd, 2> sources{
        pollfd{.fd = signals_.get(), .events = POLLIN, .revents = 0},
        pollfd{.fd = reads_keys_ ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0}};
    if (::poll(sources.data(), sources.size(), static_cast<int>(left.count())) <= 0) continue;
    Happened happened = Happened::Nothing;
    if (sources[0].revents != 0) happened = read_signal();
    if (happened == Happened::Nothing && sources[1].revents != 0) happened = read_keys();
    if (happened != Happened::Nothing) return happened;
  }
  return Happened::Quit;
}

}  // namespace berth::cli
