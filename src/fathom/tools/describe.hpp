/// Data sets and networks in words: the load-time lines of DSSTNE, and the summaries of `fathom inspect`.
#pragma once

#include "fathom/data/data_set.hpp"
#include "fathom/model/weights.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace fathom::tools {

using Line = std::function<void(std::string_view)>;

/// The block of lines that DSSTNE prints while it loads a data set.
void tell_loaded(const data::DataSet& set, const Line& say);
/// The dump that DSSTNE prints of a configuration.
void tell_network(const model::NetworkConfig& config, const Line& say);

/// Tables for people.
std::string summary_of(const data::DataSet& set);
std::string summary_of(const model::ModelFile& model);

}  // namespace fathom::tools
