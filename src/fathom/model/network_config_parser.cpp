// The configuration language of DSSTNE. Its rules in short: JSON with comments; keys and keywords in any
// case, names of layers and data sets exact; members are visited in byte order of their keys, so of two
// spellings of one key the last in that order wins; one that stands twice in the same spelling is an error (the original
// takes the last), and so is every unknown key. What the language can say
// and Fathom does not compute is refused here or in check_network, by a sentence.
#include "base/files.hpp"
#include "base/json.hpp"
#include "fathom/model/config_reader.hpp"
#include "fathom/model/duplicate_keys.hpp"
#include "fathom/model/network_config.hpp"

#include <array>
#include <limits>

namespace fathom::model {
namespace {

template <class E>
using Keyword = std::pair<std::string_view, E>;

constexpr auto network_kinds = std::to_array<Keyword<NetworkKind>>(
    {{"FeedForward", NetworkKind::FeedForward}, {"AutoEncoder", NetworkKind::AutoEncoder}});

constexpr auto error_functions = std::to_array<Keyword<ErrorFunction>>({
    {"L1", ErrorFunction::L1},
    {"L2", ErrorFunction::L2},
    {"L2Hinge", ErrorFunction::L2Hinge},
    {"Hinge", ErrorFunction::Hinge},
    {"CrossEntropy", ErrorFunction::CrossEntropy},
    {"Cross Entropy", ErrorFunction::CrossEntropy},
    {"ScaledMarginalCrossEntropy", ErrorFunction::ScaledMarginalCrossEntropy},
    {"DataScaledMarginalCrossEntropy", ErrorFunction::DataScaledMarginalCrossEntropy},
});

constexpr auto layer_kinds = std::to_array<Keyword<LayerKind>>({
    {"Input", LayerKind::Input},
    {"Hidden", LayerKind::Hidden},
    {"Output", LayerKind::Output},
    {"Target", LayerKind::Target},
});

constexpr auto layer_types = std::to_array<Keyword<LayerType>>({
    {"FullyConnected", LayerType::FullyConnected},
    {"Convolutional", LayerType::Convolutional},
    {"Pooling", LayerType::Pooling},
});

constexpr auto activations = std::to_array<Keyword<Activation>>({
    {"Sigmoid", Activation::Sigmoid},
    {"Tanh", Activation::Tanh},
    {"Linear", Activation::Linear},
    {"Relu", Activation::RectifiedLinear},
    {"RectifiedLinear", Activation::RectifiedLinear},
    {"LRelu", Activation::LeakyRectifiedLinear},
    {"LeakyRectifiedLinear", Activation::LeakyRectifiedLinear},
    {"ELU", Activation::ExponentialLinear},
    {"ExponentialLinear", Activation::ExponentialLinear},
    {"SELU", Activation::ScaledExponentialLinear},
    {"ScaledExponentialLinear", Activation::ScaledExponentialLinear},
    {"SoftMax", Activation::SoftMax},
    {"SoftPlus", Activation::SoftPlus},
    {"SoftSign", Activation::SoftSign},
    {"RELUMax", Activation::ReluMax},
    {"LinearMax", Activation::LinearMax},
});

constexpr auto weight_schemes = std::to_array<Keyword<WeightScheme>>({
    {"Xavier", WeightScheme::Xavier},
    {"CaffeXavier", WeightScheme::CaffeXavier},
    {"Gaussian", WeightScheme::Gaussian},
    {"Uniform", WeightScheme::Uniform},
    {"UnitBall", WeightScheme::UnitBall},
    {"Constant", WeightScheme::Constant},
    {"SELU", WeightScheme::Selu},
});

template <class E, std::size_t N>
E keyword(const Node& node, const std::array<Keyword<E>, N>& table) {
  return node.keyword<E>(std::span<const Keyword<E>>(table));
}

float non_negative(const Node& node) {
  const float number = node.number();
  if (number < 0.0f) node.fail("the number must not be negative");
  return number;
}

// ---- the objects inside the network ----

constexpr auto cross_entropy_fields = std::to_array<Field<NetworkConfig>>({
    {"oneTarget", [](NetworkConfig& n, const Node& v) { n.one_target = v.number(); }},
    {"zeroTarget", [](NetworkConfig& n, const Node& v) { n.zero_target = v.number(); }},
    {"oneScale", [](NetworkConfig& n, const Node& v) { n.one_scale = v.number(); }},
    {"zeroScale", [](NetworkConfig& n, const Node& v) { n.zero_scale = v.number(); }},
});

constexpr auto denoising_fields = std::to_array<Field<NetworkConfig>>({
    {"p", [](NetworkConfig& n, const Node& v) { n.denoising_p = v.probability(); }},
});

constexpr auto delta_boost_fields = std::to_array<Field<NetworkConfig>>({
    {"one", [](NetworkConfig& n, const Node& v) { n.delta_boost_one = v.number(); }},
    {"zero", [](NetworkConfig& n, const Node& v) { n.delta_boost_zero = v.number(); }},
});

constexpr auto lrn_fields = std::to_array<Field<NetworkConfig>>({
    {"k", [](NetworkConfig& n, const Node& v) { n.lrn_k = v.number(); }},
    {"n",
     [](NetworkConfig& n, const Node& v) { n.lrn_n = static_cast<std::int32_t>(v.integer(0, 1 << 20)); }},
    {"alpha", [](NetworkConfig& n, const Node& v) { n.lrn_alpha = v.number(); }},
    {"beta", [](NetworkConfig& n, const Node& v) { n.lrn_beta = v.number(); }},
});

constexpr auto maxout_fields = std::to_array<Field<NetworkConfig>>({
    {"k",
     [](NetworkConfig& n, const Node& v) { n.maxout_k = static_cast<std::int32_t>(v.integer(1, 1 << 20)); }},
});

/// `{p, beta}` of a network or of a layer.
template <class T>
constexpr auto sparseness_fields = std::to_array<Field<T>>({
    {"p", [](T& into, const Node& v) { into.sparseness_p = v.probability(); }},
    {"beta", [](T& into, const Node& v) { into.sparseness_beta = v.number(); }},
});

using Training = NetworkConfig::Training;

std::uint32_t count(const Node& node) {
  return static_cast<std::uint32_t>(node.integer(1, std::numeric_limits<std::int32_t>::max()));
}

constexpr auto training_fields = std::to_array<Field<Training>>({
    {"Optimizer",
     [](Training& t, const Node& v) {
       t.optimizer = parse_training_mode(v.text());
       if (!t.optimizer) v.fail("\"" + v.text() + "\" is not an optimizer that is known");
     }},
    {"Alpha", [](Training& t, const Node& v) { t.alpha = v.number(); }},
    {"Lambda", [](Training& t, const Node& v) { t.lambda = v.number(); }},
    {"Lambda1", [](Training& t, const Node& v) { t.lambda1 = v.number(); }},
    {"Mu", [](Training& t, const Node& v) { t.mu = v.number(); }},
    {"Mu1", [](Training& t, const Node& v) { t.mu1 = v.number(); }},
    {"Epochs", [](Training& t, const Node& v) { t.epochs = count(v); }},
    {"BatchSize", [](Training& t, const Node& v) { t.batch_size = count(v); }},
});

// ---- layers ----

/// A layer while it is read: what was not given gets its default when all of the network is known.
struct LayerDraft {
  LayerConfig layer;
  bool named = false, sources_given = false, slope_given = false, alpha_given = false, lambda_given = false;
};

constexpr auto weight_init_fields = std::to_array<Field<WeightInit>>({
    {"Scheme", [](WeightInit& w, const Node& v) { w.scheme = keyword(v, weight_schemes); }},
    {"Scale", [](WeightInit& w, const Node& v) { w.scale = v.number(); }},
    {"Bias", [](WeightInit& w, const Node& v) { w.bias = v.number(); }},
});

void read_n(LayerDraft& draft, const Node& node) {
  if (node.value().is_string()) {
    if (!equal_ignoring_case(node.text(), "auto")) node.fail("N is a number or \"auto\"");
    if (draft.layer.kind == LayerKind::Hidden)
      node.fail("\"auto\" is the width of a data set, which a hidden layer lacks");
    draft.layer.automatic = true;
    draft.layer.n = 0;
    return;
  }
  const std::vector<Node> axes = node.elements();
  if (axes.empty() || axes.size() > 4) node.fail("N has one to four numbers");
  draft.layer.n = count(axes[0]);
  for (std::size_t i = 1; i < axes.size(); ++i) {
    if (count(axes[i]) != 1)
      axes[i].fail("layers of more than one dimension are not supported; give N their product");
  }
}

[[noreturn]] void refuse_kernel(LayerDraft&, const Node& node) {
  node.fail("kernels belong to convolutional and pooling layers, which are not supported");
}

constexpr auto any_layer_fields = std::to_array<Field<LayerDraft>>({
    {"Kind", [](LayerDraft&, const Node&) {}},  // read before all others
    {"Type", [](LayerDraft& d, const Node& v) { d.layer.type = keyword(v, layer_types); }},
    {"Name",
     [](LayerDraft& d, const Node& v) {
       d.layer.name = v.text();
       d.named = true;
     }},
    {"N", read_n},
    {"Sparse", [](LayerDraft& d, const Node& v) { d.layer.sparse = v.boolean(); }},
    {"pDropout", [](LayerDraft& d, const Node& v) { d.layer.p_dropout = v.probability(); }},
});

constexpr auto data_layer_fields = std::to_array<Field<LayerDraft>>({
    {"DataSet", [](LayerDraft& d, const Node& v) { d.layer.data_set = v.text(); }},
});

constexpr auto fed_layer_fields = std::to_array<Field<LayerDraft>>({
    {"Source",
     [](LayerDraft& d, const Node& v) {
       d.layer.sources = v.texts();
       d.sources_given = true;
     }},
    {"Kernel", [](LayerDraft& d, const Node& v) { refuse_kernel(d, v); }},
    {"KernelStride", [](LayerDraft& d, const Node& v) { refuse_kernel(d, v); }},
});

constexpr auto weighted_layer_fields = std::to_array<Field<LayerDraft>>({
    {"Skip", [](LayerDraft& d, const Node& v) { d.layer.skips = v.texts(); }},
    {"Activation", [](LayerDraft& d, const Node& v) { d.layer.activation = keyword(v, activations); }},
    {"RELUSlope",
     [](LayerDraft& d, const Node& v) {
       d.layer.relu_slope = v.number();
       d.slope_given = true;
     }},
    {"Slope",
     [](LayerDraft& d, const Node& v) {
       d.layer.relu_slope = v.number();
       d.slope_given = true;
     }},
    {"ELUAlpha",
     [](LayerDraft& d, const Node& v) {
       d.layer.elu_alpha = v.number();
       d.alpha_given = true;
     }},
    {"SELULambda",
     [](LayerDraft& d, const Node& v) {
       d.layer.selu_lambda = v.number();
       d.lambda_given = true;
     }},
    {"WeightNorm", [](LayerDraft& d, const Node& v) { d.layer.weight_norm = non_negative(v); }},
    {"DeltaNorm", [](LayerDraft& d, const Node& v) { d.layer.delta_norm = non_negative(v); }},
    {"WeightInit",
     [](LayerDraft& d, const Node& v) {
       // The original ignores a bare string without a word; taken as the scheme it does what was meant.
       if (v.value().is_string()) {
         d.layer.weight_init.scheme = keyword(v, weight_schemes);
       } else {
         read_object<WeightInit>(v, d.layer.weight_init, weight_init_fields, "Invalid WeightInit parameter");
       }
     }},
    {"SharedWeights",
     [](LayerDraft&, const Node& v) { v.fail("shared weights are not supported"); }},
});

constexpr auto hidden_layer_fields = std::to_array<Field<LayerDraft>>({
    {"BatchNormalization",
     [](LayerDraft&, const Node& v) {
       if (v.boolean()) v.fail("batch normalisation is not supported");
     }},
    {"SparsenessPenalty",
     [](LayerDraft& d, const Node& v) {
       if (!v.value().is_object()) return v.warn("only an object {p, beta} has an effect here");
       read_object<LayerConfig>(v, d.layer, sparseness_fields<LayerConfig>,
                                "Invalid SparsenessPenalty parameter");
     }},
    {"Function",
     [](LayerDraft&, const Node& v) {
       v.fail("pooling functions belong to pooling layers, which are not supported");
     }},
});

std::vector<Field<LayerDraft>> fields_of(LayerKind kind) {
  std::vector<Field<LayerDraft>> fields(any_layer_fields.begin(), any_layer_fields.end());
  const auto add = [&](const auto& more) { fields.insert(fields.end(), more.begin(), more.end()); };
  if (kind == LayerKind::Input || kind == LayerKind::Output) add(data_layer_fields);
  if (kind != LayerKind::Input) add(fed_layer_fields);
  if (kind == LayerKind::Hidden || kind == LayerKind::Output) add(weighted_layer_fields);
  if (kind == LayerKind::Hidden) add(hidden_layer_fields);
  return fields;
}

/// A key that exists, but for layers of another kind, deserves a better answer than "unknown".
void refuse_keys_of_other_kinds(const Node& node, LayerKind kind,
                                std::span<const Field<LayerDraft>> allowed) {
  const auto has = [](std::span<const Field<LayerDraft>> fields, std::string_view key) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const auto& f) { return equal_ignoring_case(f.key, key); });
  };
  for (const auto& [key, member] : node.members("a layer object")) {
    if (has(allowed, key)) continue;
    for (const LayerKind other : {LayerKind::Input, LayerKind::Hidden, LayerKind::Output}) {
      if (has(fields_of(other), key)) {
        member.fail("Unknown neural network layer field: " + key + " does not belong to a layer of kind " +
                    std::string(to_text(kind)));
      }
    }
  }
}

LayerDraft read_layer(const Node& node, std::size_t position, std::size_t count_of_layers) {
  LayerDraft draft;
  draft.layer.kind = position == 0                     ? LayerKind::Input
                     : position + 1 == count_of_layers ? LayerKind::Output
                                                       : LayerKind::Hidden;
  for (const auto& [key, member] : node.members("a layer object")) {
    if (equal_ignoring_case(key, "Kind")) draft.layer.kind = keyword(member, layer_kinds);
  }
  const auto fields = fields_of(draft.layer.kind);
  refuse_keys_of_other_kinds(node, draft.layer.kind, fields);
  read_object<LayerDraft>(node, draft, fields, "Unknown neural network layer field");
  if (!draft.named) draft.layer.name = std::string(to_text(draft.layer.kind)) + std::to_string(position);
  return draft;
}

// ---- the network ----

struct Draft {
  NetworkConfig config;
  std::vector<LayerDraft> layers;
  float relu_slope = 1.0f, elu_alpha = 1.0f, selu_lambda = 1.050701f;
  bool slope_given = false;
};

void read_layers(Draft& draft, const Node& node) {
  draft.layers.clear();
  const std::vector<Node> elements = node.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    draft.layers.push_back(read_layer(elements[i], i, elements.size()));
  }
}

void read_cross_entropy(Draft& draft, const Node& node) {
  read_object<NetworkConfig>(node, draft.config, cross_entropy_fields,
                             "Invalid ScaledMarginalCrossEntropy parameter");
}

void read_lrn(Draft& draft, const Node& node) {
  read_object<NetworkConfig>(node, draft.config, lrn_fields, "Invalid LRN parameter");
}

void read_slope(Draft& draft, const Node& node) {
  draft.relu_slope = node.number();
  draft.slope_given = true;
}

constexpr auto network_fields = std::to_array<Field<Draft>>({
    {"Version",
     [](Draft&, const Node& v) {
       // The original wrote 0.7 to 0.9 and reads whatever is larger; what a later language means nobody knows.
       if (v.number() < 0.6999f) v.fail("versions before 0.7 are not supported");
       if (v.number() > 0.9001f) v.fail("this version is not known; those from 0.7 to 0.9 are");
     }},
    {"Name", [](Draft& d, const Node& v) { d.config.name = v.text(); }},
    {"Kind", [](Draft& d, const Node& v) { d.config.kind = keyword(v, network_kinds); }},
    {"WeightsData", [](Draft&, const Node& v) { v.warn("WeightsData has no effect: training starts from random weights"); }},
    {"ShuffleIndices", [](Draft& d, const Node& v) { d.config.shuffle_indices = v.boolean(); }},
    {"ErrorFunction", [](Draft& d, const Node& v) { d.config.error_function = keyword(v, error_functions); }},
    {"ScaledMarginalCrossEntropy", read_cross_entropy},
    {"DataScaledMarginalCrossEntropy", read_cross_entropy},
    {"SparsenessPenalty",
     [](Draft& d, const Node& v) {
       read_object<NetworkConfig>(v, d.config, sparseness_fields<NetworkConfig>, "Invalid SparsenessPenalty parameter");
     }},
    {"Denoising",
     [](Draft& d, const Node& v) {
       read_object<NetworkConfig>(v, d.config, denoising_fields, "Invalid Denoising parameter");
     }},
    {"DeltaBoost",
     [](Draft& d, const Node& v) {
       read_object<NetworkConfig>(v, d.config, delta_boost_fields, "Invalid DeltaBoost parameter");
     }},
    {"LocalResponseNormalization", read_lrn},
    {"LRN", read_lrn},
    {"Maxout",
     [](Draft& d, const Node& v) {
       read_object<NetworkConfig>(v, d.config, maxout_fields, "Invalid Maxout parameter");
       v.warn("Maxout has no effect");
     }},
    {"RELUSlope", read_slope},
    {"Slope", read_slope},
    {"ELUAlpha", [](Draft& d, const Node& v) { d.elu_alpha = v.number(); }},
    {"SELULambda", [](Draft& d, const Node& v) { d.selu_lambda = v.number(); }},
    {"Decay", [](Draft& d, const Node& v) { d.config.decay = v.number(); }},
    {"Layers", read_layers},
    {"Fathom",
     [](Draft& d, const Node& v) {
       read_object<Training>(v, d.config.training, training_fields, "Invalid Fathom parameter");
     }},
});

void fill_in_defaults(Draft& draft, const Node& root) {
  for (std::size_t i = 0; i < draft.layers.size(); ++i) {
    LayerDraft& d = draft.layers[i];
    const Node node = root.at("$.Layers[" + std::to_string(i) + "]");
    if (!d.slope_given) d.layer.relu_slope = draft.relu_slope;
    if (!d.alpha_given) d.layer.elu_alpha = draft.elu_alpha;
    if (!d.lambda_given) d.layer.selu_lambda = draft.selu_lambda;
    if (!d.sources_given && d.layer.kind != LayerKind::Input) {
      if (i == 0) node.fail("the first layer has no layer before it; give it a Source");
      d.layer.sources = {draft.config.layers.back().name};
    }
    if (d.layer.activation == Activation::LeakyRectifiedLinear && !d.slope_given && !draft.slope_given) {
      node.warn("LRelu without RELUSlope has slope 1, which is the identity");
    }
    draft.config.layers.push_back(std::move(d.layer));
  }
}

}  // namespace

NetworkConfig parse_network_config(std::string_view text, const std::string& file,
                                   std::vector<std::string>* warnings) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors put it in front of UTF-8
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const auto document = base::parse_json_with_comments(text);
  if (!document) throw ConfigError(file + ": not JSON: " + document.error().message);
  if (const auto twice = find_duplicate_key(text))
    throw ConfigError(file + ": " + twice->path + ": the key \"" + twice->key +
                      "\" stands here again, in line " + std::to_string(twice->line) +
                      "; remove one of the two");
  const Node root(*document, "$", file, warnings);
  Draft draft;
  read_object<Draft>(root, draft, network_fields, "LoadNeuralNetworkJSON: Unknown neural network field");
  fill_in_defaults(draft, root);
  check_network(draft.config, file);
  return std::move(draft.config);
}

NetworkConfig read_network_config(const std::string& file, std::vector<std::string>* warnings) {
  const auto text = base::read_file(file);
  if (!text) throw ConfigError(text.error().message);
  return parse_network_config(*text, file, warnings);
}

}  // namespace fathom::model
