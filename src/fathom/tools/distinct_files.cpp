#include "fathom/tools/distinct_files.hpp"

#include "base/output_target.hpp"
#include "fathom/tools/arguments.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace fathom::tools {
namespace {

bool is_same(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

}  // namespace

void check_distinct(const std::vector<NamedFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const NamedFile &a = files[j], &b = files[i];
      if ((!a.is_written && !b.is_written) || a.path.empty() || b.path.empty()) continue;
      const auto first = base::output_target(a.path), second = base::output_target(b.path);
      if (first.is_stream || second.is_stream || !is_same(first.path, second.path)) continue;
      throw UsageError(
          fmt::format("{} and {} name the same file, '{}', and one of them is written: give each its own",
                      a.flag, b.flag, b.path));
    }
  }
}

}  // namespace fathom::tools
