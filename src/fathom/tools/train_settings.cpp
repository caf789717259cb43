#include "fathom/tools/train_settings.hpp"

#include <fmt/format.h>

#include <limits>

namespace fathom::tools {
namespace {

using model::TrainingMode;

/// DSSTNE's for SGD; for the others what their papers and users start from.
struct Defaults {
  float alpha, mu, mu1;
};

Defaults defaults_of(TrainingMode mode) {
  switch (mode) {
    case TrainingMode::Adam:
      return {0.001f, 0.9f, 0.999f};
    case TrainingMode::RmsProp:
      return {0.001f, 0.9f, 0.0f};
    case TrainingMode::AdaDelta:
      return {1.0f, 0.95f, 0.0f};
    case TrainingMode::AdaGrad:
      return {0.01f, 0.0f, 0.0f};
    case TrainingMode::Momentum:
    case TrainingMode::Nesterov:
      return {0.025f, 0.9f, 0.0f};
    default:
      return {0.025f, 0.5f, 0.0f};
  }
}

std::optional<std::uint64_t> count(const Arguments& arguments, std::string_view flag, std::uint64_t least) {
  const auto number = arguments.natural(flag, least);
  if (number && *number > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    throw UsageError(fmt::format("{} {}: the number is too large", flag, *number));
  }
  return number;
}

}  // namespace

TrainFlags TrainFlags::from(const Arguments& arguments) {
  TrainFlags flags;
  flags.alpha = arguments.real("-alpha");
  flags.lambda = arguments.real("-lambda");
  flags.lambda1 = arguments.real("-lambda1");
  flags.mu = arguments.real("-mu");
  flags.mu1 = arguments.real("-mu1");
  flags.batch_size = count(arguments, "-b", 1);
  flags.epochs = count(arguments, "-e", 1);
  flags.checkpoint_interval = count(arguments, "--checkpoint-interval", 0);
  if (const auto name = arguments.value("--optimizer")) {
    flags.optimizer = model::parse_training_mode(*name);
    if (!flags.optimizer) {
      throw UsageError(fmt::format(
          "--optimizer {}: it can be sgd, momentum, adagrad, nesterov, rmsprop, adadelta or adam", *name));
    }
  }
  return flags;
}

train::TrainerOptions settings_of(const TrainFlags& flags, const model::NetworkConfig::Training& config) {
  train::TrainerOptions options;
  const auto choose = [](const auto& flag, const auto& configured, auto otherwise) {
    return flag         ? static_cast<decltype(otherwise)>(*flag)
           : configured ? static_cast<decltype(otherwise)>(*configured)
                        : otherwise;
  };
  options.optimizer = choose(flags.optimizer, config.optimizer, TrainingMode::Sgd);
  const Defaults defaults = defaults_of(options.optimizer);
  options.epochs = choose(flags.epochs, config.epochs, options.epochs);
  options.batch_size = choose(flags.batch_size, config.batch_size, options.batch_size);
  options.alpha = choose(flags.alpha, config.alpha, defaults.alpha);
  options.lambda = choose(flags.lambda, config.lambda, options.lambda);
  options.lambda1 = choose(flags.lambda1, config.lambda1, options.lambda1);
  options.mu = choose(flags.mu, config.mu, defaults.mu);
  options.mu1 = choose(flags.mu1, config.mu1, defaults.mu1);
  if (flags.checkpoint_interval)
    options.checkpoint_interval = static_cast<std::uint32_t>(*flags.checkpoint_interval);
  return options;
}

}  // namespace fathom::tools
