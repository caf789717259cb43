#include "fathom/tools/engine_flags.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace fathom::tools {

namespace {

/// More than any machine's cores; a hundred thousand would leave the machine no process to spare.
constexpr std::size_t most_threads = 1024;

}  // namespace

EngineFlags EngineFlags::from(const Arguments& arguments) {
  EngineFlags flags;
  flags.threads = arguments.natural("--threads", 1).value_or(0);
  if (flags.threads > most_threads)
    throw UsageError(fmt::format("--threads {}: at most {} are of use", flags.threads, most_threads));
  flags.seed = arguments.natural("--seed", 0).value_or(flags.seed);
  flags.dsstne_exact = arguments.has("--dsstne-exact");
  const std::string precision = arguments.value_or("--precision", "fp32");
  if (precision == "bf16") throw UsageError("--precision bf16 is not offered yet; use fp32");
  if (precision != "fp32")
    throw UsageError(fmt::format("--precision {}: fp32 is the one there is", precision));
  const std::string device = arguments.value_or("--device", "auto");
  if (device.rfind("cuda", 0) == 0)
    throw UsageError("--device " + device + ": this build has no CUDA; use cpu");
  if (device != "auto" && device != "cpu")
    throw UsageError(fmt::format("--device {}: auto or cpu is expected", device));
  return flags;
}

void add_engine_flags(std::vector<Flag>& flags) {
  flags.insert(flags.end(),
               {
                   {"--threads", "n", "threads to compute with (default: all cores)"},
                   {"--seed", "n", "of all random numbers (default: 12134)"},
                   {"--precision", "fp32", "of the numbers (default: fp32)"},
                   {"--device", "auto|cpu", "where to compute (default: auto)"},
                   {"--dsstne-exact", "", "do as DSSTNE does also where that is a known mistake"},
               });
}

void refuse_several_ranks(std::string_view tool) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* size = std::getenv(name);
    if (size != nullptr && std::atoi(size) > 1) {
      throw UsageError(
          fmt::format("{} runs as one process for now; work over several ranks ({} here) comes later: start "
                      "it without mpirun",
                      tool, size));
    }
  }
}

}  // namespace fathom::tools
