/// The flags that choose the machine's part in a run, the same for train and predict.
#pragma once

#include "fathom/tools/arguments.hpp"

#include <cstdint>
#include <vector>

namespace fathom::tools {

struct EngineFlags {
  std::size_t threads = 0;     ///< 0: all cores
  std::uint64_t seed = 12134;  ///< DSSTNE's fixed one
  bool dsstne_exact = false;

  /// Throws UsageError for a precision or device that this build does not have.
  static EngineFlags from(const Arguments& arguments);
};

/// Appends --threads, --seed, --precision, --device, --dsstne-exact.
void add_engine_flags(std::vector<Flag>& flags);

/// UsageError if a launcher (mpirun, srun) has started several processes of this program.
void refuse_several_ranks(std::string_view tool);

}  // namespace fathom::tools
