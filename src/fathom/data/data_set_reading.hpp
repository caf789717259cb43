/// load_data_sets from a reader that is open already, for tests that build files in memory.
#pragma once

#include "fathom/data/data_set.hpp"
#include "fathom/data/netcdf_file.hpp"

#include <vector>

namespace fathom::data {

std::vector<DataSet> load_data_sets(const NetcdfReader& in);

}  // namespace fathom::data
