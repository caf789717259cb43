/// Index files: `label TAB number`, one a line, in any order. They tie labels of features and samples to
/// columns and rows, from conversion to prediction. Source: Amazon DSSTNE.
#pragma once

#include "fathom/data/label_index.hpp"
#include "fathom/data/sample_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fathom::data {

/// Reads an index. Numbers may have gaps.
/// Tells `messages` the number of lines and entries as DSSTNE does.
/// Throws DataError with file and line.
LabelIndex read_index(const std::string& file, const Messages& messages);

/// Writes an index, sorted by number, under a temporary name that is renamed at the end. Throws DataError.
void write_index(const std::string& file, const LabelIndex& index);

/// The labels by number, for an index whose numbers are 0 … n-1 without gaps; `file` is for the DataError
/// otherwise.
std::vector<std::string_view> labels_by_number(const LabelIndex& index, const std::string& file);

}  // namespace fathom::data
