// generateNetCDF: text samples to a NetCDF data set, with DSSTNE's command line.
#include "base/version.hpp"
#include "fathom/data/convert.hpp"
#include "fathom/tools/arguments.hpp"
#include "fathom/tools/distinct_files.hpp"
#include "fathom/tools/run_tool.hpp"

#include <fmt/format.h>
#include <malloc.h>

namespace fathom::tools {
namespace {

std::vector<Flag> flags() {
  return {
      {"-d", "dataset_name", "name of the data set within the NetCDF file (required)"},
      {"-i", "input_text_file", "text file with samples, or a folder of such files (required)"},
      {"-o", "output_netcdf_file", "NetCDF file to write (required)"},
      {"-f", "features_index", "index of features: read, or with -c or -m written (required)"},
      {"-s", "samples_index", "index of samples: read if it exists, and extended (required)"},
      {"-c", "", "make a new feature index, whatever stands in -f"},
      {"-m", "", "add new features to the index in -f"},
      {"-t", "type", "indicator or analog (default: indicator)"},
      {"--all-samples", "", "an empty example for each sample of -s that is not in -i"},
      {"--version", "", "the version"},
      {"-h", "", "this text (exit status 1, as DSSTNE's)"},
  };
}

data::ConvertOptions options_from(const Arguments& arguments) {
  data::ConvertOptions options;
  options.input = arguments.required("-i", "input text file is not specified.");
  options.output = arguments.required("-o", "output NetCDF file is not specified.");
  options.name = arguments.required("-d", "dataset name is not specified.");
  options.feature_index = arguments.required("-f", "features index file is not specified.");
  options.sample_index = arguments.required("-s", "samples index file is not specified.");
  if (options.name.empty()) throw UsageError("-d is empty: a data set is found by its name");
  options.create_features = arguments.has("-c");
  options.merge_features = arguments.has("-m");
  if (options.create_features && options.merge_features) {
    throw UnusableCall("Cannot create (-c) and update existing (-u) feature index. Please select only one.");
  }
  const std::string type = arguments.value_or("-t", "indicator");
  if (type != "indicator" && type != "analog") {
    throw UsageError(fmt::format("Unknown dataset type [{}]. It is either indicator or analog.", type));
  }
  options.analog = type == "analog";
  options.all_samples = arguments.has("--all-samples");
  check_distinct({{"-i", options.input},
                  {"-o", options.output, true},
                  {"-f", options.feature_index, options.create_features || options.merge_features},
                  {"-s", options.sample_index, true}});
  return options;
}

int generate_netcdf(const Arguments& arguments, ToolShell& shell) {
  if (arguments.has("--version")) return say(base::version_line(shell.program)), 0;
  if (arguments.has("-h")) {
    say(shell.usage);
    return 1;
  }
  data::ConvertOptions options = options_from(arguments);
  if (const std::string unknown = arguments.unknown(); !unknown.empty())
    say("Warning: ignoring unknown arguments: " + unknown);
  options.interrupt = watch_signals();
  data::convert(options, say);
  return 0;
}

}  // namespace
}  // namespace fathom::tools

int main(int count, char** words) {
  using namespace fathom::tools;
  // Blocks of points go back to the system as they are used up; left to itself malloc would keep them (its threshold
  // for mapping blocks separately rises with every large block that is freed).
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
  const Arguments arguments = Arguments::from_main(count, words, flags());
  ToolShell shell{"generateNetCDF",
                  "generateNetCDF: Converts text samples into a NetCDF data set.\n"
                  "Usage: generateNetCDF -d <dataset_name> -i <input_text_file> -o <output_netcdf_file> "
                  "-f <features_index> -s <samples_index> [-c] [-m] [-t <type>]\n" +
                      arguments.table(),
                  {.wrong_input = 1, .machine = 1}};
  return shell.run([&](ToolShell& s) { return generate_netcdf(arguments, s); });
}
