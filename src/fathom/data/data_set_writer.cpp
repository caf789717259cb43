#include "fathom/core/errors.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/data/netcdf_file.hpp"

#include <fmt/format.h>

#include <limits>

namespace fathom::data {
namespace {

/// Row bounds as 32-bit numbers while they fit, which is what DSSTNE's own tools write. The arrays must live
/// until the file is committed.
struct NarrowRows {
  std::vector<std::uint32_t> start, end;
};

void write_rows(NetcdfWriter& out, const DataSet& set, const std::string& n, NarrowRows& narrow) {
  const int rows = out.dimension("examplesDim" + n, set.examples);
  const int points = out.dimension("sparseDataDim" + n, set.points());
  if (set.points() <= std::numeric_limits<std::uint32_t>::max()) {
    const auto narrowed = [](const std::vector<std::uint64_t>& wide) {
      std::vector<std::uint32_t> all(wide.size());
      for (std::size_t i = 0; i < wide.size(); ++i) all[i] = static_cast<std::uint32_t>(wide[i]);
      return all;
    };
    narrow = {narrowed(set.start), narrowed(set.end)};
    out.variable("sparseStart" + n, rows, narrow.start);
    out.variable("sparseEnd" + n, rows, narrow.end);
  } else {
    out.variable("sparseStart" + n, rows, set.start);
    out.variable("sparseEnd" + n, rows, set.end);
  }
  out.variable("sparseIndex" + n, points, set.index);
  if (!set.is_boolean()) out.variable("sparseData" + n, points, set.values);
}

void write_one(NetcdfWriter& out, const DataSet& set, std::size_t number, NarrowRows& narrow) {
  const std::string n = std::to_string(number);
  if (!set.is_sparse() || !set.weight.empty() || !set.row_of.empty()) {
    throw DataError(
        fmt::format("data set {}: only sparse data sets without weights and index can be written", set.name));
  }
  out.attribute("name" + n, set.name);
  out.attribute("attributes" + n, set.attributes);
  out.attribute("kind" + n, std::uint32_t{0});
  out.attribute("dataType" + n,
                static_cast<std::uint32_t>(set.is_boolean() ? DataType::UInt : DataType::Float));
  out.attribute("dimensions" + n, set.dimensions);
  out.attribute("width" + n, set.width);
  if (set.dimensions > 1) out.attribute("height" + n, set.height);
  if (set.dimensions > 2) out.attribute("length" + n, set.length);
  write_rows(out, set, n, narrow);
}

}  // namespace

void write_data_sets(const std::string& file, std::span<const DataSet> sets) {
  NetcdfWriter out(file);
  out.attribute("datasets", static_cast<std::uint32_t>(sets.size()));
  std::vector<NarrowRows> narrow(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) write_one(out, sets[i], i, narrow[i]);
  out.commit();
}

}  // namespace fathom::data
