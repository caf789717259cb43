/// A held-out part: from each sample some of its items, at random, go into a test file, the others into a
/// train file.
#pragma once

#include "fathom/data/interrupt.hpp"
#include "fathom/data/sample_text.hpp"

#include <cstdint>
#include <string>

namespace fathom::eval {

struct SplitOptions {
  std::string input;        ///< text file or folder
  std::string train, test;  ///< text files, replaced
  double fraction = 0.2;  ///< of each sample's items that is held out: rounded, at least one item, never all
  std::uint64_t seed = 1;
  std::uint64_t least_items = 5;  ///< samples with fewer (different) items are left out of both files
  data::InterruptFlag interrupt = nullptr;
};

struct SplitCounts {
  std::uint64_t samples = 0, left_out = 0;  ///< kept; with too few items
  std::uint64_t train_items = 0, test_items = 0;
};

/// Splits. Of a sample that occurs on several lines the last one counts, as in conversion; of an item that a
/// sample names twice the first. Values travel along. Which of a sample's items are held out depends on seed,
/// sample and number of items only, not on other samples. Throws DataError with file and line.
SplitCounts split(const SplitOptions& options, const data::Messages& messages);

}  // namespace fathom::eval
