#include "base/files.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/data/netcdf_file.hpp"
#include "fathom/model/weights.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>

#include <filesystem>
#include <numeric>

namespace fathom::model {
namespace {

ModelFile small_model() {
  ModelFile model;
  model.config = parse_network_config(R"({"Name":"small","ShuffleIndices":false,"Denoising":{"p":0.25},
      "SparsenessPenalty":{"p":0.5,"beta":2},"ErrorFunction":"ScaledMarginalCrossEntropy",
      "ScaledMarginalCrossEntropy":{"oneTarget":1,"zeroTarget":0,"oneScale":30,"zeroScale":2},"Decay":0.5,
      "Layers":[{"Name":"Input","N":3,"DataSet":"in","Sparse":true},
                {"Name":"Hidden","N":2,"Sparse":true,"pDropout":0.5,"WeightNorm":3,"DeltaNorm":4,"RELUSlope":0.1},
                {"Name":"Output","N":4,"DataSet":"out","WeightInit":{"Scheme":"Gaussian","Scale":0.01,"Bias":-10.2}}]})",
                                      "small.json");
  float next = 0.5f;
  for (const auto& [from, to, n_in, n_out] :
       {std::tuple("Input", "Hidden", 3U, 2U), std::tuple("Hidden", "Output", 2U, 4U)}) {
    WeightSet w{
        from, to, n_in, n_out, std::vector<float>(std::size_t{n_in} * n_out), std::vector<float>(n_out)};
    for (float& x : w.weights) x = next += 0.125f;
    for (float& x : w.bias) x = next -= 3.0f;
    model.weights.push_back(w);
  }
  model.weights[1].norm = 3.0f;
  model.checkpoint_name = "check";
  model.checkpoint_interval = 10;
  model.checkpoint_epochs = 4;
  return model;
}

void expect_equal(const WeightSet& a, const WeightSet& b) {
  EXPECT_EQ(a.input_layer, b.input_layer);
  EXPECT_EQ(a.output_layer, b.output_layer);
  EXPECT_EQ(a.n_in, b.n_in);
  EXPECT_EQ(a.n_out, b.n_out);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.bias, b.bias);
  EXPECT_EQ(a.locked, b.locked);
  EXPECT_EQ(a.norm, b.norm);
}

std::string error_of(const std::string& file) {
  try {
    read_model(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ModelFile, a_model_that_was_written_reads_back_the_same) {
  const base::TemporaryFolder folder;
  const ModelFile model = small_model();
  write_model(folder / "m.nc", model);
  const ModelFile back = read_model(folder / "m.nc");
  EXPECT_EQ(back.config, model.config);
  ASSERT_EQ(back.weights.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) expect_equal(back.weights[i], model.weights[i]);
  EXPECT_FALSE(back.training.has_value());
  EXPECT_EQ(back.checkpoint_name, "check");
  EXPECT_EQ(back.checkpoint_interval, 10);
  EXPECT_EQ(back.checkpoint_epochs, 4);
}

TEST(ModelFile, training_state_travels_with_the_model) {
  const base::TemporaryFolder folder;
  ModelFile model = small_model();
  TrainingState& state = model.training.emplace();
  state.optimizer = static_cast<std::uint32_t>(TrainingMode::Adam);
  state.step = 123;
  state.epoch = 4;
  state.seed = 0xffffffffffffffffULL;
  state.batch_size = 256;
  state.alpha = 0.025f;
  state.numbers = {{"guard average", 1.0 / 3.0}};
  state.vectors = {{"weight0_m", {1, 2, 3}}, {"empty", {}}};
  write_model(folder / "m.nc", model);
  const TrainingState back = read_model(folder / "m.nc").training.value();
  EXPECT_EQ(back.optimizer, state.optimizer);
  EXPECT_EQ(back.step, 123U);
  EXPECT_EQ(back.epoch, 4U);
  EXPECT_EQ(back.seed, state.seed);
  EXPECT_EQ(back.numbers, state.numbers);
  EXPECT_EQ(back.vectors, state.vectors);
}

TEST(ModelFile, items_have_the_types_that_dsstnes_reader_copies_raw) {
  const base::TemporaryFolder folder;
  write_model(folder / "m.nc", small_model());
  int id = 0;
  ASSERT_EQ(nc_open((folder / "m.nc").c_str(), NC_NOWRITE, &id), NC_NOERR);
  const std::pair<const char*, nc_type> expected[] = {
      {"version", NC_FLOAT},
      {"name", NC_CHAR},
      {"kind", NC_UINT},
      {"errorFunction", NC_UINT},
      {"maxout_k", NC_INT},
      {"LRN_n", NC_INT},
      {"decay", NC_FLOAT},
      {"ShuffleIndices", NC_UINT},
      {"layers", NC_UINT},
      {"weights", NC_UINT},
      {"bDenoising", NC_UINT},
      {"checkpoint_interval", NC_INT},
      {"layer0_dataSet", NC_CHAR},
      {"layer1_kind", NC_UINT},
      {"layer1_activation", NC_UINT},
      {"layer1_source0", NC_CHAR},
      {"layer1_pDropout", NC_FLOAT},
      {"layer1_weightInit", NC_UINT},
      {"layer1_poolingfunction", NC_UINT},
      {"layer2_Nx", NC_UINT},
      {"weight0_width", NC_UINT64},
      {"weight0_breadth", NC_UINT64},
      {"weight0_bShared", NC_UINT},
      {"weight0_bLocked", NC_UINT},
      {"weight0_norm", NC_FLOAT},
      {"weight1_inputLayer", NC_CHAR},
  };
  for (const auto& [name, type] : expected) {
    nc_type actual = 0;
    EXPECT_EQ(nc_inq_atttype(id, NC_GLOBAL, name, &actual), NC_NOERR) << name;
    EXPECT_EQ(actual, type) << name;
  }
  std::size_t width = 0;
  int dimension = 0;
  EXPECT_EQ(nc_inq_dimid(id, "weight1_weightDim", &dimension), NC_NOERR);
  EXPECT_EQ(nc_inq_dimlen(id, dimension, &width), NC_NOERR);
  EXPECT_EQ(width, 8U);
  nc_close(id);
}

TEST(ModelFile, writing_leaves_nothing_beside_the_file_and_replaces_it_whole) {
  const base::TemporaryFolder folder;
  write_model(folder / "m.nc", small_model());
  write_model(folder / "m.nc", small_model());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 1U);
  EXPECT_THROW(write_model(folder / "absent/m.nc", small_model()), DataError);
}

TEST(ModelFile, a_file_that_lacks_or_contradicts_something_is_refused_by_name) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "m.nc";
  const auto damage = [&](auto change) {
    write_model(file, small_model());
    int id = 0;
    ASSERT_EQ(nc_open(file.c_str(), NC_WRITE, &id), NC_NOERR);
    change(id);
    ASSERT_EQ(nc_close(id), NC_NOERR);
  };
  const auto put = [](int id, const char* name, unsigned value) {
    nc_put_att_uint(id, NC_GLOBAL, name, NC_UINT, 1, &value);
  };
  damage([](int id) { nc_del_att(id, NC_GLOBAL, "errorFunction"); });
  EXPECT_EQ(error_of(file), file + ": the attribute errorFunction is missing");
  damage([&](int id) { put(id, "layer1_kind", 9); });
  EXPECT_EQ(error_of(file), file + ": the attribute layer1_kind is 9; at most 3 is possible");
  damage([&](int id) { put(id, "layer1_Nx", 7); });
  EXPECT_EQ(error_of(file), file + ": the variable weight0_bias has 2 elements instead of 7");
  damage([&](int id) { put(id, "layers", 4); });
  EXPECT_EQ(error_of(file), file + ": the attribute layer3_name is missing");
  damage([&](int id) { put(id, "weights", 1); });
  EXPECT_EQ(error_of(file), file + ": the weights from Hidden to Output are missing or out of order");
  damage([&](int id) { put(id, "weight0_bShared", 1); });
  EXPECT_NE(error_of(file).find("are shared, which is not supported"), std::string::npos);
  damage([](int id) { nc_put_att_text(id, NC_GLOBAL, "layer1_source0", 7, "Nowhere"); });
  EXPECT_EQ(error_of(file), file + ": layer Hidden: there is no layer Nowhere to take as a source");
  EXPECT_EQ(error_of(folder / "none.nc"),
            "cannot open " + (folder / "none.nc") + ": No such file or directory");
}

TEST(ModelFile, files_from_before_version_0_85_get_the_default_slopes) {
  const base::TemporaryFolder folder;
  write_model(folder / "m.nc", small_model());
  int id = 0;
  ASSERT_EQ(nc_open((folder / "m.nc").c_str(), NC_WRITE, &id), NC_NOERR);
  for (const char* name : {"layer1_RELUSlope", "layer1_ELUAlpha", "layer1_SELULambda"})
    nc_del_att(id, NC_GLOBAL, name);
  nc_close(id);
  EXPECT_FLOAT_EQ(read_model(folder / "m.nc").config.layers[1].relu_slope, 1.0f);
}

}  // namespace
}  // namespace fathom::model
