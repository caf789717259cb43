#include "fathom/model/batch.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/model/tests/small_nets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fathom::model {
namespace {

using namespace testing;

NetworkConfig autoencoder(std::uint32_t width) {
  return network({input("Input", width, "in"), hidden("Hidden", 2, {"Input"}),
                  output("Output", width, {"Hidden"}, "out")});
}

std::string message_of(const NetworkConfig& config, const std::vector<data::DataSet>& sets) {
  try {
    const BatchSource source(config, sets, Use::training);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BatchSource, cuts_examples_out_in_the_order_asked_for) {
  data::DataSet in;
  in.name = "in";
  in.attributes = data::sparse;
  in.width = 4;
  in.examples = in.unique_examples = 3;
  in.start = {0, 2, 2};
  in.end = {2, 2, 5};
  in.index = {3, 1, 0, 1, 2};
  in.values = {0.5F, 1.5F, 2.5F, 3.5F, 4.5F};
  data::DataSet out = in;
  out.name = "out";
  out.attributes |= data::boolean;
  out.values.clear();
  const std::vector<data::DataSet> sets{in, out};
  const BatchSource source(autoencoder(4), sets, Use::training);
  EXPECT_EQ(source.examples(), 3U);
  Batch batch;
  const std::uint32_t order[] = {2, 0};
  for (int again = 0; again < 2; ++again) {
    source.fill(order, std::nullopt, batch);
    EXPECT_EQ(batch.size, 2U);
    EXPECT_EQ(batch.inputs[0].rows.starts, (std::vector<std::uint64_t>{0, 3, 5}));
    EXPECT_EQ(batch.inputs[0].rows.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 1}));
    EXPECT_EQ(batch.inputs[0].rows.values, (std::vector<float>{2.5F, 3.5F, 4.5F, 0.5F, 1.5F}));
    EXPECT_EQ(batch.targets[0].by_unit.indices, (std::vector<std::uint32_t>{0, 0, 1, 0, 1}));
    EXPECT_TRUE(batch.targets[0].by_unit.values.empty()) << "every listed unit means 1";
  }
}

TEST(BatchSource, follows_the_index_of_a_data_set_and_multiplies_weighted_inputs) {
  data::DataSet in = dense_set("in", 2, 3);
  in.values = {1, 2, 3, 4, 5, 6};
  in.attributes = data::indexed | data::weighted;
  in.examples = 3;
  in.row_of = {1, 0, 1};
  in.weight = {1, 2, 3};
  const std::vector<data::DataSet> sets{in};
  const BatchSource source(autoencoder(3), sets, Use::prediction);
  Batch batch;
  const std::uint32_t order[] = {0, 1, 2};
  source.fill(order, std::nullopt, batch);
  EXPECT_EQ(batch.inputs[0].dense, (std::vector<float>{4, 5, 6, 2, 4, 6, 12, 15, 18}));
  EXPECT_TRUE(batch.targets.empty());
}

TEST(BatchSource, centres_bytes_as_dense_input) {
  data::DataSet in = dense_set("in", 1, 2);
  in.type = data::DataType::UChar;
  in.values = {0.0F, 0.75F};
  const std::vector<data::DataSet> sets{in};
  Batch batch;
  const std::uint32_t first[] = {0};
  BatchSource(autoencoder(2), sets, Use::prediction).fill(first, std::nullopt, batch);
  EXPECT_EQ(batch.inputs[0].dense, (std::vector<float>{-0.5F, 0.25F}));
}

TEST(BatchSource, denoising_drops_points_by_data_set_position_and_scales_the_rest) {
  const std::vector<data::DataSet> sets{sparse_set("in", 400, 100), sparse_set("out", 400, 100, false, 9)};
  NetworkConfig config = autoencoder(100);
  config.denoising_p = 0.2F;
  const BatchSource source(config, sets, Use::training);
  Batch whole, part;
  std::vector<std::uint32_t> all(400);
  for (std::uint32_t i = 0; i < 400; ++i) all[i] = i;
  source.fill(all, Denoising{7, 2, 0.2F}, whole);
  const auto points = static_cast<double>(sets[0].points());
  EXPECT_NEAR(static_cast<double>(whole.inputs[0].rows.indices.size()) / points, 0.8, 0.01);
  EXPECT_TRUE(std::ranges::all_of(whole.inputs[0].rows.values,
                                  [](float value) { return value == 1.0F / (1.0F - 0.2F); }));
  EXPECT_EQ(whole.targets[0].rows.indices.size(), sets[1].points()) << "targets are never denoised";

  // Example 17 keeps the same points in any batch of the epoch, and others in another epoch.
  const std::uint32_t one[] = {17};
  source.fill(one, Denoising{7, 2, 0.2F}, part);
  const auto& rows = whole.inputs[0].rows;
  EXPECT_EQ(part.inputs[0].rows.indices,
            std::vector<std::uint32_t>(rows.indices.begin() + static_cast<std::ptrdiff_t>(rows.starts[17]),
                                       rows.indices.begin() + static_cast<std::ptrdiff_t>(rows.starts[18])));
  source.fill(all, Denoising{7, 3, 0.2F}, part);
  EXPECT_NE(part.inputs[0].rows.indices, rows.indices);
}

TEST(BatchSource, does_not_denoise_layers_that_are_not_sparse_in_the_configuration) {
  const std::vector<data::DataSet> sets{sparse_set("in", 50, 10), sparse_set("out", 50, 10)};
  NetworkConfig config = autoencoder(10);
  config.layers[0].sparse = false;
  config.denoising_p = 0.5F;
  Batch batch;
  const std::uint32_t some[] = {0, 1, 2, 3, 4};
  BatchSource(config, sets, Use::training).fill(some, Denoising{1, 0, 0.5F}, batch);
  EXPECT_EQ(batch.inputs[0].rows.indices.size(), sets[0].end[4]);
}

TEST(BatchSource, says_which_data_set_does_not_fit_which_layer) {
  EXPECT_EQ(message_of(autoencoder(4), {sparse_set("other", 3, 4)}),
            "layer Input: there is no data set in; there is other");
  EXPECT_EQ(message_of(autoencoder(4), {}), "layer Input: there is no data set in; there is none");
  EXPECT_EQ(message_of(autoencoder(4), {sparse_set("in", 3, 4)}),
            "layer Output: there is no data set out; there is in");
  EXPECT_EQ(message_of(autoencoder(4), {sparse_set("in", 3, 5), sparse_set("out", 3, 4)}),
            "layer Input: data set in has 5 units, the layer only 4");
  EXPECT_EQ(message_of(autoencoder(4), {sparse_set("in", 3, 4), sparse_set("out", 2, 4)}),
            "data set out has 2 examples, but in has 3: they must list the same samples");
}

TEST(BatchSource, warns_of_units_without_data) {
  const std::vector<data::DataSet> sets{sparse_set("in", 3, 3), sparse_set("out", 3, 4)};
  const BatchSource source(autoencoder(4), sets, Use::training);
  EXPECT_EQ(
      source.warnings(),
      (std::vector<std::string>{"Layer Input has 4 units, its data set in only 3: the others stay 0."}));
}

TEST(AutomaticSizes, come_from_the_data_sets_and_name_the_layer_without_one) {
  NetworkConfig config = autoencoder(0);
  for (LayerConfig& layer : config.layers) layer.automatic = layer.kind != LayerKind::Hidden;
  const std::vector<data::DataSet> sets{sparse_set("in", 3, 7), sparse_set("out", 3, 9)};
  set_automatic_sizes(config, sets);
  EXPECT_EQ(config.layers[0].n, 7U);
  EXPECT_EQ(config.layers[2].n, 9U);
  NetworkConfig other = autoencoder(0);
  other.layers[0].automatic = true;
  EXPECT_THROW(set_automatic_sizes(other, std::span(sets).subspan(1)), ConfigError);
}

}  // namespace
}  // namespace fathom::model
