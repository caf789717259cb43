/// Whether this machine can sandbox: looks for bwrap and tries it once.
#pragma once

#include "base/result.hpp"

#include <string>

namespace berth::run::process {

/// The path of a bwrap that works for `uid` (−1: this process's user) with all the namespaces that tasks
/// need, found on `search_path` (colon-separated). An error says what is missing and what to do. Takes about
/// 10 ms: ask once.
base::Result<std::string> find_bubblewrap(const std::string& search_path, long uid = -1);

}  // namespace berth::run::process
