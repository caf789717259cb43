/// How fast a sparse autoencoder trains, next to the machine's own limit in the same run.
///
///   bench_fathom_epoch [--items N] [--hidden N[,N…]] [--batch N] [--points N] [--batches N] [--threads N]
///                      [--optimizer sgd|adam|…]
///
/// Prints milliseconds a minibatch, GFLOP/s of the matrix products, and the ratio to the floor: the time that
/// a loop of multiply-adds in registers takes for the same operations on as many threads. Data are random, as
/// many stored points an example as `--points` says, popular items first (Zipf).
#include "fathom_floor.hpp"

#include "fathom/core/context.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/core/random.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace fathom;
using Seconds = std::chrono::duration<double>;

struct Shape {
  std::size_t items = 27278;
  std::vector<std::size_t> hidden{128};
  std::size_t batch = 256;
  std::size_t points = 144;
  std::size_t batches = 40;
  std::size_t threads = 1;
  model::TrainingMode optimizer = model::TrainingMode::Sgd;
};

std::size_t parse_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0)
    throw ConfigError("command line", fmt::format("{} is not a positive number", text));
  return number;
}

Shape parse(int argc, char** argv) {
  Shape shape;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 == argc) throw ConfigError("command line", fmt::format("{} needs a value", flag));
    const std::string_view value = argv[i + 1];
    if (flag == "--items")
      shape.items = parse_number(value);
    else if (flag == "--batch")
      shape.batch = parse_number(value);
    else if (flag == "--points")
      shape.points = parse_number(value);
    else if (flag == "--batches")
      shape.batches = parse_number(value);
    else if (flag == "--threads")
      shape.threads = parse_number(value);
    else if (flag == "--optimizer") {
      const auto mode = model::parse_training_mode(value);
      if (!mode) throw ConfigError("command line", fmt::format("{} is no optimizer", value));
      shape.optimizer = *mode;
    } else if (flag == "--hidden") {
      shape.hidden.clear();
      for (std::size_t from = 0; from <= value.size();) {
        const std::size_t to = std::min(value.find(',', from), value.size());
        shape.hidden.push_back(parse_number(value.substr(from, to - from)));
        from = to + 1;
      }
    } else {
      throw ConfigError("command line", fmt::format("unknown flag {}", flag));
    }
  }
  return shape;
}

model::NetworkConfig network_of(const Shape& shape) {
  model::NetworkConfig config;
  config.error_function = model::ErrorFunction::ScaledMarginalCrossEntropy;
  config.one_target = 1;
  config.zero_target = 0;
  config.shuffle_indices = false;
  config.denoising_p = 0.2F;
  config.sparseness_p = 0.5F;
  config.sparseness_beta = 2;
  const auto add = [&](std::string name, model::LayerKind kind, std::size_t units) {
    model::LayerConfig layer;
    layer.kind = kind;
    layer.n = static_cast<std::uint32_t>(units);
    layer.sparse = true;
    if (kind != model::LayerKind::Hidden) layer.data_set = "items";
    if (!config.layers.empty()) layer.sources = {config.layers.back().name};
    layer.name = std::move(name);
    config.layers.push_back(std::move(layer));
  };
  add("Input", model::LayerKind::Input, shape.items);
  for (const std::size_t units : shape.hidden)
    add("Hidden" + std::to_string(config.layers.size()), model::LayerKind::Hidden, units);
  add("Output", model::LayerKind::Output, shape.items);
  return config;
}

data::DataSet data_of(const Shape& shape) {
  data::DataSet set;
  set.name = "items";
  set.attributes = data::sparse | data::boolean;
  set.width = static_cast<std::uint32_t>(shape.items);
  set.examples = set.unique_examples = shape.batch * shape.batches;
  const RandomStream stream(1, Purpose::split, 0);
  std::vector<std::uint32_t> row;
  for (std::uint64_t example = 0, drawn = 0; example < set.examples; ++example) {
    row.clear();
    for (std::size_t point = 0; point < shape.points; ++point) {
      const double where =
          std::pow(static_cast<double>(shape.items), static_cast<double>(stream.uniform(drawn++)));
      row.push_back(std::min(static_cast<std::uint32_t>(where), set.width) - 1);
    }
    std::ranges::sort(row);
    row.erase(std::unique(row.begin(), row.end()), row.end());
    set.start.push_back(set.index.size());
    set.index.insert(set.index.end(), row.begin(), row.end());
    set.end.push_back(set.index.size());
  }
  return set;
}

/// Multiply-adds of the products of one minibatch.
double multiply_adds(const Shape& shape, double points_an_example) {
  double count = 2 * points_an_example * static_cast<double>(shape.hidden.front());
  for (std::size_t i = 0; i + 1 < shape.hidden.size(); ++i)
    count += 3.0 * static_cast<double>(shape.hidden[i] * shape.hidden[i + 1]);
  count += 3.0 * static_cast<double>(shape.hidden.back() * shape.items);
  return count * static_cast<double>(shape.batch);
}

/// Seconds that `count` multiply-adds take on all threads, at best.
double floor_seconds(Context& ctx, double count) {
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<float> sinks(ctx.threads() * 16);
    const auto begun = std::chrono::steady_clock::now();
    ctx.pool().run(ctx.threads(), [&](std::size_t shard, std::size_t) {
      bench::multiply_add(static_cast<std::size_t>(count / static_cast<double>(ctx.threads())),
                          sinks[shard * 16]);
    });
    best = std::min(best, Seconds(std::chrono::steady_clock::now() - begun).count());
  }
  return best;
}

void run(const Shape& shape) {
  Context ctx({.threads = shape.threads});
  const auto backend = cpu::make_backend();
  const std::vector<data::DataSet> sets{data_of(shape)};
  const model::NetworkConfig config = network_of(shape);
  model::Network network(config, *backend, ctx, shape.batch);
  network.initialise(1);
  const model::BatchSource source(config, sets, model::Use::training);

  std::vector<double> times;
  auto last = std::chrono::steady_clock::now();
  train::Callbacks callbacks;
  callbacks.batch = [&](std::uint64_t, std::uint64_t) {
    const auto now = std::chrono::steady_clock::now();
    times.push_back(Seconds(now - last).count());
    last = now;
  };
  train::TrainerOptions options;
  options.epochs = 1;
  options.batch_size = static_cast<std::uint32_t>(shape.batch);
  options.optimizer = shape.optimizer;
  options.mu = 0.9F;
  options.mu1 = 0.999F;
  train::Trainer trainer(network, source, options, callbacks);
  last = std::chrono::steady_clock::now();
  const train::EpochReport report = trainer.run_epoch();

  std::ranges::sort(times);
  const double median = times[times.size() / 2];
  const double work =
      multiply_adds(shape, static_cast<double>(sets[0].points()) / static_cast<double>(sets[0].examples));
  const double least = floor_seconds(ctx, work);
  fmt::print("{} items, hidden {}, batch {}, {:.0f} points an example, {} threads, {}\n", shape.items,
             fmt::join(shape.hidden, "-"), shape.batch,
             static_cast<double>(sets[0].points()) / static_cast<double>(sets[0].examples), ctx.threads(),
             cpu::instruction_set());
  fmt::print(
      "batch  {:8.2f} ms median  {:8.2f} ms best   {:7.1f} GFLOP/s   {:.2f} x floor ({:.2f} ms, {:.1f} "
      "GFLOP/s)\n",
      1e3 * median, 1e3 * times.front(), 2e-9 * work / median, median / least, 1e3 * least,
      2e-9 * work / least);
  fmt::print("epoch  {:8.2f} s, average training error {:.4f}\n", report.elapsed_seconds,
             report.average_training_error);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_fathom_epoch: {}\n", error.what());
    return 1;
  }
}
