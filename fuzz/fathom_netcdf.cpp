// Data sets as a NetCDF file could hold them: the input decides which items there are, with which types, lengths and
// values. The file is built in memory by the NetCDF library, so what is tested is our reading, not the library's.
#include "base/check.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/data/data_set_reading.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <netcdf.h>

#include <string>
#include <vector>

namespace {

constexpr nc_type types[] = {NC_UINT, NC_INT,    NC_FLOAT, NC_DOUBLE, NC_UBYTE,
                             NC_BYTE, NC_UINT64, NC_INT64, NC_CHAR,   NC_USHORT};

class Builder {
 public:
  Builder(FuzzedDataProvider& input, int id) : input_(input), id_(id) {}

  void build() {
    number("datasets", 1);
    for (const std::string n : {"0", "1"}) {
      if (input_.ConsumeProbability<float>() > 0.1f)
        nc_put_att_text(id_, NC_GLOBAL, ("name" + n).c_str(), 3, "set");
      number("attributes" + n, input_.ConsumeIntegral<std::uint8_t>());
      number("dataType" + n, input_.ConsumeIntegralInRange(0, 10));
      number("dimensions" + n, input_.ConsumeIntegralInRange(0, 4));
      for (const char* extent : {"width", "height", "length"})
        number(extent + n, input_.ConsumeIntegralInRange(0, 5));
      for (const char* dimension : {"examplesDim", "uniqueExamplesDim", "sparseDataDim", "dataDim"}) {
        int made = 0;
        if (input_.ConsumeBool())
          nc_def_dim(id_, (dimension + n).c_str(), input_.ConsumeIntegralInRange<std::size_t>(0, 6), &made);
      }
      for (const char* variable :
           {"sparseStart", "sparseEnd", "sparseIndex", "sparseData", "data", "dataWeight", "index"})
        array(variable + n);
      if (input_.ConsumeBool()) break;
    }
  }

 private:
  void number(const std::string& name, long long usual) {
    const int choice = input_.ConsumeIntegralInRange(0, 15);
    if (choice == 0) return;
    const long long value = choice == 1 ? input_.ConsumeIntegral<long long>() : usual;
    const nc_type type = choice == 2 ? input_.PickValueInArray(types) : NC_UINT;
    const std::vector<long long> values(choice == 3 ? 3 : 1, value);
    if (type == NC_CHAR) {
      nc_put_att_text(id_, NC_GLOBAL, name.c_str(), 1, "7");
    } else {
      nc_put_att_longlong(id_, NC_GLOBAL, name.c_str(), type, values.size(), values.data());
    }
  }

  void array(const std::string& name) {
    int dimensions = 0;
    nc_inq_ndims(id_, &dimensions);
    if (dimensions == 0 || input_.ConsumeIntegralInRange(0, 7) == 0) return;
    const int axes[2] = {input_.ConsumeIntegralInRange(0, dimensions - 1), 0};
    const nc_type type = input_.ConsumeBool() ? NC_UINT : input_.PickValueInArray(types);
    int variable = 0;
    if (nc_def_var(id_, name.c_str(), type, input_.ConsumeIntegralInRange(0, 9) == 0 ? 2 : 1, axes,
                   &variable) != NC_NOERR)
      return;
    std::size_t length = 0;
    nc_inq_dimlen(id_, axes[0], &length);
    nc_enddef(id_);
    for (std::size_t at = 0; at < length; ++at) {
      const double value = input_.ConsumeIntegralInRange(0, 9) == 0 ? input_.ConsumeFloatingPoint<double>()
                                                                    : input_.ConsumeIntegralInRange(0, 6);
      if (type != NC_CHAR) nc_put_var1_double(id_, variable, &at, &value);
    }
    nc_redef(id_);
  }

  FuzzedDataProvider& input_;
  int id_;
};

void check(const fathom::data::DataSet& set) {
  for (std::uint64_t e = 0; e < set.examples; ++e) {
    BERTH_CHECK(set.stored_row(e) < set.unique_examples, "examples are stored rows");
    if (!set.is_sparse()) {
      BERTH_CHECK(set.dense_row(e).size() == set.stride(), "dense rows are whole");
      continue;
    }
    const auto row = set.sparse_row(e);
    for (const std::uint32_t index : row.index)
      BERTH_CHECK(index < set.stride(), "points lie within the example");
    BERTH_CHECK(row.value.empty() || row.value.size() == row.index.size(), "a value for each point or none");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  int id = 0;
  BERTH_CHECK(nc_create("fuzz.nc", NC_NETCDF4 | NC_DISKLESS, &id) == NC_NOERR, "a file in memory");
  FuzzedDataProvider input(bytes, size);
  Builder(input, id).build();
  nc_enddef(id);
  try {
    for (const auto& set : fathom::data::load_data_sets(fathom::data::NetcdfReader(id, "fuzz.nc", 1024)))
      check(set);
  } catch (const fathom::Error&) {
  }
  return 0;
}
