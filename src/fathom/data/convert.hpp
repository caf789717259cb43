/// From text to data sets: what generateNetCDF does, and the part of it that predict uses.
#pragma once

#include "fathom/data/data_set.hpp"
#include "fathom/data/interrupt.hpp"
#include "fathom/data/label_index.hpp"
#include "fathom/data/row_store.hpp"
#include "fathom/data/sample_text.hpp"

#include <string>

namespace fathom::data {

/// What happens to a feature that the index does not have.
enum class NewFeatures { added, dropped };

struct ReadOptions {
  NewFeatures new_features = NewFeatures::added;
  bool analog = false;  ///< keep values
  InterruptFlag interrupt = nullptr;
};

/// Reads a text file or folder into rows. Samples that are not in `samples` are added. A sample that occurs
/// again replaces its earlier row. Tells `messages` the lines of DSSTNE's converter. Throws DataError with
/// file and line.
RowStore read_samples(const std::string& path, LabelIndex& features, LabelIndex& samples,
                      const ReadOptions& options, const Messages& messages);

struct ConvertOptions {
  std::string name;              ///< of the data set
  std::string input;             ///< text file or folder
  std::string output;            ///< NetCDF file, replaced
  std::string feature_index;     ///< read and/or written
  std::string sample_index;      ///< read if it exists, written if it changed
  bool create_features = false;  ///< a new feature index; an existing file is not read
  bool merge_features = false;   ///< read the feature index and add to it
  bool analog = false;
  bool all_samples =
      false;  ///< an (empty) example for every sample of the sample index, not only for those in the input
  InterruptFlag interrupt = nullptr;
};

/// Converts. Neither create nor merge: features that the index does not have are dropped.
/// Either all files are written (each whole) or, on an error before the first, none.
/// Source: Amazon DSSTNE.
void convert(const ConvertOptions& options, const Messages& messages);

}  // namespace fathom::data
