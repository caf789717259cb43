#include "fathom/data/netcdf_probe.hpp"

#include "base/result.hpp"
#include "fathom/core/errors.hpp"

#include <fcntl.h>
#include <netcdf.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

namespace fathom::data {
namespace {

constexpr std::size_t largest_attribute = std::size_t{64} << 20;  // bytes; what claims more is not looked at

void look_at_attributes(int id, int variable) {
  int count = 0;
  if (nc_inq_varnatts(id, variable, &count) != NC_NOERR) return;
  for (int number = 0; number < count; ++number) {
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    std::size_t length = 0, size = 0;
    if (nc_inq_attname(id, variable, number, name) != NC_NOERR) continue;
    if (nc_inq_att(id, variable, name, &type, &length) != NC_NOERR) continue;
    if (nc_inq_type(id, type, nullptr, &size) != NC_NOERR || size == 0) continue;
    if (length > largest_attribute / size) continue;
    std::vector<char> value(length * size + 1);
    nc_get_att(id, variable, name, value.data());
  }
}

void look_at_variable(int id, int variable) {
  int dimensions = 0;
  nc_type type = 0;
  std::size_t size = 0;
  if (nc_inq_var(id, variable, nullptr, &type, &dimensions, nullptr, nullptr) != NC_NOERR || dimensions != 1)
    return;
  int dimension = 0;
  std::size_t length = 0;
  if (nc_inq_vardimid(id, variable, &dimension) != NC_NOERR) return;
  if (nc_inq_dimlen(id, dimension, &length) != NC_NOERR || length == 0) return;
  if (nc_inq_type(id, type, nullptr, &size) != NC_NOERR || size > 4096) return;
  std::vector<char> value(size);
  for (const std::size_t index : {std::size_t{0}, length - 1})
    nc_get_var1(id, variable, &index, value.data());
}

void look_at(const char* file) {
  int id = 0, variables = 0;
  if (nc_open(file, NC_NOWRITE, &id) != NC_NOERR) return;
  look_at_attributes(id, NC_GLOBAL);
  if (nc_inq_nvars(id, &variables) == NC_NOERR) {
    for (int variable = 0; variable < variables; ++variable) {
      look_at_attributes(id, variable);
      look_at_variable(id, variable);
    }
  }
  nc_close(id);
}

[[noreturn]] void run_child(const char* file, unsigned seconds) {
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGINT, SIGTERM})
    ::signal(number, SIG_DFL);
  const rlimit processor{seconds, seconds + 1}, no_core{0, 0};
  ::setrlimit(RLIMIT_CPU, &processor);
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere =
      ::open("/dev/null", O_WRONLY | O_CLOEXEC);  // the C library's last words are not the user's
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  try {
    look_at(file);
  } catch (...) {  // no memory: the caller will see for itself
  }
  ::_exit(0);
}

}  // namespace

void probe_netcdf(const std::string& file, unsigned seconds) {
  const pid_t child = ::fork();
  if (child < 0) throw DataError(base::system_error("cannot start a process to look at " + file).message);
  if (child == 0) run_child(file.c_str(), seconds);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw DataError(base::system_error("lost the process that looks at " + file).message);
  }
  if (!WIFSIGNALED(status)) return;
  const int number = WTERMSIG(status);
  if (number == SIGINT || number == SIGTERM) return;  // the user's, and this process has it too
  throw DataError(file, 0,
                  number == SIGXCPU || number == SIGKILL
                      ? "damaged: the NetCDF library does not come to an end with it"
                      : "damaged: the NetCDF library crashes on it");
}

}  // namespace fathom::data
