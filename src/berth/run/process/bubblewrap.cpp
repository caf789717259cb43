#include "berth/run/process/bubblewrap.hpp"

#include "base/files.hpp"
#include "berth/run/process/sandbox.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace berth::run::process {
namespace {

std::string find_program(const std::string& search_path, const std::string& name) {
  for (std::size_t start = 0; start <= search_path.size();) {
    const std::size_t end = std::min(search_path.find(':', start), search_path.size());
    const std::string path = search_path.substr(start, end - start) + "/" + name;
    if (path.front() == '/' && path.size() > name.size() + 1 && ::access(path.c_str(), X_OK) == 0)
      return path;
    start = end + 1;
  }
  return {};
}

/// Runs the program with `arguments` as `uid`; an error holds what it printed. The pointers are made before
/// the fork.
base::Status try_out(const std::string& program, std::vector<std::string> arguments, long uid) {
  base::Fd output(::memfd_create("output", MFD_CLOEXEC));
  base::Fd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  char* const environment[] = {nullptr};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(nothing.get(), 0);
    ::dup2(output.get(), 1);
    ::dup2(output.get(), 2);
    const auto id = static_cast<uid_t>(uid);
    if (uid >= 0 &&
        (::setgroups(0, nullptr) != 0 || ::setresgid(id, id, id) != 0 || ::setresuid(id, id, id) != 0))
      ::_exit(126);
    ::execve(program.c_str(), argv.data(), environment);
    ::_exit(127);
  }
  if (child < 0) return base::system_error("cannot fork");
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status == 0) return {};
  ::lseek(output.get(), 0, SEEK_SET);
  auto text = base::read_all(output.get(), 65536);
  while (text && !text->empty() && text->back() == '\n') text->pop_back();
  return base::failure(text && !text->empty() ? *text : "it ended with status " + std::to_string(status));
}

}  // namespace

base::Result<std::string> find_bubblewrap(const std::string& search_path, long uid) {
  const std::string program = find_program(search_path, "bwrap");
  if (program.empty()) return base::failure("bubblewrap is not installed (no bwrap in " + search_path + ")");
  std::vector<std::string> arguments = namespace_arguments();
  arguments.insert(arguments.begin(), "bwrap");
  for (const char* more : {"--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/true"})
    arguments.emplace_back(more);
  if (auto tried = try_out(program, std::move(arguments), uid); !tried) {
    return base::failure(program + " cannot make a sandbox here (" + tried.error().message +
                         "): bubblewrap 0.8 or newer and user namespaces for unprivileged users are needed");
  }
  return program;
}

}  // namespace berth::run::process
