#include "berth/cli/background.hpp"

#include "base/files.hpp"
#include "berth/cli/daemon_flags.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

extern "C" {  // glibc 2.36 forgets to say so itself
#include <sys/pidfd.h>
}

namespace berth::cli {
namespace {

namespace fs = std::filesystem;

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words)
    result.push_back(const_cast<char*>(word.c_str()));  // exec's signature
  result.push_back(nullptr);
  return result;
}

bool is_executable(const fs::path& path) {
  return ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path);
}

/// The child of start_daemon: a session of its own, nothing inherited but its output. Only async-signal-safe
/// calls: it runs between fork and exec.
[[noreturn]] void become_daemon(char* const* arguments, int log) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::close_range(3, ~0u, 0);
  ::execvp(arguments[0], arguments);
  constexpr std::string_view text = "cannot execute berthd\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(127);
}

struct Output {
  std::string endpoint;   ///< empty until it said `listening on`
  std::string last_line;  ///< the last that is not empty
};

Output read_output(int fd, off_t from) {
  Output output;
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::pread(fd, buffer, sizeof buffer, from)) > 0; from += n) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view announcement = "listening on ";
    if (line.starts_with(announcement) && !lines.eof()) output.endpoint = line.substr(announcement.size());
    if (!line.empty()) output.last_line = line;
  }
  return output;
}

}  // namespace

std::string find_program(const std::string& name) {
  std::error_code ignored;  // without /proc, PATH decides
  const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).parent_path() / name;
  if (is_executable(beside)) return beside;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_executable(candidate)) return candidate;
  }
  return {};
}

std::optional<int> running_daemon(const std::string& state_dir) {
  const auto text = base::read_file(state_dir + "/pid", 64);
  if (!text) return std::nullopt;
  const int pid = std::atoi(text->c_str());
  const auto name = base::read_file(fmt::format("/proc/{}/comm", pid), 64);
  if (pid <= 1 || !name || *name != "berthd\n") return std::nullopt;  // the id is another program's by now
  const base::Fd lock(::open((state_dir + "/lock").c_str(), O_RDONLY | O_CLOEXEC));
  if (!lock || ::flock(lock.get(), LOCK_SH | LOCK_NB) == 0)
    return std::nullopt;  // of another folder's daemon
  return pid;
}

std::vector<std::string> arguments_of(int pid) {
  const auto text = base::read_file(fmt::format("/proc/{}/cmdline", pid), 64 << 10);
  std::vector<std::string> words;
  if (!text) return words;
  std::istringstream stream(*text);
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

std::string state_dir_of_daemon_at(const std::string& endpoint) {
  std::error_code ended;  // a process that ends while it is looked at is not the one
  for (const auto& entry : fs::directory_iterator("/proc", ended)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 1) continue;
    const auto name = base::read_file(entry.path() / "comm", 64);
    if (!name || *name != "berthd\n") continue;
    const auto flags = flags_of(arguments_of(pid));
    const auto given = flags.find("--state-dir");
    if (given == flags.end()) continue;
    const fs::path folder = fs::read_symlink(entry.path() / "cwd", ended) / given->second;
    const auto told = base::read_file(folder / "endpoint", 4096);
    if (told && *told == endpoint + "\n") return folder;
  }
  return {};
}

bool is_systemd_running() { return fs::is_directory("/run/systemd/system"); }  // what sd_booted(3) looks at

std::vector<std::string> daemon_command(const std::string& berthd, const std::vector<std::string>& arguments,
                                        bool under_systemd, bool as_root) {
  std::vector<std::string> command;
  if (under_systemd) {
    command = {"systemd-run", "--scope", "--quiet", "--collect", "-p", "Delegate=yes"};
    if (!as_root) command.push_back("--user");
    command.push_back("--");
  }
  command.push_back(berthd);
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

base::Result<std::string> start_daemon(const std::vector<std::string>& command, const std::string& log_file,
                                       std::chrono::seconds patience) {
  const base::Fd log(::open(log_file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log) return base::system_error("cannot write " + log_file);
  const off_t from = ::lseek(log.get(), 0, SEEK_END);
  const std::vector<char*> arguments = pointers(command);
  const pid_t child = ::fork();
  if (child < 0) return base::system_error("cannot start a process");
  if (child == 0) become_daemon(arguments.data(), log.get());

  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    int status = 0;
    const bool ended = ::waitpid(child, &status, WNOHANG) == child;
    const Output output = read_output(log.get(), from);
    if (ended) {
      return base::failure(output.last_line.empty() ? "berthd ended at once; see " + log_file
                                                    : output.last_line);
    }
    if (!output.endpoint.empty()) return output.endpoint;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(child, SIGTERM);
  ::waitpid(child, nullptr, 0);
  return base::failure(fmt::format("berthd did not answer within {} s; see {}", patience.count(), log_file));
}

base::Status end_daemon(int pid, std::chrono::seconds patience) {
  const base::Fd process(::pidfd_open(pid, 0));
  if (!process) {
    if (errno == ESRCH) return base::Status();
    return base::system_error(fmt::format("cannot reach berthd (process {})", pid));
  }
  if (::pidfd_send_signal(process.get(), SIGTERM, nullptr, 0) != 0 && errno != ESRCH) {
    return base::system_error(fmt::format("cannot end berthd (process {})", pid));
  }
  pollfd ended{process.get(), POLLIN, 0};
  const auto milliseconds = std::chrono::milliseconds(patience).count();
  if (::poll(&ended, 1, static_cast<int>(milliseconds)) == 1) return base::Status();
  return base::failure(
      fmt::format("berthd (process {}) has not ended after {} s; its log says why", pid, patience.count()));
}

base::Error become(const std::string& program, const std::vector<std::string>& arguments,
                   const std::vector<std::pair<std::string, std::string>>& environment) {
  for (const auto& [name, value] : environment) {
    const int failed = value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
    if (failed != 0) return base::system_error("cannot set " + name);
  }
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ::execv(program.c_str(), pointers(words).data());
  return base::system_error("cannot run " + program);
}

}  // namespace berth::cli
