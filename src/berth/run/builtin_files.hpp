/// The files of the built-in image `fathom`, found beside the daemon's own program.
#pragma once

#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"

#include <string>
#include <vector>

namespace berth::run {

/// The programs generateNetCDF, train, predict and fathom: in `program_folder` itself (a build tree) or,
/// installed, in `../lib/fathom/dsstne` beside it.
/// Those that are not there are left out; nothing at all is an error.
base::Result<std::vector<BoundFile>> find_builtin_files(const std::string& program_folder);

}  // namespace berth::run
