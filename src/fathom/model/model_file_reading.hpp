/// read_model from a reader that is open already, for tests that build files in memory.
#pragma once

#include "fathom/data/netcdf_file.hpp"
#include "fathom/model/weights.hpp"

namespace fathom::model {

ModelFile read_model(const data::NetcdfReader& in);

}  // namespace fathom::model
