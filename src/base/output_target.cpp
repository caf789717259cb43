#include "base/output_target.hpp"

#include <sys/stat.h>

#include <filesystem>

namespace base {
namespace {

constexpr int most_links = 40;  // Linux's own limit (path_resolution(7))

/// /dev/stdout leads to /proc/self/fd/1: whoever opened that file looks at it through their descriptor.
bool is_descriptor(const std::string& path) {
  return path.starts_with("/proc/") || path.starts_with("/dev/fd/");
}

}  // namespace

OutputTarget output_target(const std::string& name) {
  struct stat info {};
  if (::stat(name.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
    return {name, true};
  namespace fs = std::filesystem;
  fs::path path = name;
  std::error_code error;
  for (int links = 0; links < most_links && fs::is_symlink(path, error); ++links) {
    if (is_descriptor(path.string())) return {name, true};
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return {path.string(), is_descriptor(path.string())};
}

}  // namespace base
