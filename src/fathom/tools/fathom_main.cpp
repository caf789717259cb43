// fathom: what DSSTNE has no command for.
#include "base/version.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/data/netcdf_file.hpp"
#include "fathom/eval/evaluate.hpp"
#include "fathom/eval/split.hpp"
#include "fathom/tools/describe.hpp"
#include "fathom/tools/distinct_files.hpp"
#include "fathom/tools/run_tool.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fathom::tools {
namespace {

void add_split(CLI::App& app, eval::SplitOptions& o) {
  CLI::App* command =
      app.add_subcommand("split", "hold a random part of each sample's items out for evaluation");
  command->add_option("input", o.input, "samples, a text file or a folder of them")->required();
  command->add_option("--train", o.train, "text file to write, for training")->required();
  command->add_option("--test", o.test, "text file to write, held out")->required();
  command->add_option("--fraction", o.fraction, "part of each sample's items to hold out")
      ->capture_default_str();
  command->add_option("--seed", o.seed, "of the choice")->capture_default_str();
  command->add_option("--min-items", o.least_items, "samples with fewer items are left out")
      ->capture_default_str();
}

void add_evaluate(CLI::App& app, eval::EvaluateOptions& o) {
  CLI::App* command =
      app.add_subcommand("evaluate", "recall and NDCG of recommendations, beside a most-popular baseline");
  command->add_option("--recs", o.recs, "recommendations that predict wrote")->required();
  command->add_option("--truth", o.truth, "held-out items, text")->required();
  command->add_option("--seen", o.seen,
                      "the training data, text: struck out of the lists, and the baseline's source");
  command->add_option("-k,--k", o.ks, "list lengths, such as 20,100")->delimiter(',')->capture_default_str();
}

int run_split(const eval::SplitOptions& options) {
  check_distinct(
      {{"the input", options.input}, {"--train", options.train, true}, {"--test", options.test, true}});
  const eval::SplitCounts c = eval::split(options, say);
  say(fmt::format("{} samples: {} items in {}, {} held out in {}", c.samples, c.train_items, options.train,
                  c.test_items, options.test));
  if (c.left_out > 0)
    say(fmt::format("{} samples with fewer than {} items were left out", c.left_out, options.least_items));
  return 0;
}

int run_inspect(const std::string& file) {
  const data::NetcdfReader reader(file);
  if (reader.has_attribute("datasets")) {
    for (const data::DataSet& set : data::load_data_sets(file)) say(summary_of(set));
  } else if (reader.has_attribute("layers")) {
    say(summary_of(model::read_model(file)));
  } else {
    reader.fail("it is neither a data set nor a network: it has neither the attribute datasets nor layers");
  }
  return 0;
}

int fathom_tool(int count, char** words) {
  CLI::App app{
      "Fathom: sparse neural networks for recommendation. generateNetCDF, train and predict are programs of "
      "their "
      "own, with DSSTNE's command lines."};
  app.require_subcommand(1);
  eval::SplitOptions split;
  eval::EvaluateOptions evaluate;
  std::string inspected;
  add_split(app, split);
  add_evaluate(app, evaluate);
  app.add_subcommand("inspect", "say what is in a data set or network file")
      ->add_option("file", inspected, "NetCDF file")
      ->required();
  app.add_subcommand("version", "print the version, and the instructions that it computes with");
  app.set_version_flag("--version", base::version_line("fathom"), "print the version");
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  split.interrupt = evaluate.interrupt = watch_signals();
  if (app.got_subcommand("split")) return run_split(split);
  if (app.got_subcommand("evaluate")) {
    say(eval::to_text(eval::evaluate(evaluate)));
    return 0;
  }
  if (app.got_subcommand("inspect")) return run_inspect(inspected);
  say(fmt::format("{} (cpu {})", base::version_line("fathom"), cpu::instruction_set()));
  return 0;
}

}  // namespace
}  // namespace fathom::tools

int main(int count, char** words) {
  using namespace fathom::tools;
  ToolShell shell{
      .program = "fathom", .usage = "", .codes = {.wrong_input = 1, .machine = 2}, .errors_to_stderr = true};
  return shell.run([&](ToolShell&) { return fathom_tool(count, words); });
}
