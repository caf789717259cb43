/// A program's outputs must not fall on its inputs or on each other.
#pragma once

#include <string>
#include <vector>

namespace fathom::tools {

/// A file that the command line names.
struct NamedFile {
  std::string flag, path;
  bool is_written = false;
};

/// Throws UsageError if a written file is also another flag's file, by name or through links. Streams (/dev/null, pipes) and
/// empty names do not count.
void check_distinct(const std::vector<NamedFile>& files);

}  // namespace fathom::tools
