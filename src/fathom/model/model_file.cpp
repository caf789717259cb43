// DSSTNE's network file: one NetCDF-4 file, everything global attributes except the numbers. Its reader
// copies some attributes raw, so every item has exactly the type written here. Fathom's own items begin with
// `fathom_`; DSSTNE asks for items by name and never meets them.
#include "fathom/core/errors.hpp"
#include "fathom/model/model_file_reading.hpp"

#include <fmt/format.h>

#include <limits>

namespace fathom::model {
namespace {

using data::NetcdfReader;
using data::NetcdfWriter;

constexpr std::uint64_t most_layers = 1 << 12;
constexpr std::uint32_t largest_u32 = std::numeric_limits<std::uint32_t>::max();

/// Bits of a layer's `attributes`.
constexpr std::uint32_t layer_sparse = 1, layer_denoising = 2, layer_batch_normalization = 4;

// ---- writing ----

template <class E>
std::uint32_t number(E value) {
  return static_cast<std::uint32_t>(value);
}

void write_network(NetcdfWriter& out, const ModelFile& model) {
  const NetworkConfig& c = model.config;
  out.attribute("version", 0.9f);
  out.attribute("name", c.name);
  out.attribute("kind", number(c.kind));
  out.attribute("errorFunction", number(c.error_function));
  out.attribute("maxout_k", c.maxout_k);
  out.attribute("decay", c.decay);
  out.attribute("LRN_k", c.lrn_k);
  out.attribute("LRN_n", c.lrn_n);
  out.attribute("LRN_alpha", c.lrn_alpha);
  out.attribute("LRN_beta", c.lrn_beta);
  out.attribute("bSparsenessPenalty", std::uint32_t{c.sparseness_beta > 0.0f});
  out.attribute("sparsenessPenalty_p", c.sparseness_p);
  out.attribute("sparsenessPenalty_beta", c.sparseness_beta);
  out.attribute("bDenoising", std::uint32_t{c.denoising_p > 0.0f});
  out.attribute("denoising_p", c.denoising_p);
  out.attribute("deltaBoost_one", c.delta_boost_one);
  out.attribute("deltaBoost_zero", c.delta_boost_zero);
  out.attribute("SMCE_oneScale", c.one_scale);
  out.attribute("SMCE_zeroScale", c.zero_scale);
  out.attribute("SMCE_oneTarget", c.one_target);
  out.attribute("SMCE_zeroTarget", c.zero_target);
  out.attribute("ShuffleIndices", std::uint32_t{c.shuffle_indices});
  out.attribute("checkpoint_name", model.checkpoint_name);
  out.attribute("checkpoint_interval", model.checkpoint_interval);
  out.attribute("checkpoint_epochs", model.checkpoint_epochs);
  out.attribute("layers", static_cast<std::uint32_t>(c.layers.size()));
  out.attribute("weights", static_cast<std::uint32_t>(model.weights.size()));
}

void write_layer(NetcdfWriter& out, const NetworkConfig& config, std::size_t position) {
  const LayerConfig& l = config.layers[position];
  const std::string p = fmt::format("layer{}_", position);
  const bool denoises = l.kind == LayerKind::Input && l.sparse && config.denoising_p > 0.0f;
  out.attribute(p + "name", l.name);
  out.attribute(p + "kind", number(l.kind));
  out.attribute(p + "type", number(l.type));
  out.attribute(p + "poolingfunction", std::uint32_t{0});
  out.attribute(p + "dataSet", l.data_set);
  out.attribute(p + "Nx", l.n);
  for (const char* axis : {"Ny", "Nz", "Nw"}) out.attribute(p + axis, std::uint32_t{1});
  out.attribute(p + "dimensions", std::uint32_t{1});
  for (const char* axis : {"X", "Y", "Z"}) {
    out.attribute(p + "kernel" + axis, std::uint32_t{1});
    out.attribute(p + "kernelStride" + axis, std::uint32_t{1});
    out.attribute(p + "kernelPadding" + axis, std::uint32_t{0});
  }
  out.attribute(p + "kernelDimensions", std::uint32_t{0});
  out.attribute(p + "weightInit", number(l.weight_init.scheme));
  out.attribute(p + "weightInitScale", l.weight_init.scale);
  out.attribute(p + "biasInit", l.weight_init.bias);
  out.attribute(p + "weightNorm", l.weight_norm);
  out.attribute(p + "deltaNorm", l.delta_norm);
  out.attribute(p + "pDropout", l.p_dropout);
  out.attribute(p + "activation", number(l.activation));
  out.attribute(p + "sparsenessPenalty_p", l.sparseness_p);
  out.attribute(p + "sparsenessPenalty_beta", l.sparseness_beta);
  out.attribute(p + "RELUSlope", l.relu_slope);
  out.attribute(p + "ELUAlpha", l.elu_alpha);
  out.attribute(p + "SELULambda", l.selu_lambda);
  out.attribute(p + "attributes", (l.sparse ? layer_sparse : 0U) | (denoises ? layer_denoising : 0U));
  out.attribute(p + "sources", static_cast<std::uint32_t>(l.sources.size()));
  for (std::size_t j = 0; j < l.sources.size(); ++j)
    out.attribute(fmt::format("{}source{}", p, j), l.sources[j]);
  out.attribute(p + "skips", static_cast<std::uint32_t>(l.skips.size()));
  for (std::size_t j = 0; j < l.skips.size(); ++j) out.attribute(fmt::format("{}skip{}", p, j), l.skips[j]);
}

void write_weight(NetcdfWriter& out, const WeightSet& w, std::size_t position) {
  const std::string p = fmt::format("weight{}_", position);
  out.attribute(p + "inputLayer", w.input_layer);
  out.attribute(p + "outputLayer", w.output_layer);
  out.attribute(p + "width", w.n_out);
  out.attribute(p + "height", w.n_in);
  for (const char* axis : {"length", "depth", "breadth"}) out.attribute(p + axis, std::uint64_t{1});
  out.attribute(p + "bShared", std::uint32_t{0});
  out.attribute(p + "bLocked", std::uint32_t{w.locked});
  out.attribute(p + "norm", w.norm);
  out.variable(p + "bias", out.dimension(p + "biasDim", w.bias.size()), w.bias);
  out.variable(p + "weights", out.dimension(p + "weightDim", w.weights.size()), w.weights);
}

/// Names in `state.numbers` and `state.vectors` are listed in numbered attributes, so that they may hold
/// anything.
void write_training(NetcdfWriter& out, const TrainingState& state, const std::string& hash) {
  out.attribute("fathom_format", std::uint32_t{1});
  out.attribute("fathom_config_hash", hash);
  out.attribute("fathom_optimizer", state.optimizer);
  out.attribute("fathom_step", state.step);
  out.attribute("fathom_epoch", state.epoch);
  out.attribute("fathom_seed", state.seed);
  out.attribute("fathom_batch_size", state.batch_size);
  out.attribute("fathom_alpha", state.alpha);
  out.attribute("fathom_lambda", state.lambda);
  out.attribute("fathom_lambda1", state.lambda1);
  out.attribute("fathom_mu", state.mu);
  out.attribute("fathom_mu1", state.mu1);
  out.attribute("fathom_numbers", static_cast<std::uint32_t>(state.numbers.size()));
  std::size_t i = 0;
  for (const auto& [name, value] : state.numbers) {
    out.attribute(fmt::format("fathom_number{}_name", i), name);
    out.attribute(fmt::format("fathom_number{}", i++), value);
  }
  out.attribute("fathom_vectors", static_cast<std::uint32_t>(state.vectors.size()));
  i = 0;
  for (const auto& [name, values] : state.vectors) {
    out.attribute(fmt::format("fathom_vector{}_name", i), name);
    const std::string dimension = fmt::format("fathom_vector{}Dim", i);
    if (!values.empty())
      out.variable(fmt::format("fathom_vector{}", i), out.dimension(dimension, values.size()), values);
    ++i;
  }
}

// ---- reading ----

template <class E>
E enumerated(const NetcdfReader& in, const std::string& name, E last) {
  return static_cast<E>(in.natural(name, number(last)));
}

bool flag(const NetcdfReader& in, const std::string& name) { return in.natural(name, largest_u32) != 0; }

std::int32_t small_integer(const NetcdfReader& in, const std::string& name) {
  const std::int64_t value = in.integer(name);
  if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max()) {
    in.fail(fmt::format("the attribute {} is out of range", name));
  }
  return static_cast<std::int32_t>(value);
}

float real_or(const NetcdfReader& in, const std::string& name, float otherwise) {
  return in.has_attribute(name) ? in.real(name) : otherwise;
}

NetworkConfig read_network(const NetcdfReader& in) {
  NetworkConfig c;
  in.real("version");  // required, but its value has no meaning
  c.name = in.text("name");
  c.kind = enumerated(in, "kind", NetworkKind::AutoEncoder);
  c.error_function = enumerated(in, "errorFunction", ErrorFunction::L2Hinge);
  c.maxout_k = small_integer(in, "maxout_k");
  c.decay = real_or(in, "decay", 0.0f);
  c.lrn_k = in.real("LRN_k");
  c.lrn_n = small_integer(in, "LRN_n");
  c.lrn_alpha = in.real("LRN_alpha");
  c.lrn_beta = in.real("LRN_beta");
  c.sparseness_p = in.real("sparsenessPenalty_p");
  c.sparseness_beta = flag(in, "bSparsenessPenalty") ? in.real("sparsenessPenalty_beta") : 0.0f;
  c.denoising_p = flag(in, "bDenoising") ? in.real("denoising_p") : 0.0f;
  c.delta_boost_one = in.real("deltaBoost_one");
  c.delta_boost_zero = in.real("deltaBoost_zero");
  c.one_scale = in.real("SMCE_oneScale");
  c.zero_scale = in.real("SMCE_zeroScale");
  c.one_target = in.real("SMCE_oneTarget");
  c.zero_target = in.real("SMCE_zeroTarget");
  c.shuffle_indices = flag(in, "ShuffleIndices");
  return c;
}

std::vector<std::string> read_names(const NetcdfReader& in, const std::string& prefix,
                                    const std::string& count) {
  std::vector<std::string> names(in.natural(count, most_layers));
  for (std::size_t j = 0; j < names.size(); ++j) names[j] = in.text(fmt::format("{}{}", prefix, j));
  return names;
}

LayerConfig read_layer(const NetcdfReader& in, std::size_t position) {
  const std::string p = fmt::format("layer{}_", position);
  LayerConfig l;
  l.name = in.text(p + "name");
  l.kind = enumerated(in, p + "kind", LayerKind::Target);
  l.type = enumerated(in, p + "type", LayerType::Pooling);
  l.data_set = in.text(p + "dataSet");
  std::uint64_t units = 1;
  for (const char* axis : {"Nx", "Ny", "Nz", "Nw"}) {
    units *= in.natural(p + axis, largest_u32);
    if (units > largest_u32) in.fail(fmt::format("layer {} has too many units", l.name));
  }
  l.n = static_cast<std::uint32_t>(units);
  l.weight_init = {enumerated(in, p + "weightInit", WeightScheme::Selu), in.real(p + "weightInitScale"),
                   in.real(p + "biasInit")};
  l.weight_norm = in.real(p + "weightNorm");
  l.delta_norm = in.real(p + "deltaNorm");
  l.p_dropout = in.real(p + "pDropout");
  l.activation = enumerated(in, p + "activation", Activation::ScaledExponentialLinear);
  l.sparseness_p = in.real(p + "sparsenessPenalty_p");
  l.sparseness_beta = in.real(p + "sparsenessPenalty_beta");
  // Files of versions before 0.85 lack these three.
  l.relu_slope = real_or(in, p + "RELUSlope", 1.0f);
  l.elu_alpha = real_or(in, p + "ELUAlpha", 1.0f);
  l.selu_lambda = real_or(in, p + "SELULambda", 1.050701f);
  const std::uint64_t attributes = in.natural(p + "attributes", largest_u32);
  l.sparse = (attributes & layer_sparse) != 0;
  if ((attributes & layer_batch_normalization) != 0) {
    throw ConfigError(in.file(),
                      fmt::format("layer {} uses batch normalisation, which is not supported", l.name));
  }
  l.sources = read_names(in, p + "source", p + "sources");
  l.skips = read_names(in, p + "skip", p + "skips");
  return l;
}

WeightSet read_weight(const NetcdfReader& in, const NetworkConfig& config, std::size_t position) {
  const std::string p = fmt::format("weight{}_", position);
  WeightSet w;
  w.input_layer = in.text(p + "inputLayer");
  w.output_layer = in.text(p + "outputLayer");
  if (flag(in, p + "bShared")) {
    throw ConfigError(in.file(), fmt::format("the weights from {} to {} are shared, which is not supported",
                                             w.input_layer, w.output_layer));
  }
  const LayerConfig* from = config.find(w.input_layer);
  const LayerConfig* to = config.find(w.output_layer);
  if (from == nullptr || to == nullptr) {
    in.fail(fmt::format("weight {} leads from {} to {}, and there is no such layer", position, w.input_layer,
                        w.output_layer));
  }
  // The extents in the file can be one process's part of them, so the layers say the size, as in the
  // original.
  w.n_in = from->n;
  w.n_out = to->n;
  w.locked = in.has_attribute(p + "bLocked") && flag(in, p + "bLocked");
  w.norm = real_or(in, p + "norm", 0.0f);
  w.bias = in.floats(p + "bias", w.n_out);
  w.weights = in.floats(p + "weights", w.n_in * w.n_out);
  return w;
}

TrainingState read_training(const NetcdfReader& in) {
  TrainingState s;
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  if (in.natural("fathom_format", any) != 1) in.fail("it was written by a newer Fathom");
  s.optimizer = static_cast<std::uint32_t>(in.natural("fathom_optimizer", number(TrainingMode::Adam)));
  s.step = in.natural("fathom_step", any);
  s.epoch = in.natural("fathom_epoch", any);
  s.seed = in.natural("fathom_seed", any);
  s.batch_size = in.natural("fathom_batch_size", any);
  s.alpha = in.real("fathom_alpha");
  s.lambda = in.real("fathom_lambda");
  s.lambda1 = in.real("fathom_lambda1");
  s.mu = in.real("fathom_mu");
  s.mu1 = in.real("fathom_mu1");
  for (std::uint64_t i = 0, n = in.natural("fathom_numbers", most_layers); i < n; ++i) {
    s.numbers[in.text(fmt::format("fathom_number{}_name", i))] =
        in.double_precision(fmt::format("fathom_number{}", i));
  }
  for (std::uint64_t i = 0, n = in.natural("fathom_vectors", most_layers); i < n; ++i) {
    const std::string variable = fmt::format("fathom_vector{}", i);
    auto& values = s.vectors[in.text(variable + "_name")];
    if (in.has_variable(variable)) values = in.floats(variable, in.length_of(variable));
  }
  return s;
}

/// Exactly one set of weights for each (source, layer) pair, in the order of the layers.
void check_weights(const NetcdfReader& in, const ModelFile& model) {
  std::size_t next = 0;
  for (const LayerConfig& layer : model.config.layers) {
    for (const std::string& source : layer.sources) {
      if (next == model.weights.size() || model.weights[next].input_layer != source ||
          model.weights[next].output_layer != layer.name) {
        in.fail(fmt::format("the weights from {} to {} are missing or out of order", source, layer.name));
      }
      ++next;
    }
  }
  if (next != model.weights.size()) in.fail("it holds more weights than its layers need");
}

}  // namespace

void write_model(const std::string& file, const ModelFile& model) {
  NetcdfWriter out(file);
  write_network(out, model);
  for (std::size_t i = 0; i < model.config.layers.size(); ++i) write_layer(out, model.config, i);
  for (std::size_t i = 0; i < model.weights.size(); ++i) write_weight(out, model.weights[i], i);
  if (model.training) write_training(out, *model.training, config_hash(model.config));
  out.commit();
}

ModelFile read_model(const std::string& file) { return read_model(NetcdfReader(file)); }

ModelFile read_model(const NetcdfReader& in) {
  ModelFile model;
  model.config = read_network(in);
  const std::uint64_t layers = in.natural("layers", most_layers);
  for (std::uint64_t i = 0; i < layers; ++i) model.config.layers.push_back(read_layer(in, i));
  check_network(model.config, in.file());
  const std::uint64_t weights = in.natural("weights", most_layers);
  for (std::uint64_t i = 0; i < weights; ++i) model.weights.push_back(read_weight(in, model.config, i));
  check_weights(in, model);
  if (in.has_attribute("checkpoint_name")) model.checkpoint_name = in.text("checkpoint_name");
  if (in.has_attribute("checkpoint_interval"))
    model.checkpoint_interval = small_integer(in, "checkpoint_interval");
  if (in.has_attribute("checkpoint_epochs")) model.checkpoint_epochs = small_integer(in, "checkpoint_epochs");
  if (in.has_attribute("fathom_format")) model.training = read_training(in);
  return model;
}

}  // namespace fathom::model
