#include "berth/run/builtin_files.hpp"

#include <unistd.h>

namespace berth::run {

base::Result<std::vector<BoundFile>> find_builtin_files(const std::string& program_folder) {
  std::vector<BoundFile> files;
  for (const char* name : {"generateNetCDF", "train", "predict", "fathom"}) {
    for (const std::string& folder : {program_folder, program_folder + "/../lib/fathom/dsstne"}) {
      const std::string path = folder + "/" + name;
      if (::access(path.c_str(), X_OK) != 0) continue;
      files.push_back({path, name});
      break;
    }
  }
  if (files.empty()) {
    return base::failure("the engine's programs (generateNetCDF, train, predict, fathom) are neither in " +
                         program_folder + " nor in " + program_folder +
                         "/../lib/fathom/dsstne: build or install them");
  }
  return files;
}

}  // namespace berth::run
