// train: a network from a configuration and data sets, with DSSTNE's command line and messages.
#include "base/version.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/tools/describe.hpp"
#include "fathom/tools/engine_flags.hpp"
#include "fathom/tools/progress.hpp"
#include "fathom/tools/run_tool.hpp"
#include "fathom/tools/train_settings.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace fathom::tools {
namespace {

constexpr int engine_error = 255;

std::vector<Flag> flags() {
  std::vector<Flag> all{
      {"-c", "config_file", "network configuration, JSON (required)"},
      {"-i", "input_netcdf", "NetCDF file with the input data set (required)"},
      {"-o", "output_netcdf", "NetCDF file with the output data set (required)"},
      {"-n", "network_file", "network file to make; it must not exist (required)"},
      {"-b", "batch_size", "examples of a minibatch (default: 1024)"},
      {"-e", "epochs", "passes over the data (default: 40)"},
      {"-alpha", "rate", "learning rate (default: 0.025; with adam 0.001; train(1) has the others)"},
      {"-lambda", "factor", "L2 regularization (default: 0.0001)"},
      {"-lambda1", "factor", "L1 regularization (default: 0)"},
      {"-mu", "momentum", "of the optimizer; Adam's beta1 (default: 0.5; with adam 0.9)"},
      {"-mu1", "factor", "Adam's beta2 (default: 0; with adam 0.999)"},
      {"-d", "dataset_name", "not used; DSSTNE's documented command lines have it"},
      {"--optimizer", "name", "sgd, momentum, adagrad, nesterov, rmsprop, adadelta or adam (default: sgd)"},
      {"--checkpoint-interval", "epochs",
       "between checkpoints <network_file><epoch>.nc, 0 for none (default: 10)"},
      {"--resume", "checkpoint", "go on from a checkpoint to -e epochs in all"},
      {"--no-initial-network", "", "do not write initial_network.nc into the working directory"},
      {"--version", "", "the version"},
      {"-h", "", "this text (exit status 1, as DSSTNE's)"},
  };
  add_engine_flags(all);
  return all;
}

struct Files {
  std::string config, input, output, network;

  static Files from(const Arguments& arguments) {
    Files files;
    const auto readable = [&](std::string_view flag, std::string_view what, std::string_view title) {
      std::string file = arguments.required(flag, fmt::format("{} is not specified.", what));
      if (access(file.c_str(), R_OK) != 0) throw UsageError(fmt::format("Cannot read {}: {}", title, file));
      return file;
    };
    files.config = readable("-c", "config file", "config file");
    files.input = readable("-i", "input NetCDF file", "input feature index file");
    files.output = readable("-o", "output NetCDF file", "output feature index file");
    files.network = arguments.required("-n", "network file is not specified.");
    if (access(files.network.c_str(), F_OK) == 0)
      throw UsageError("Network file already exists: " + files.network);
    if (const auto checkpoint = arguments.value("--resume");
        checkpoint && access(checkpoint->c_str(), R_OK) != 0)
      throw UsageError("Cannot read checkpoint: " + *checkpoint);
    const data::ReplacedFile probe(files.network);  // now, not after the first ten epochs
    return files;
  }
};

void tell_settings(const Files& files, const train::TrainerOptions& o) {
  say("Train will use configuration file: " + files.config);
  say("Train will use input data file: " + files.input);
  say("Train will use output data file: " + files.output);
  say("Train will produce networkFileName: " + files.network);
  say(fmt::format("Train will use batchSize: {}", o.batch_size));
  say(fmt::format("Train will use number of epochs: {}", o.epochs));
  say(fmt::format("Train alpha {:g}, lambda {:g}, mu {:g}.Please check CDL.txt for meanings", o.alpha,
                  o.lambda, o.mu));
  say(fmt::format(
      "Train alpha {:g}, lambda {:g}, lambda1 {:g}, mu {:g}, mu1 {:g}.Please check CDL.txt for meanings",
      o.alpha, o.lambda, o.lambda1, o.mu, o.mu1));
}

std::vector<data::DataSet> load_data(const Files& files) {
  std::vector<data::DataSet> sets = data::load_data_sets(files.input);
  if (!std::filesystem::equivalent(files.input, files.output)) {
    std::vector<data::DataSet> more = data::load_data_sets(files.output);
    std::move(more.begin(), more.end(), std::back_inserter(sets));
  }
  for (const data::DataSet& set : sets) tell_loaded(set, say);
  return sets;
}

void tell_layers(const model::NetworkConfig& config) {
  for (const auto& [kind, title] :
       {std::pair(model::LayerKind::Input, "input"), std::pair(model::LayerKind::Output, "output")}) {
    const auto count = std::count_if(config.layers.begin(), config.layers.end(),
                                     [&, k = kind](const auto& l) { return l.kind == k; });
    say(fmt::format("NNNetwork::NNNetwork: {} {} layer{}", count, title, count == 1 ? "" : "s"));
  }
  for (const model::LayerConfig& layer : config.layers) {
    if (layer.kind != model::LayerKind::Input && layer.kind != model::LayerKind::Output) continue;
    say(fmt::format("NNNetwork::LoadDataSets: Found data set {} for {} layer {}", layer.data_set,
                    layer.kind == model::LayerKind::Input ? "input" : "output", layer.name));
  }
}

/// Writes a network. The file does not know its own name, so that the same run gives the same bytes whatever -n is:
/// as the name of its checkpoints it has DSSTNE's default.
void save(const std::string& file, model::ModelFile model, std::uint32_t interval) {
  model.checkpoint_name = "check";
  model.checkpoint_interval = static_cast<std::int32_t>(interval);
  model::write_model(file, model);
}

/// Prints the line that DSSTNE's users parse.
void tell_epoch(const train::EpochReport& r) {
  say(fmt::format(
      "NNNetwork::Train: Epoch {}, average error {:f}, average training error {:f}, "
      "average regularization error {:f}, elapsed time {:f}s",
      r.epoch, r.average_error, r.average_training_error, r.average_regularization_error, r.elapsed_seconds));
}

void tell_totals(double seconds) {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  say(fmt::format("Total Training Time {:.6g}", seconds));
  say("GPU Memory Usage: 0 KB");
  say(fmt::format("CPU Memory Usage: {} KB", usage.ru_maxrss));
}

class Training {
 public:
  Training(Files files, train::TrainerOptions options, const Arguments& arguments, const EngineFlags& engine)
      : files_(std::move(files)),
        options_(std::move(options)),
        arguments_(arguments),
        interrupt_(watch_signals()),
        ctx_({engine.threads, engine.seed}),
        backend_(cpu::make_backend()) {
    options_.dsstne_exact = engine.dsstne_exact;
  }

  int run(model::NetworkConfig config) {
    say(fmt::format("Fathom: cpu {}, {} threads, fp32, seed {}", cpu::instruction_set(), ctx_.threads(),
                    ctx_.seed()));
    const std::vector<data::DataSet> sets = load_data(files_);
    tell_network(config, say);
    model::set_automatic_sizes(config, sets);
    const model::BatchSource source(config, sets, model::Use::training);
    for (const std::string& warning : source.warnings()) say("Warning: " + warning);
    tell_layers(config);
    tell_memory(config);
    model::Network network(std::move(config), *backend_, ctx_, options_.batch_size);
    network.initialise(ctx_.seed());
    say(fmt::format("NNNetwork::SetCheckPoint: filename set to {}, interval set to {} epochs.",
                    files_.network, options_.checkpoint_interval));
    if (!arguments_.has("--no-initial-network")) {
      save("initial_network.nc", network.to_model_file(), options_.checkpoint_interval);
    }
    say(fmt::format("NNNetwork::SetTrainingMode: Optimizer is now {}", to_text(options_.optimizer)));
    train(network, source);
    return 0;
  }

 private:
  /// Before anything is allocated: a network that cannot fit would take the machine with it.
  void tell_memory(const model::NetworkConfig& config) const {
    const formula::Optimizer optimizer = model::to_optimizer(options_.optimizer, options_.mu, options_.mu1);
    const model::MemoryNeed need = model::memory_need(config, options_.batch_size, &optimizer);
    constexpr double mib = 1 << 20;
    say(fmt::format("Fathom: memory for weights {:.1f} MiB, optimizer {:.1f} MiB, units {:.1f} MiB",
                    static_cast<double>(need.weights) / mib, static_cast<double>(need.optimizer) / mib,
                    static_cast<double>(need.units) / mib));
    const std::uint64_t machine =
        std::uint64_t(sysconf(_SC_PHYS_PAGES)) * std::uint64_t(sysconf(_SC_PAGESIZE));
    if (need.total() > machine) {
      throw DeviceError(fmt::format(
          "the network needs {:.1f} MiB of memory, this machine has {:.1f} MiB; use smaller layers or a "
          "smaller batch size (-b)",
          static_cast<double>(need.total()) / mib, static_cast<double>(machine) / mib));
    }
  }

  void train(model::Network& network, const model::BatchSource& source) {
    const auto start = std::chrono::steady_clock::now();
    Progress progress;
    train::Trainer* running = nullptr;
    train::Callbacks callbacks;
    callbacks.epoch = [&](const train::EpochReport& report) {
      progress.clear();
      tell_epoch(report);
    };
    callbacks.checkpoint = [&](std::uint32_t epoch) {
      const std::string file = fmt::format("{}{}.nc", files_.network, epoch);
      progress.clear();
      say("NNNetwork::Train: saving checkpoint " + file);
      save(file, running->checkpoint(), options_.checkpoint_interval);
    };
    callbacks.batch = [&](std::uint64_t done, std::uint64_t batches) {
      data::stop_if(interrupt_);
      const double epochs = static_cast<double>(running->epochs_done()) +
                            static_cast<double>(done) / static_cast<double>(batches);
      progress.show(
          fmt::format("epoch {}/{} batch {}/{}", running->epochs_done() + 1, options_.epochs, done, batches),
          epochs / options_.epochs);
    };
    callbacks.divergence = [&](const std::string& message) {
      progress.clear();
      say(message);
    };
    train::Trainer trainer(network, source, options_, callbacks);
    running = &trainer;
    if (const auto checkpoint = arguments_.value("--resume")) {
      trainer.resume(model::read_model(*checkpoint));
      say(fmt::format("Fathom: resuming from {} after epoch {}", *checkpoint, trainer.epochs_done()));
    }
    trainer.run();
    progress.clear();
    tell_totals(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    save(files_.network, trainer.checkpoint(), options_.checkpoint_interval);
  }

  Files files_;
  train::TrainerOptions options_;
  const Arguments& arguments_;
  data::InterruptFlag interrupt_;
  Context ctx_;
  std::unique_ptr<Backend<float>> backend_;
};

int train_tool(const Arguments& arguments, ToolShell& shell) {
  if (arguments.has("--version")) return say(base::version_line(shell.program)), 0;
  const TrainFlags numbers = TrainFlags::from(arguments);
  if (arguments.has("-h")) {
    say(shell.usage);
    return 1;
  }
  const EngineFlags engine = EngineFlags::from(arguments);
  refuse_several_ranks("train");
  Files files = Files::from(arguments);
  if (const std::string unknown = arguments.unknown(); !unknown.empty())
    say("Warning: ignoring unknown arguments: " + unknown);
  shell.codes = {engine_error, engine_error};
  std::vector<std::string> warnings;
  model::NetworkConfig config = model::read_network_config(files.config, &warnings);
  const train::TrainerOptions options = settings_of(numbers, config.training);
  tell_settings(files, options);
  for (const std::string& warning : warnings) say("Warning: " + warning);
  return Training(std::move(files), options, arguments, engine).run(std::move(config));
}

}  // namespace
}  // namespace fathom::tools

int main(int count, char** words) {
  using namespace fathom::tools;
  const Arguments arguments = Arguments::from_main(count, words, flags());
  ToolShell shell{"train",
                  "Train: Trains a neural network given a config and data sets.\n"
                  "Usage: train -c <config_file> -n <network_file> -i <input_netcdf> "
                  "-o <output_netcdf> [-b <batch_size>] [-e <epochs>]\n" +
                      arguments.table(),
                  {.wrong_input = 1, .machine = engine_error}};
  return shell.run([&](ToolShell& s) { return train_tool(arguments, s); });
}
