/// What a network is, as plain data: the meaning of a DSSTNE configuration (JSON) and of the descriptor part
/// of a DSSTNE model file (NetCDF). Names and numbers of the enums are DSSTNE's, because files store them.
///
///   NetworkConfig config = parse_network_config(text, "config.json");   // throws ConfigError
///
/// A NetworkConfig that came out of parse_network_config or read_model has been checked: sources exist, the
/// graph has no cycle, and activations, losses and layer types are ones that Fathom computes. `N: auto` is
/// not yet known then; `with_data_sizes` fills it in from the data sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::model {

enum class NetworkKind : std::uint32_t { FeedForward = 0, AutoEncoder = 1 };

enum class ErrorFunction : std::uint32_t {
  L1 = 0,
  L2 = 1,
  CrossEntropy = 2,
  ScaledMarginalCrossEntropy = 3,
  DataScaledMarginalCrossEntropy = 4,
  Hinge = 5,
  L2Hinge = 6,
};

enum class LayerKind : std::uint32_t { Input = 0, Hidden = 1, Output = 2, Target = 3 };

enum class LayerType : std::uint32_t { FullyConnected = 0, Convolutional = 1, Pooling = 2 };

enum class Activation : std::uint32_t {
  Sigmoid = 0,
  Tanh = 1,
  RectifiedLinear = 2,
  Linear = 3,
  ParametricRectifiedLinear = 4,
  SoftPlus = 5,
  SoftSign = 6,
  SoftMax = 7,
  ReluMax = 8,
  LinearMax = 9,
  ExponentialLinear = 10,
  LeakyRectifiedLinear = 11,
  ScaledExponentialLinear = 12,
};

enum class WeightScheme : std::uint32_t {
  Xavier = 0,
  CaffeXavier = 1,
  Gaussian = 2,
  Uniform = 3,
  UnitBall = 4,
  Constant = 5,
  Selu = 6,
};

/// DSSTNE's training modes. Not stored in its files; Fathom stores it in `fathom_optimizer`.
enum class TrainingMode : std::uint32_t {
  Sgd = 0,
  Momentum = 1,
  AdaGrad = 2,
  Nesterov = 3,
  RmsProp = 4,
  AdaDelta = 5,
  Adam = 6,
};

/// The keyword of the configuration language, e.g. "ScaledMarginalCrossEntropy".
std::string_view to_text(NetworkKind value);
std::string_view to_text(ErrorFunction value);
std::string_view to_text(LayerKind value);
std::string_view to_text(LayerType value);
std::string_view to_text(Activation value);
std::string_view to_text(WeightScheme value);
std::string_view to_text(TrainingMode value);
/// Reads the name of an optimizer (`sgd`, `momentum`, `adagrad`, `nesterov`, `rmsprop`, `adadelta`, `adam`)
/// in any case; nothing if it is none.
std::optional<TrainingMode> parse_training_mode(std::string_view text);

/// How a layer's weights start. Scale's meaning depends on the scheme (as in DSSTNE).
struct WeightInit {
  WeightScheme scheme = WeightScheme::Xavier;
  float scale = 1.0f;
  float bias = 0.0f;  ///< the initial value of every bias

  bool operator==(const WeightInit&) const = default;
};

struct LayerConfig {
  std::string name;
  LayerKind kind = LayerKind::Hidden;
  LayerType type = LayerType::FullyConnected;
  std::string data_set;              ///< input and output layers: the name of the data set, else empty
  std::vector<std::string> sources;  ///< names of the layers that feed this one; empty for input layers
  std::vector<std::string> skips;    ///< names of layers whose units are added to this one's z
  std::uint32_t n = 1;               ///< units. 0 while `automatic` and no data set is attached
  bool automatic = false;            ///< `"N": "auto"`: n is the width of the data set
  bool sparse = false;  ///< input: data are sparse (denoising applies); hidden: takes the sparseness penalty
  float p_dropout = 0.0f;  ///< probability of dropping a unit in training
  WeightInit weight_init;
  Activation activation = Activation::Sigmoid;
  float weight_norm = 0.0f;  ///< 0: off; else the largest length of a unit's incoming weight vector
  float delta_norm = 0.0f;   ///< 0: off; else the largest length of an example's delta
  float sparseness_p = 0.0f, sparseness_beta = 0.0f;  ///< replace the network's when greater than 0
  float relu_slope = 1.0f, elu_alpha = 1.0f, selu_lambda = 1.050701f;

  bool operator==(const LayerConfig&) const = default;
};

struct NetworkConfig {
  std::string name;
  NetworkKind kind = NetworkKind::FeedForward;
  ErrorFunction error_function = ErrorFunction::CrossEntropy;
  bool shuffle_indices = true;  ///< a new order of the examples before every epoch
  float one_target = 0.9f, zero_target = 0.1f, one_scale = 1.0f, zero_scale = 1.0f;  ///< (D)SMCE
  float sparseness_p = 0.0f, sparseness_beta = 0.0f;  ///< the penalty is active iff beta > 0
  float denoising_p = 0.0f;                           ///< active iff > 0
  float delta_boost_one = 1.0f, delta_boost_zero = 1.0f;
  float lrn_k = 2.0f, lrn_alpha = 0.0001f, lrn_beta = 0.75f;  ///< kept for the file format only
  std::int32_t lrn_n = 5, maxout_k = 2;                       ///< kept for the file format only
  float decay = 0.0f;               ///< learning rate decay a batch: alpha / (1 + decay * batches)
  std::vector<LayerConfig> layers;  ///< in the order of the file

  /// Fathom's own keys in the configuration; DSSTNE has no such keys. `Optimizer` etc. are read from the
  /// object "Fathom": {"Optimizer": "adam", "Alpha": 0.001, "Lambda": 0, "Lambda1": 0, "Mu": 0.9, "Mu1":
  /// 0.999, "Epochs": 20, "BatchSize": 256}; flags of `train` win over them.
  struct Training {
    std::optional<TrainingMode> optimizer;
    std::optional<float> alpha, lambda, lambda1, mu, mu1;
    std::optional<std::uint32_t> epochs, batch_size;

    bool operator==(const Training&) const = default;
  } training;

  bool operator==(const NetworkConfig&) const = default;

  const LayerConfig* find(std::string_view layer) const;  ///< null if there is no layer of that name
};

/// Parses a configuration. `file` is for messages only. `warnings`, if given, gets one sentence for each
/// thing that is accepted without having the effect one could expect. Throws ConfigError, whose text names
/// the file, the JSON path of the fault and, for an unknown key, the nearest known one. Source: Amazon
/// DSSTNE.
NetworkConfig parse_network_config(std::string_view text, const std::string& file,
                                   std::vector<std::string>* warnings = nullptr);
/// Reads and parses a file.
NetworkConfig read_network_config(const std::string& file, std::vector<std::string>* warnings = nullptr);

/// Refuses what Fathom does not compute or what makes no sense as a network: unknown sources, cycles, no
/// input or no output layer, unsupported layer types, activations and losses. Throws ConfigError with a
/// sentence.
void check_network(const NetworkConfig& config, const std::string& file);

/// The indices of config.layers in an order in which every layer stands after all its sources and skips.
/// Of several possible orders it is the one nearest to the order of the file. config must have been checked.
std::vector<std::size_t> forward_order(const NetworkConfig& config);

/// SHA-256 (hex) over everything in `config` that the trained numbers depend on, N included: a checkpoint
/// belongs to the configuration of the same hash.
std::string config_hash(const NetworkConfig& config);

}  // namespace fathom::model
