// predict: recommendations from a network, with DSSTNE's command line, messages and files.
#include "base/version.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/data/convert.hpp"
#include "fathom/data/index_file.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/predict/network_scores.hpp"
#include "fathom/predict/score_format.hpp"
#include "fathom/tools/describe.hpp"
#include "fathom/tools/distinct_files.hpp"
#include "fathom/tools/engine_flags.hpp"
#include "fathom/tools/progress.hpp"
#include "fathom/tools/run_tool.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

namespace fathom::tools {
namespace {

constexpr int engine_error = 255;
constexpr std::uint64_t elapsed_every = 1'000'000;  // examples
constexpr auto batch_told_every = std::chrono::seconds(10);

std::vector<Flag> flags() {
  std::vector<Flag> all{
      {"-d", "dataset_name",
       "base name of the data set: <dataset_name>_input is the input layer's (required)"},
      {"-n", "network_file", "network file (required)"},
      {"-r", "input_text_file", "samples to recommend for, a text file or a folder of them (required)"},
      {"-i", "input_feature_index", "index of input features (required)"},
      {"-o", "output_feature_index", "index of output features (required)"},
      {"-f", "filter_text_file", "what not to recommend, as text; an empty file filters nothing (required)"},
      {"-s", "recs_file", "recommendations to write (required)"},
      {"-b", "batch_size", "examples at a time (default: 1024)"},
      {"-k", "number", "recommendations for each sample (default: 100)"},
      {"-p", "format", "printf format of scores without %: [width][.precision]f, e or g (default: 4.3f)"},
      {"-l", "layer", "the output layer to rank by, if there are several"},
      {"-t", "type", "indicator or analog: how values in -r are taken (default: indicator)"},
      {"--no-data-set-files", "", "do not write <dataset_name>_input_predict.* into the working directory"},
      {"--version", "", "the version"},
      {"-h", "", "this text (exit status 1, as DSSTNE's)"},
  };
  add_engine_flags(all);
  return all;
}

constexpr std::string_view filter_help =
    "Filter: lines like samples. Every listed feature is removed from the sample's list, whatever its "
    "value,\n"
    "so a training file removes what the sample has. With --dsstne-exact nothing is removed: scores are\n"
    "multiplied by the values, as DSSTNE does.\n";

struct Settings {
  std::string data_set, filter, input_index, network, output_index, input, recs;
  std::string layer;
  std::size_t batch = 1024, k = 100;
  predict::ScoreFormat format{"4.3f"};
  bool analog = false, write_files = true;
  EngineFlags engine;

  static Settings from(const Arguments& arguments) {
    Settings s;
    const auto readable = [&](std::string_view flag, std::string_view what) {
      std::string file = arguments.required(flag, fmt::format("{} is not specified.", what));
      if (access(file.c_str(), R_OK) != 0) throw UsageError(fmt::format("Cannot read {}: {}", what, file));
      return file;
    };
    s.data_set = arguments.required("-d", "dataset name is not specified.");
    s.filter = readable("-f", "filter file");
    s.input_index = readable("-i", "input feature index file");
    s.network = readable("-n", "network file");
    s.output_index = readable("-o", "output feature index file");
    s.input = readable("-r", "input text file");
    s.recs = arguments.required("-s", "recommendations file is not specified.");
    check_distinct({{"-f", s.filter},
                    {"-i", s.input_index},
                    {"-n", s.network},
                    {"-o", s.output_index},
                    {"-r", s.input},
                    {"-s", s.recs, true}});
    s.batch = arguments.natural("-b", 1).value_or(s.batch);
    s.k = arguments.natural("-k", 1).value_or(s.k);
    s.layer = arguments.value_or("-l", "");
    try {
      s.format = predict::ScoreFormat(arguments.value_or("-p", "4.3f"));
    } catch (const ConfigError& error) {
      throw UsageError(error.what());
    }
    const std::string type = arguments.value_or("-t", "indicator");
    if (type != "indicator" && type != "analog")
      throw UsageError("-t " + type + ": it is either indicator or analog");
    s.analog = type == "analog";
    s.write_files = !arguments.has("--no-data-set-files");
    s.engine = EngineFlags::from(arguments);
    return s;
  }
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double lap() {
    const double passed = seconds();
    start_ = std::chrono::steady_clock::now();
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The place of the output layer to rank by: the one asked for, else "Output", else the only one.
std::size_t output_layer(const model::Network& network, const std::string& wanted) {
  std::size_t outputs = 0;
  std::string found = wanted;
  for (const model::LayerConfig& layer : network.config().layers) {
    if (layer.kind != model::LayerKind::Output) continue;
    ++outputs;
    if (wanted.empty() && (found.empty() || layer.name == "Output")) found = layer.name;
  }
  if (wanted.empty() && outputs > 1 && found != "Output") {
    throw ConfigError("the network has several output layers and none is called Output; choose one by -l");
  }
  return network.output_named(found);
}

/// Writes the lines of one example after another.
class RecsWriter {
 public:
  RecsWriter(const std::string& file, const predict::ScoreFormat& format,
             std::vector<std::string_view> samples, std::vector<std::string_view> features)
      : out_(file), format_(format), samples_(std::move(samples)), features_(std::move(features)) {}

  void add(std::uint64_t example, std::span<const predict::Scored> best) {
    line_.assign(samples_[example]);
    line_ += '\t';
    for (const predict::Scored& scored : best) {
      line_ += features_[scored.item];
      line_ += ',';
      format_.append(scored.score, line_);
      line_ += ':';
    }
    line_ += '\n';
    out_.write(line_);
  }
  void commit() { out_.commit(); }

 private:
  data::ReplacedFile out_;
  const predict::ScoreFormat& format_;
  std::vector<std::string_view> samples_, features_;
  std::string line_;
};

class Prediction {
 public:
  Prediction(Settings settings, ToolShell& shell)
      : s_(std::move(settings)), shell_(shell), interrupt_(watch_signals()) {}

  int run() {
    Stopwatch loading;
    read_input();
    shell_.codes = {engine_error, engine_error};
    Context ctx({s_.engine.threads, s_.engine.seed});
    const auto backend = cpu::make_backend();
    const model::ModelFile model = model::read_model(s_.network);
    s_.batch = std::min<std::size_t>(s_.batch, std::max<std::uint64_t>(sets_[0].examples, 1));
    const model::BatchSource source(model.config, sets_, model::Use::prediction);
    model::Network network(model.config, *backend, ctx, s_.batch);
    network.load(model);
    const std::size_t output = output_layer(network, s_.layer);
    shell_.codes.wrong_input = 1;
    read_output_index(network.outputs(output));
    const auto rule = s_.engine.dsstne_exact ? predict::FilterRule::multiply : predict::FilterRule::remove;
    const predict::Filter filter =
        predict::Filter::read(s_.filter, samples_, output_features_, rule, say, interrupt_);
    say(fmt::format("Total time for loading network and data is: {:.6g}", loading.seconds()));
    shell_.codes.wrong_input = engine_error;
    predict::NetworkScores scores(network, source, output);
    write_recs(scores, filter, ctx.pool());
    return 0;
  }

 private:
  /// Text to a data set in memory, which is also written as DSSTNE does.
  void read_input() {
    say("Loading input feature index from: " + s_.input_index);
    data::LabelIndex features = data::read_index(s_.input_index, say);
    data::labels_by_number(features, s_.input_index);  // numbers must be 0 … n-1
    data::RowStore rows = data::read_samples(s_.input, features, samples_,
                                             {data::NewFeatures::dropped, s_.analog, interrupt_}, say);
    data::DataSet set = rows.take();
    set.name = s_.data_set + "_input";
    set.width = static_cast<std::uint32_t>(data::rounded_width(features.size()));
    if (set.points() == 0) {
      throw DataError(s_.input, 0, "no sample has a feature that \"" + s_.input_index + "\" knows");
    }
    say(fmt::format("Number of network input nodes: {}", features.size()));
    say(fmt::format("Number of entries to generate predictions for: {}", set.examples));
    sets_.push_back(std::move(set));
    if (s_.write_files) {
      data::write_index(sets_[0].name + "_predict.samplesIndex", samples_);
      data::write_data_sets(sets_[0].name + "_predict.nc", sets_);
    }
    tell_loaded(sets_[0], say);
  }

  void read_output_index(std::size_t units) {
    say("Loading output feature index from: " + s_.output_index);
    output_features_ = data::read_index(s_.output_index, say);
    if (output_features_.size() == 0)
      throw DataError(s_.output_index, 0, "it names no feature, so that there is nothing to recommend");
    feature_labels_ = data::labels_by_number(output_features_, s_.output_index);
    if (feature_labels_.size() > units) {
      throw DataError(
          s_.output_index, 0,
          fmt::format("it has {} features, but the network has {} outputs: it belongs to another network",
                      feature_labels_.size(), units));
    }
  }

  /// DSSTNE prints four lines for each batch; here the first one speaks, and then one every few seconds.
  void write_recs(predict::ScoreSource& scores, const predict::Filter& filter, ThreadPool& pool) {
    const Stopwatch total;
    Stopwatch lap;
    Progress progress;
    Pace pace(batch_told_every);
    bool telling = false;
    std::uint64_t elapsed_told = 0;
    RecsWriter writer(s_.recs, s_.format, data::labels_by_number(samples_, s_.input), feature_labels_);
    const std::uint64_t examples = sets_[0].examples;
    predict::RecommendOptions options;
    options.k = s_.k;
    options.batch = s_.batch;
    options.items = feature_labels_.size();
    options.interrupt = interrupt_;
    options.started = [&](std::uint64_t position) {
      const bool elapsed = position / elapsed_every > elapsed_told;
      telling = pace.due(std::chrono::steady_clock::now());
      if (elapsed || telling) progress.clear();
      if (elapsed) {
        elapsed_told = position / elapsed_every;
        say(fmt::format("Elapsed time after {} is {:.6g}", position, total.seconds()));
      }
      if (telling) say(fmt::format("Predicting from position {}", position));
      progress.show(fmt::format("sample {}/{}", position, examples),
                    static_cast<double>(position) / static_cast<double>(examples));
      lap.lap();
    };
    options.ranked = [&] {
      if (!telling) return;
      progress.clear();
      say(fmt::format("Time Elapsed for Filtering and selecting Top {} recs: {:.6g}", s_.k, lap.lap()));
      say("Writing to " + s_.recs);
    };
    options.received = [&] {
      if (telling) say(fmt::format("Time Elapsed for Writing to file: {:.6g}", lap.lap()));
    };
    predict::recommend(
        scores, examples, filter, options, pool,
        [&](std::uint64_t example, std::span<const predict::Scored> best) { writer.add(example, best); });
    progress.clear();
    writer.commit();
    say(fmt::format("Total time for Generating recs for {} was {:.6g}", examples, total.seconds()));
  }

  Settings s_;
  ToolShell& shell_;
  data::InterruptFlag interrupt_;
  data::LabelIndex samples_, output_features_;
  std::vector<std::string_view> feature_labels_;
  std::vector<data::DataSet> sets_;
};

int predict_tool(const Arguments& arguments, ToolShell& shell) {
  if (arguments.has("--version")) return say(base::version_line(shell.program)), 0;
  if (arguments.has("-h")) {
    say(shell.usage);
    return 1;
  }
  Settings settings = Settings::from(arguments);
  refuse_several_ranks("predict");
  if (const std::string unknown = arguments.unknown(); !unknown.empty())
    say("Warning: ignoring unknown arguments: " + unknown);
  return Prediction(std::move(settings), shell).run();
}

}  // namespace
}  // namespace fathom::tools

int main(int count, char** words) {
  using namespace fathom::tools;
  const Arguments arguments = Arguments::from_main(count, words, flags());
  ToolShell shell{
      "predict",
      "Predict: Generates recommendations with a trained network.\n"
      "Usage: predict -d <dataset_name> -n <network_file> -r <input_text_file> -i <input_feature_index> "
      "-o <output_feature_index> -f <filter_text_file> -s <recs_file> [-b <batch_size>] [-k <number>] [-p "
      "<format>]\n" +
          arguments.table() + std::string(filter_help),
      {.wrong_input = 1, .machine = engine_error}};
  return shell.run([&](ToolShell& s) { return predict_tool(arguments, s); });
}
