#include "fathom/model/network_config.hpp"

#include "fathom/core/errors.hpp"

#include <gtest/gtest.h>

namespace fathom::model {
namespace {

using testing::Test;

// The shape of the MovieLens auto-encoder, in spellings of our own.
constexpr std::string_view sample = R"({
  // comments are allowed
  "version": 0.7, "name": "recommender", "KIND": "autoencoder", /* keys and keywords in any case */
  "sparsenesspenalty": {"p": 0.5, "beta": 2},
  "shuffleIndices": false,
  "denoising": {"p": 0.2},
  "scaledMarginalCrossEntropy": {"oneTarget": 1, "zeroTarget": 0, "oneScale": 1, "zeroScale": 1},
  "errorFunction": "scaledmarginalcrossentropy",
  "layers": [
    {"Name": "Input", "Kind": "Input", "N": "auto", "DataSet": "gl_input", "Sparse": true},
    {"Name": "Hidden", "Kind": "Hidden", "N": 128, "Activation": "sigmoid", "Sparse": true,
     "WeightInit": {"Scheme": "gaussian", "Scale": 0.01}, "pDropout": 0.5},
    {"Name": "Output", "Kind": "Output", "DataSet": "gl_output", "N": "AUTO", "WeightInit": {"Bias": -10.2}}
  ]
})";

NetworkConfig parse(std::string_view text) { return parse_network_config(text, "config.json"); }

std::string error_of(std::string_view text) {
  try {
    parse(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

/// A network with the given members beside `layers`, and the given members in the hidden layer.
std::string network(const std::string& members, const std::string& hidden = "") {
  const bool sized = hidden.find(R"("N":)") != std::string::npos;
  return "{" + members + (members.empty() ? "" : ",") + R"("Layers":[{"N":4,"DataSet":"a"},{)" +
         (sized ? "" : R"("N":2)") + (sized || hidden.empty() ? "" : ",") + hidden +
         R"(},{"N":4,"DataSet":"a"}]})";
}

TEST(NetworkConfig, the_sample_configuration_says_what_dsstne_reads_in_it) {
  const NetworkConfig c = parse(sample);
  EXPECT_EQ(c.name, "recommender");
  EXPECT_EQ(c.kind, NetworkKind::AutoEncoder);
  EXPECT_EQ(c.error_function, ErrorFunction::ScaledMarginalCrossEntropy);
  EXPECT_FALSE(c.shuffle_indices);
  EXPECT_FLOAT_EQ(c.sparseness_p, 0.5f);
  EXPECT_FLOAT_EQ(c.sparseness_beta, 2.0f);
  EXPECT_FLOAT_EQ(c.denoising_p, 0.2f);
  EXPECT_FLOAT_EQ(c.one_target, 1.0f);
  EXPECT_FLOAT_EQ(c.zero_target, 0.0f);
  ASSERT_EQ(c.layers.size(), 3U);
  EXPECT_TRUE(c.layers[0].automatic);
  EXPECT_EQ(c.layers[0].data_set, "gl_input");
  EXPECT_EQ(c.layers[1].n, 128U);
  EXPECT_EQ(c.layers[1].sources, std::vector<std::string>{"Input"});
  EXPECT_EQ(c.layers[1].weight_init.scheme, WeightScheme::Gaussian);
  EXPECT_FLOAT_EQ(c.layers[1].weight_init.scale, 0.01f);
  EXPECT_FLOAT_EQ(c.layers[1].p_dropout, 0.5f);
  EXPECT_EQ(c.layers[2].activation, Activation::Sigmoid);
  EXPECT_FLOAT_EQ(c.layers[2].weight_init.bias, -10.2f);
  EXPECT_TRUE(c.layers[2].automatic);
}

TEST(NetworkConfig, what_is_not_given_has_dsstnes_defaults) {
  const NetworkConfig c = parse(network(""));
  EXPECT_EQ(c.kind, NetworkKind::FeedForward);
  EXPECT_EQ(c.error_function, ErrorFunction::CrossEntropy);
  EXPECT_TRUE(c.shuffle_indices);
  EXPECT_FLOAT_EQ(c.one_target, 0.9f);
  EXPECT_FLOAT_EQ(c.zero_target, 0.1f);
  EXPECT_FLOAT_EQ(c.denoising_p, 0.0f);
  EXPECT_FLOAT_EQ(c.delta_boost_one, 1.0f);
  EXPECT_EQ(c.layers[0].name, "Input0");
  EXPECT_EQ(c.layers[0].kind, LayerKind::Input);
  EXPECT_EQ(c.layers[1].name, "Hidden1");
  EXPECT_EQ(c.layers[1].kind, LayerKind::Hidden);
  EXPECT_EQ(c.layers[1].weight_init, WeightInit{});
  EXPECT_FLOAT_EQ(c.layers[1].relu_slope, 1.0f);
  EXPECT_FLOAT_EQ(c.layers[1].selu_lambda, 1.050701f);
  EXPECT_EQ(c.layers[2].name, "Output2");
  EXPECT_EQ(c.layers[2].kind, LayerKind::Output);
  EXPECT_EQ(c.layers[2].sources, std::vector<std::string>{"Hidden1"});
  EXPECT_FALSE(c.training.optimizer.has_value());
}

TEST(NetworkConfig, layers_inherit_the_networks_activation_parameters_unless_they_have_their_own) {
  const NetworkConfig c =
      parse(network(R"("RELUSlope":0.1,"ELUAlpha":0.5)", R"("Activation":"LRelu","ELUAlpha":2)"));
  EXPECT_FLOAT_EQ(c.layers[1].relu_slope, 0.1f);
  EXPECT_FLOAT_EQ(c.layers[1].elu_alpha, 2.0f);
  EXPECT_FLOAT_EQ(c.layers[2].elu_alpha, 0.5f);
}

TEST(NetworkConfig, of_a_key_in_two_spellings_the_last_in_byte_order_wins) {
  EXPECT_EQ(parse(network(R"("name":"lower","NAME":"upper")")).name, "lower");
}

TEST(NetworkConfig, numbers_and_booleans_convert_to_each_other) {
  const NetworkConfig c = parse(network(R"("ShuffleIndices":0)", R"("Sparse":1,"pDropout":false)"));
  EXPECT_FALSE(c.shuffle_indices);
  EXPECT_TRUE(c.layers[1].sparse);
  EXPECT_FLOAT_EQ(c.layers[1].p_dropout, 0.0f);
}

TEST(NetworkConfig, fathoms_own_object_chooses_the_optimizer) {
  const auto t =
      parse(network(R"("Fathom":{"Optimizer":"ADAM","Alpha":0.001,"Epochs":7,"BatchSize":64,"mu":0.9})"))
          .training;
  EXPECT_EQ(t.optimizer, TrainingMode::Adam);
  EXPECT_FLOAT_EQ(t.alpha.value(), 0.001f);
  EXPECT_EQ(t.epochs, 7U);
  EXPECT_EQ(t.batch_size, 64U);
  EXPECT_FLOAT_EQ(t.mu.value(), 0.9f);
  EXPECT_FALSE(t.lambda.has_value());
}

TEST(NetworkConfig, a_dangling_hidden_layer_is_accepted) {
  const auto c = parse(R"({"ErrorFunction":"L2","Layers":[{"Name":"Input","N":1,"DataSet":"i"},{"N":2},
                           {"N":1,"DataSet":"o","Source":"Input","Activation":"Linear"}]})");
  EXPECT_EQ(c.layers[2].sources, std::vector<std::string>{"Input"});
}

TEST(NetworkConfig, a_byte_order_mark_is_passed_over) {
  EXPECT_EQ(parse_network_config("\xEF\xBB\xBF" + network(R"("Name":"n")"), "config.json").name, "n");
  EXPECT_THROW(parse_network_config("\xEF\xBB" + network(""), "config.json"), ConfigError);
}

TEST(NetworkConfig, the_same_key_in_different_objects_and_in_texts_and_comments_is_no_duplicate) {
  EXPECT_NO_THROW(parse_network_config(
      network("/* \"Name\" */ \"Version\":0.8,\"Name\":\"Name \\\"Name\\\", {\" // \"Name\"\n",
              R"("Name":"x")"),
      "config.json"));
}

TEST(NetworkConfig, every_fault_is_answered_with_its_place) {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"[", "config.json: not JSON: line 1"},
      {"[]", "config.json: $: an object is expected here"},
      {network(R"("Nmae":"x")"),
       "$.Nmae: LoadNeuralNetworkJSON: Unknown neural network field: Nmae. Did you mean Name?"},
      {network(R"("WeightData":"x")"), "Did you mean WeightsData?"},
      {network(R"("qqqqqqqq":1)"),
       "$.qqqqqqqq: LoadNeuralNetworkJSON: Unknown neural network field: qqqqqqqq"},
      {network("", R"("Activaton":"Relu")"),
       "$.Layers[1].Activaton: Unknown neural network layer field: Activaton. Did you mean Activation?"},
      {network("", R"("DataSet":"x")"), "does not belong to a layer of kind Hidden"},
      {network(R"("Version":0.5)"), "$.Version: versions before 0.7"},
      {network(R"("Version":99)"), "$.Version: this version is not known; those from 0.7 to 0.9 are"},
      {network(R"("Version":0.91)"), "$.Version: this version is not known"},
      {network(R"("Name":"a","Kind":"FeedForward","Name":"b")"),
       "$.Name: the key \"Name\" stands here again, in line 1"},
      {network(R"("Name":"a","N\u0061me":"b")"), "$.Name: the key \"Name\" stands here again"},
      {network("", "\n\"N\":3,// \"N\":3\n\"N\":4"),
       "$.Layers[1].N: the key \"N\" stands here again, in line 3"},
      {network(R"("Denoising":{"p":0.1,"p":0.2})"), "$.Denoising.p: the key \"p\" stands here again"},
      {network(R"("Version":"0.7")"), "$.Version: a number is expected here"},
      {network(R"("Kind":"x")"),
       R"($.Kind: "x" is not known here; it can be one of: FeedForward, AutoEncoder)"},
      {network(R"("ErrorFunction":"SMCE")"), R"("SMCE" is not known here)"},
      {network(R"("ErrorFunction":"Hinge")"), "the error function Hinge is not supported"},
      {network(R"("Denoising":{"q":1})"), "$.Denoising.q: Invalid Denoising parameter: q"},
      {network(R"("Denoising":{"p":1})"), "$.Denoising.p: a probability is at least 0 and less than 1"},
      {network(R"("Fathom":{"Optimizer":"x"})"), "$.Fathom.Optimizer: \"x\" is not an optimizer"},
      {network("", R"("Activation":"SoftPlus")"), "layer Hidden1: the activation SoftPlus is not supported"},
      {network("", R"("Activation":"PRelu")"), "$.Layers[1].Activation: \"PRelu\" is not known here"},
      {network("", R"("Type":"Convolutional")"), "layer Hidden1: the type Convolutional is not supported"},
      {network("", R"("Kernel":3)"), "$.Layers[1].Kernel: kernels belong to"},
      {network("", R"("BatchNormalization":true)"), "batch normalisation is not supported"},
      {network("", R"("SharedWeights":{})"), "shared weights are not supported"},
      {network("", R"("Kind":"Pooling")"), "$.Layers[1].Kind: \"Pooling\" is not known here"},
      {network("", R"("Kind":"Target")"), "does nothing"},
      {network("", R"("N":[2,3])"), "$.Layers[1].N[1]: layers of more than one dimension"},
      {network("", R"("N":0)"), "the number must be from 1"},
      {network("", R"("N":"auto")"), "which a hidden layer lacks"},
      {network("", R"("Source":"Nobody")"), "layer Hidden1: there is no layer Nobody"},
      {network("", R"("Source":["Hidden1"])"), "layer Hidden1: it feeds itself"},
      {network("", R"("Name":"Input0")"), "two layers have this name"},
      {network("", R"("pDropout":1.5)"), "$.Layers[1].pDropout: a probability"},
      {network("", R"("WeightInit":{"Skale":1})"),
       "$.Layers[1].WeightInit.Skale: Invalid WeightInit parameter: Skale. Did you mean Scale?"},
      {R"({"Layers":[{"Kind":"Hidden"},{"DataSet":"a"}]})", "the first layer has no layer before it"},
      {R"({"Layers":[]})", "the network has no layer of kind Input"},
      {R"({"Layers":[{"DataSet":"a"},{"Kind":"Hidden"}]})", "the network has no layer of kind Output"},
      {R"({"Layers":[{"DataSet":"a"},{"DataSet":"a","Activation":"Relu"}]})",
       "CrossEntropy with the output activation RectifiedLinear"},
  };
  for (const Case& c : cases)
    EXPECT_NE(error_of(c.text).find(c.part), std::string::npos) << c.text << "\n" << error_of(c.text);
}

TEST(NetworkConfig, what_has_no_effect_is_warned_about) {
  std::vector<std::string> warnings;
  parse_network_config(
      network(R"("WeightsData":"x","Maxout":{"k":3})", R"("Activation":"LRelu","SparsenessPenalty":true)"),
      "c.json", &warnings);
  ASSERT_EQ(warnings.size(), 4U);
  EXPECT_NE(warnings[0].find("$.Layers[1].SparsenessPenalty"), std::string::npos);
  EXPECT_NE(warnings[1].find("Maxout has no effect"), std::string::npos);
  EXPECT_NE(warnings[2].find("WeightsData has no effect"), std::string::npos);
  EXPECT_NE(warnings[3].find("slope 1, which is the identity"), std::string::npos);
}

TEST(NetworkConfig, the_forward_order_puts_every_layer_after_its_sources) {
  const auto c = parse(R"({"Layers":[{"Name":"i","DataSet":"a"},{"Name":"late","Source":"early"},
                          {"Name":"early","Kind":"Hidden","Source":"i"},{"Name":"o","DataSet":"a","Source":["late","early"]}]})");
  EXPECT_EQ(forward_order(c), (std::vector<std::size_t>{0, 2, 1, 3}));
}

TEST(NetworkConfig, the_hash_changes_with_what_matters_and_not_with_the_name) {
  NetworkConfig a = parse(sample), b = a;
  b.name = "other";
  EXPECT_EQ(config_hash(a), config_hash(b));
  b.layers[1].n = 129;
  EXPECT_NE(config_hash(a), config_hash(b));
  EXPECT_EQ(config_hash(a).size(), 64U);
}

TEST(NetworkConfig, the_template_of_the_recommender_stack_is_a_configuration_without_warnings) {
  std::vector<std::string> warnings;
  const auto c = read_network_config(BERTH_SOURCE_DIR "/templates/recommender-config.json", &warnings);
  EXPECT_EQ(warnings, std::vector<std::string>{});
  EXPECT_EQ(c.training.optimizer, TrainingMode::Adam);
  EXPECT_THROW(read_network_config("/nowhere/config.json"), ConfigError);
}

TEST(NetworkConfig, optimizers_have_names_in_any_case) {
  EXPECT_EQ(parse_training_mode("RmsProp"), TrainingMode::RmsProp);
  EXPECT_EQ(parse_training_mode("sgd"), TrainingMode::Sgd);
  EXPECT_FALSE(parse_training_mode("newton").has_value());
  EXPECT_EQ(to_text(TrainingMode::Sgd), "SGD");
}

}  // namespace
}  // namespace fathom::model
