/// Where output that is to appear whole or not at all may be renamed to, and where it cannot.
#pragma once

#include <string>

namespace base {

/// What the name of an output leads to.
struct OutputTarget {
  std::string path;  ///< links followed: the file to make or to replace by rename(2)
  bool is_stream =
      false;  ///< a device, a pipe, a descriptor of ours: to be opened and written as it is, never replaced
};

/// Follows symbolic links, also one to a file that is not there yet: renaming to the link's own name would put a file in
/// its place. No errors: what cannot be looked at is taken for a file, whose opening then says why not.
OutputTarget output_target(const std::string& name);

}  // namespace base
