// Model files: a small one with the input's changes, item by item; built in memory by the NetCDF library, so that what is tested is
// our reading. What is read can be written as a configuration's hash, and its weights are those of its layers.
#include "base/check.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/model/model_file_reading.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <netcdf.h>

#include <string>

namespace {

class Builder {
 public:
  Builder(FuzzedDataProvider& input, int id) : input_(input), id_(id) {}

  void build() {
    real("version", 0.9);
    text("name", "net");
    for (const char* item :
         {"kind", "errorFunction", "maxout_k", "LRN_n", "bSparsenessPenalty", "bDenoising", "ShuffleIndices"})
      number(item, 0);
    for (const char* item : {"decay", "LRN_k", "LRN_alpha", "LRN_beta", "sparsenessPenalty_p",
                             "sparsenessPenalty_beta", "denoising_p", "deltaBoost_one", "deltaBoost_zero",
                             "SMCE_oneScale", "SMCE_zeroScale", "SMCE_oneTarget", "SMCE_zeroTarget"})
      real(item, 0.5);
    number("layers", 2);
    layer("layer0_", "Input", 0, 3, "");
    layer("layer1_", "Output", 2, 2, "Input");
    number("weights", 1);
    text("weight0_inputLayer", "Input");
    text("weight0_outputLayer", "Output");
    number("weight0_bShared", 0);
    array("weight0_bias", 2);
    array("weight0_weights", 6);
    if (input_.ConsumeBool()) training();
  }

 private:
  /// Whether an item stays as it is: most do, so that reading gets far.
  int change() { return input_.ConsumeIntegralInRange(0, 31); }

  void layer(const std::string& p, const char* name, int kind, int units, const char* source) {
    text(p + "name", name);
    number(p + "kind", kind);
    number(p + "type", 0);
    text(p + "dataSet", "data");
    number(p + "Nx", units);
    for (const char* item : {"Ny", "Nz", "Nw"}) number(p + item, 1);
    for (const char* item : {"weightInit", "activation", "attributes", "skips"}) number(p + item, 0);
    for (const char* item : {"weightInitScale", "biasInit", "weightNorm", "deltaNorm", "pDropout",
                             "sparsenessPenalty_p", "sparsenessPenalty_beta"})
      real(p + item, 0);
    number(p + "sources", source[0] == '\0' ? 0 : 1);
    if (source[0] != '\0') text(p + "source0", source);
  }

  void training() {
    number("fathom_format", 1);
    for (const char* item : {"optimizer", "step", "epoch", "seed", "batch_size"})
      number(std::string("fathom_") + item, 1);
    for (const char* item : {"alpha", "lambda", "lambda1", "mu", "mu1"})
      real(std::string("fathom_") + item, 0.1);
    number("fathom_numbers", 1);
    text("fathom_number0_name", "n");
    real("fathom_number0", 1);
    number("fathom_vectors", 1);
    text("fathom_vector0_name", "v");
    array("fathom_vector0", 2);
  }

  void number(const std::string& name, long long usual) {
    const int changed = change();
    if (changed == 0) return;
    const long long value = changed == 1   ? input_.ConsumeIntegral<long long>()
                            : changed == 2 ? input_.ConsumeIntegralInRange(0, 9)
                                           : usual;
    nc_put_att_longlong(id_, NC_GLOBAL, name.c_str(),
                        changed == 3   ? NC_FLOAT
                        : changed == 1 ? NC_INT64
                                       : NC_UINT,
                        1, &value);
  }
  void real(const std::string& name, double usual) {
    const int changed = change();
    if (changed == 0) return;
    const double value = changed == 1 ? input_.ConsumeFloatingPoint<double>() : usual;
    nc_put_att_double(id_, NC_GLOBAL, name.c_str(), changed == 2 ? NC_UBYTE : NC_FLOAT, 1, &value);
  }
  void text(const std::string& name, const std::string& usual) {
    const int changed = change();
    if (changed == 0) return;
    const std::string value = changed == 1 ? input_.ConsumeRandomLengthString(8) : usual;
    nc_put_att_text(id_, NC_GLOBAL, name.c_str(), value.size(), value.data());
  }
  void array(const std::string& name, std::size_t usual) {
    const int changed = change();
    if (changed == 0) return;
    const std::size_t length = changed == 1 ? input_.ConsumeIntegralInRange<std::size_t>(1, 9) : usual;
    int dimension = 0, variable = 0;
    nc_def_dim(id_, (name + "Dim").c_str(), length, &dimension);
    if (nc_def_var(id_, name.c_str(), changed == 2 ? NC_DOUBLE : NC_FLOAT, 1, &dimension, &variable) !=
        NC_NOERR)
      return;
    nc_enddef(id_);
    for (std::size_t at = 0; at < length; ++at) {
      const double value = changed == 3 ? input_.ConsumeFloatingPoint<double>() : 0.25;
      nc_put_var1_double(id_, variable, &at, &value);
    }
    nc_redef(id_);
  }

  FuzzedDataProvider& input_;
  int id_;
};

void check(const fathom::model::ModelFile& model) {
  for (const auto& set : model.weights) {
    const auto* from = model.config.find(set.input_layer);
    const auto* to = model.config.find(set.output_layer);
    BERTH_CHECK(from != nullptr && to != nullptr, "weights lead from layer to layer");
    BERTH_CHECK(set.bias.size() == to->n && set.weights.size() == std::size_t{from->n} * to->n,
                "and are whole");
  }
  (void)fathom::model::config_hash(model.config);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  int id = 0;
  BERTH_CHECK(nc_create("fuzz.nc", NC_NETCDF4 | NC_DISKLESS, &id) == NC_NOERR, "a file in memory");
  FuzzedDataProvider input(bytes, size);
  Builder(input, id).build();
  nc_enddef(id);
  try {
    check(fathom::model::read_model(fathom::data::NetcdfReader(id, "fuzz.nc", 1024)));
  } catch (const fathom::Error&) {
  }
  return 0;
}
