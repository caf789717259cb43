/// A first look at a NetCDF file from a process that may die of it.
#pragma once

#include <string>

namespace fathom::data {

/// Opens `file` and looks at every attribute, and at the first and last element of every variable, in a child process.
/// HDF5 1.10 ends the process, or never comes back, on some damaged files (seen: one changed byte in a global heap);
/// after this look the same calls are safe in this process. What the library reports as an error is no matter here: the
/// caller meets it, and names it.
/// Throws DataError if the child crashes or takes more than `seconds` of processor time.
void probe_netcdf(const std::string& file, unsigned seconds = 10);

}  // namespace fathom::data
