// The programs as users run them: spawned in a folder of their own, judged by exit code, output and files.
#include "base/files.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/data/netcdf_file.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/model/weights.hpp"
#include "fathom/tools/run_tool.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace fathom::tools {
namespace {

struct Outcome {
  int code = 0;  ///< exit status, or 1000 + signal
  std::string out, err;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Tools : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string read(const std::string& name) const { return base::read_file(path(name)).value(); }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  void copy(const std::string& from, const std::string& to) const {
    std::filesystem::copy_file(path(from), path(to), std::filesystem::copy_options::overwrite_existing);
  }

  /// Starts a program with the test's folder as its working directory.
  pid_t start(const std::string& program, const std::string& arguments,
              std::vector<std::string> environment = {}) const {
    std::vector<std::string> words{std::string(TOOLS_FOLDER) + "/" + program};
    std::istringstream stream(arguments);
    for (std::string word; stream >> word;) words.push_back(word);
    std::vector<char*> argv, envp;
    for (std::string& word : words) argv.push_back(word.data());
    for (std::string& variable : environment) envp.push_back(variable.data());
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, path("stdout").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, path("stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder_.path().c_str());
    pid_t pid = 0;
    EXPECT_EQ(posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), envp.data()), 0);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
  }
  Outcome wait_for(pid_t pid) const {
    int status = 0;
    EXPECT_EQ(waitpid(pid, &status, 0), pid);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), read("stdout"),
            read("stderr")};
  }
  Outcome run(const std::string& program, const std::string& arguments,
              std::vector<std::string> environment = {}) const {
    return wait_for(start(program, arguments, std::move(environment)));
  }

  /// Two tastes: samples 0 to 29 like the items a…, the others b…; each lacks some of its group's items.
  void write_samples() const {
    std::string text;
    for (int sample = 0; sample < 60; ++sample) {
      text += "u" + std::to_string(sample) + "\t";
      for (int item = 0; item < 12; ++item) {
        if ((item + sample) % 4 != 0)
          text += std::string(sample < 30 ? "a" : "b") + std::to_string(item) + ",1112486027:";
      }
      text += "\n";
    }
    write("ratings", text);
  }
  void write_config(const std::string& members = "") const {
    write("config.json", "{" + members + R"(
      // the sample auto-encoder, smaller
      "Version": 0.7, "Name": "AE", "Kind": "FeedForward",
      "SparsenessPenalty": {"p": 0.5, "beta": 2.0}, "ShuffleIndices": false, "Denoising": {"p": 0.2},
      "ScaledMarginalCrossEntropy": {"oneTarget": 1.0, "zeroTarget": 0.0, "oneScale": 1.0, "zeroScale": 1.0},
      "Layers": [
        {"Name": "Input", "Kind": "Input", "N": "auto", "DataSet": "gl_input", "Sparse": true},
        {"Name": "Hidden", "Kind": "Hidden", "Type": "FullyConnected", "N": 8, "Activation": "Sigmoid", "Sparse": true},
        {"Name": "Output", "Kind": "Output", "Type": "FullyConnected", "DataSet": "gl_output", "N": "auto",
         "Activation": "Sigmoid", "Sparse": true}],
      "ErrorFunction": "ScaledMarginalCrossEntropy"})");
  }
  /// The first steps of the sample pipeline.
  void convert() const {
    write_samples();
    write_config();
    ASSERT_EQ(
        run("generateNetCDF", "-d gl_input -i ratings -o gl_input.nc -f features_input -s samples_input -c")
            .code,
        0);
    ASSERT_EQ(run("generateNetCDF",
                  "-d gl_output -i ratings -o gl_output.nc -f features_output -s samples_input -c")
                  .code,
              0);
  }
  static constexpr const char* train_flags = "-c config.json -i gl_input.nc -o gl_output.nc -n gl.nc -b 16 ";
  static constexpr const char* predict_flags =
      "-b 16 -d gl -i features_input -o features_output -n gl.nc -f ratings -s recs -r ratings ";

  std::vector<std::string> partial_files() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path().string().find(".partial") != std::string::npos)
        found.push_back(entry.path().filename());
    }
    return found;
  }

  base::TemporaryFolder folder_;
};

TEST_F(Tools, the_sample_pipeline_runs_from_text_to_recommendations) {
  convert();
  const Outcome trained =
      run("train", std::string(train_flags) + "-e 20 -d gl --optimizer adam -alpha 0.05 --seed 3");
  ASSERT_EQ(trained.code, 0) << trained.out << trained.err;
  EXPECT_TRUE(exists("initial_network.nc"));
  EXPECT_TRUE(exists("gl.nc"));
  EXPECT_TRUE(exists("gl.nc10.nc"));
  EXPECT_TRUE(exists("gl.nc20.nc"));
  const std::regex epoch(
      R"(NNNetwork::Train: Epoch (\d+), average error \d+\.\d{6}, average training error \d+\.\d{6}, average regularization error \d+\.\d{6}, elapsed time \d+\.\d{6}s)");
  int epochs = 0;
  for (const std::string& line : lines_of(trained.out)) {
    std::smatch match;
    if (!std::regex_match(line, match, epoch)) continue;
    EXPECT_EQ(std::stoi(match[1]), ++epochs);
  }
  EXPECT_EQ(epochs, 20) << trained.out;
  for (const char* line : {"Train will use batchSize: 16", "Train will use number of epochs: 20",
                           "Train will produce networkFileName: gl.nc", "NNNetwork::NNNetwork: 1 input layer",
                           "NNNetwork::SetTrainingMode: Optimizer is now Adam",
                           "NNNetwork::SetCheckPoint: filename set to gl.nc, interval set to 10 epochs.",
                           "NNNetwork::LoadDataSets: Found data set gl_output for output layer Output",
                           "NNNetwork::Train: saving checkpoint gl.nc10.nc"}) {
    const auto lines = lines_of(trained.out);
    EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << line;
  }
  EXPECT_TRUE(std::regex_search(
      trained.out,
      std::regex(R"(\nTotal Training Time [\d.e-]+\nGPU Memory Usage: 0 KB\nCPU Memory Usage: \d+ KB\n$)")))
      << trained.out;

  const Outcome predicted = run("predict", std::string(predict_flags) + "-k 3");
  ASSERT_EQ(predicted.code, 0) << predicted.out;
  const auto said = lines_of(predicted.out);
  EXPECT_EQ(std::count_if(said.begin(), said.end(),
                          [](const std::string& l) { return l.starts_with("Predicting from position "); }),
            1)
      << "four batches within a moment: only the first is told\n"
      << predicted.out;
  EXPECT_TRUE(exists("gl_input_predict.nc"));
  EXPECT_TRUE(exists("gl_input_predict.samplesIndex"));
  const auto recs = lines_of(read("recs"));
  ASSERT_EQ(recs.size(), 60U);
  const std::regex line(R"((u\d+)\t(?:[ab]\d+,\d\.\d{3}:){3})");
  for (std::size_t sample = 0; sample < recs.size(); ++sample) {
    std::smatch match;
    ASSERT_TRUE(std::regex_match(recs[sample], match, line)) << recs[sample];
    EXPECT_EQ(match[1], "u" + std::to_string(sample)) << "lines stand in the order of -r";
    // What the group has and the sample lacks: three items, and they are what is recommended.
    for (int item = 0; item < 12; ++item) {
      const std::string name = (sample < 30 ? "a" : "b") + std::to_string(item) + ",";
      const bool lacks = (static_cast<std::size_t>(item) + sample) % 4 == 0;
      EXPECT_EQ(recs[sample].find("\t" + name) != std::string::npos ||
                    recs[sample].find(":" + name) != std::string::npos,
                lacks)
          << recs[sample];
    }
  }
}

TEST_F(Tools, the_same_seed_gives_the_same_files_whatever_the_threads) {
  convert();
  std::vector<std::string> models, recs;
  for (const char* threads : {"1", "2", "3"}) {
    std::filesystem::remove(path("gl.nc"));
    ASSERT_EQ(run("train", std::string(train_flags) + "-e 3 --seed 5 --threads " + threads).code, 0);
    ASSERT_EQ(run("predict", std::string(predict_flags) + "-k 30 -p .8f --threads " + threads).code, 0);
    models.push_back(read("gl.nc"));
    recs.push_back(read("recs"));
  }
  EXPECT_EQ(models[0], models[1]);
  EXPECT_EQ(models[0], models[2]);
  EXPECT_EQ(recs[0], recs[1]);
  EXPECT_EQ(recs[0], recs[2]);
}

TEST_F(Tools, a_network_file_does_not_depend_on_its_name_its_folder_or_the_threads) {
  convert();
  std::filesystem::create_directory(path("there"));
  const std::string flags =
      "-c config.json -i gl_input.nc -o gl_output.nc -b 16 -e 4 --checkpoint-interval 2 ";
  ASSERT_EQ(run("train", flags + "--threads 1 -n a.nc").code, 0);
  copy("initial_network.nc", "first_initial.nc");
  ASSERT_EQ(run("train", flags + "--threads 3 -n there/with-a-longer-name.network").code, 0);
  EXPECT_EQ(read("a.nc"), read("there/with-a-longer-name.network"));
  EXPECT_EQ(read("a.nc2.nc"), read("there/with-a-longer-name.network2.nc"));
  EXPECT_EQ(read("first_initial.nc"), read("initial_network.nc"));
}

TEST_F(Tools, a_resumed_run_ends_in_the_bytes_of_an_uninterrupted_one) {
  convert();
  write_config(R"("Fathom": {"Optimizer": "adam", "Epochs": 6, "BatchSize": 16},)");
  const std::string flags = "-c config.json -i gl_input.nc -o gl_output.nc --checkpoint-interval 4 -n ";
  ASSERT_EQ(run("train", flags + "whole.nc").code, 0);
  ASSERT_EQ(run("train", flags + "resumed.nc --threads 1 --resume whole.nc4.nc").code, 0);
  EXPECT_EQ(read("whole.nc"), read("resumed.nc"));
}

TEST_F(Tools, filters_remove_by_default_and_only_multiply_when_asked) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 2").code, 0);
  write("filter", "u0\ta1:b1,0:a2,0.5\n");
  const std::string flags =
      "-b 16 -d gl -i features_input -o features_output -n gl.nc -f filter -s recs -r ratings -k 1000 ";
  const auto first_line = [&] { return lines_of(read("recs"))[0]; };
  const auto entries = [&] {
    const std::string line = first_line();
    return std::count(line.begin(), line.end(), ':');
  };
  write("nothing", "");
  ASSERT_EQ(
      run("predict",
          "-b 16 -d gl -i features_input -o features_output -n gl.nc -f nothing -s recs -r ratings -k 1000")
          .code,
      0);
  EXPECT_EQ(entries(), 24) << "all real columns, no padding";
  ASSERT_EQ(run("predict", flags).code, 0);
  EXPECT_EQ(entries(), 21);
  for (const char* removed : {"a1,", "b1,", "a2,"})
    EXPECT_EQ(first_line().find(removed), std::string::npos) << removed;
  const Outcome exact = run("predict", flags + "--dsstne-exact");
  ASSERT_EQ(exact.code, 0);
  EXPECT_EQ(exact.out.find("Warning"), std::string::npos) << exact.out;
  EXPECT_EQ(entries(), 24);
  EXPECT_NE(first_line().find("a1,0.000:"), std::string::npos);
  write("filter", "u0\ta1,5:a2,4.5\n");
  const Outcome ratings = run("predict", flags);
  EXPECT_EQ(ratings.out.find("Warning"), std::string::npos) << ratings.out;
  EXPECT_EQ(entries(), 22) << "ratings say what the sample has; it is not recommended again";
}

TEST_F(Tools, wrong_command_lines_are_answered_on_stdout_with_status_1) {
  convert();
  struct Case {
    std::string program, arguments, part;
  };
  const Case cases[] = {
      {"generateNetCDF", "-h", "Usage: generateNetCDF"},
      {"train", "-h", "Usage: train"},
      {"predict", "-h", "Usage: predict"},
      {"generateNetCDF", "", "Error: Missing required argument: -i: "},
      {"generateNetCDF", "-i ratings", "Error: Missing required argument: -o: "},
      {"generateNetCDF", "-i ratings -o o -d d -f f", "Error: Missing required argument: -s: "},
      {"generateNetCDF", "-i ratings -o o -d d -f f -s s -c -m",
       "Error: Cannot create (-c) and update existing (-u) feature index."},
      {"generateNetCDF", "-i ratings -o o -d d -f f -s s -t x", "Error: Unknown dataset type [x]."},
      {"generateNetCDF", "-i ratings -o o -d d -f f -s s",
       "Error: Cannnot find a valid feature index file: f"},
      {"generateNetCDF", "-i absent -o o -d d -f f -s s -c", "Error: absent not found."},
      {"generateNetCDF", "-c -i", "Error: Missing value for argument: -i"},
      {"train", "", "Error: Missing required argument: -c: "},
      {"train", "-c absent -i gl_input.nc -o gl_output.nc -n x.nc", "Error: Cannot read config file: absent"},
      {"train", "-c config.json -i absent -o gl_output.nc -n x.nc",
       "Error: Cannot read input feature index file: absent"},
      {"train", "-c config.json -i gl_input.nc -o absent -n x.nc",
       "Error: Cannot read output feature index file: absent"},
      {"train", "-c config.json -i gl_input.nc -o gl_output.nc -n ratings",
       "Error: Network file already exists: ratings"},
      {"train", "-c config.json -i gl_input.nc -o gl_output.nc -n x.nc --resume absent",
       "Error: Cannot read checkpoint: absent"},
      {"train", "-alpha fast -h", "Error: -alpha fast: a number is expected"},
      {"train", "-b 0", "Error: -b 0: a whole number of at least 1 is expected"},
      {"train", "-e -3", "Error: -e -3: a whole number of at least 1 is expected"},
      {"train", "--threads 100000", "Error: --threads 100000: at most 1024 are of use"},
      {"train", "--optimizer newton", "Error: --optimizer newton: it can be sgd"},
      {"train", "--precision bf16", "Error: --precision bf16 is not offered yet"},
      {"train", "--device cuda:0", "Error: --device cuda:0: this build has no CUDA"},
      {"predict", "", "Error: Missing required argument: -d: "},
      {"predict", "-d gl", "Error: Missing required argument: -f: "},
      {"predict", "-d gl -f ratings", "Error: Missing required argument: -i: "},
      {"predict", "-d gl -f absent", "Error: Cannot read filter file: absent"},
      {"predict",
       "-d gl -f ratings -i features_input -n config.json -o features_output -r ratings -s recs -p %s%n",
       "Error: -p %s%n: a score format is"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = run(c.program, c.arguments);
    EXPECT_EQ(outcome.code, 1) << c.program << " " << c.arguments;
    EXPECT_NE(outcome.out.find(c.part), std::string::npos) << c.program << " " << c.arguments << "\n"
                                                           << outcome.out;
    EXPECT_EQ(outcome.err, "") << c.program << " " << c.arguments;
  }
}

TEST_F(Tools, an_error_of_the_command_line_stands_at_the_end_and_is_not_buried_in_usage) {
  convert();
  for (const auto& [program, arguments] :
       {std::pair("train", "-b abc"), std::pair("train", "-c absent"), std::pair("train", "-c"),
        std::pair("predict", "-d gl -f absent"),
        std::pair("generateNetCDF", "-i ratings -o o -d d -f f -s s -t x")}) {
    const auto lines = lines_of(run(program, arguments).out);
    ASSERT_EQ(lines.size(), 2U) << program << " " << arguments;
    EXPECT_TRUE(lines[0].starts_with("Error: ")) << lines[0];
    EXPECT_EQ(lines[1], std::string(program) + " -h shows the usage");
  }
  for (const auto& [program, arguments] : {std::pair("train", "-b 16"), std::pair("predict", ""),
                                           std::pair("generateNetCDF", "-i i -o o -d d -f f -s s -c -m")}) {
    const std::string out = run(program, arguments).out;
    EXPECT_NE(out.find("Usage: "), std::string::npos) << "as DSSTNE does: " << program;
    EXPECT_TRUE(lines_of(out).back().starts_with("Error: ")) << out;
  }
}

TEST_F(Tools, errors_of_the_engine_give_status_255_and_leave_no_network) {
  convert();
  write("broken.json", R"({"Layers": [)");
  write("wrong_set.json",
        R"({"Layers":[{"N":"auto","DataSet":"absent"},{"N":"auto","DataSet":"gl_output"}]})");
  write(
      "giant.json",
      R"({"Layers":[{"N":"auto","DataSet":"gl_input"},{"N":2000000000},{"N":"auto","DataSet":"gl_output"}]})");
  write("text.nc", "no NetCDF");
  const std::pair<std::string, std::string> cases[] = {
      {"-c broken.json -i gl_input.nc -o gl_output.nc -n x.nc", "Error: broken.json: not JSON: line 1"},
      {"-c wrong_set.json -i gl_input.nc -o gl_output.nc -n x.nc", "absent"},
      {"-c giant.json -i gl_input.nc -o gl_output.nc -n x.nc", "MiB of memory, this machine has"},
      {"-c config.json -i text.nc -o gl_output.nc -n x.nc", "Error: text.nc: not a NetCDF file"},
      {"-c config.json -i gl_input.nc -o gl_input.nc -n x.nc", "gl_output"},
  };
  for (const auto& [arguments, part] : cases) {
    const Outcome outcome = run("train", arguments + " -e 1");
    EXPECT_EQ(outcome.code, 255) << arguments << outcome.out;
    EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("Epoch"), std::string::npos) << "known before any work: " << arguments;
    EXPECT_FALSE(exists("x.nc"));
  }
  EXPECT_EQ(partial_files(), std::vector<std::string>{});
}

TEST_F(Tools, a_network_that_cannot_be_written_is_refused_as_an_argument_before_any_work) {
  convert();
  const Outcome outcome = run("train", "-c config.json -i gl_input.nc -o gl_output.nc -n nowhere/x.nc -e 1");
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_NE(outcome.out.find("nowhere/x.nc: No such file or directory"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("Epoch"), std::string::npos) << outcome.out;
}

TEST_F(Tools, predict_says_what_does_not_belong_together) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 1").code, 0);
  write("many", [] {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "f" + std::to_string(i) + "\t" + std::to_string(i) + "\n";
    return text;
  }());
  write("gaps", "a0\t0\na1\t2\n");
  write("strangers", "u\tz\n");
  write("bad", "u\ta1,x\n");
  struct Case {
    std::string arguments;
    int code;
    std::string part;
  };
  const Case cases[] = {
      {"-d other -i features_input -o features_output -n gl.nc -f ratings -s r -r ratings", 255, "gl_input"},
      {"-d gl -i features_input -o many -n gl.nc -f ratings -s r -r ratings", 1,
       "many: it has 300 features, but the network has 128 outputs"},
      {"-d gl -i gaps -o features_output -n gl.nc -f ratings -s r -r ratings", 1, "gaps: a1 has number 2"},
      {"-d gl -i features_input -o features_output -n gl_input.nc -f ratings -s r -r ratings", 255,
       "gl_input.nc: the attribute version is missing"},
      {"-d gl -i features_input -o features_output -n gl.nc -f ratings -s r -r strangers", 1,
       "strangers: no sample has a feature"},
      {"-d gl -i features_input -o features_output -n gl.nc -f ratings -s r -r bad", 1,
       "bad:1: the value \"x\" of feature a1 is not a number"},
      {"-d gl -i features_input -o features_output -n gl.nc -f ratings -s r -r ratings -l Hidden", 255,
       "Hidden"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = run("predict", c.arguments);
    EXPECT_EQ(outcome.code, c.code) << c.arguments << "\n" << outcome.out;
    EXPECT_NE(outcome.out.find(c.part), std::string::npos) << c.arguments << "\n" << outcome.out;
    EXPECT_FALSE(exists("r"));
  }
}

TEST_F(Tools, several_ranks_are_refused_in_a_sentence) {
  convert();
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE=2", "PMI_SIZE=4"}) {
    const Outcome outcome = run("train", train_flags, {variable});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("several ranks"), std::string::npos);
  }
  EXPECT_EQ(run("train", std::string(train_flags) + "-e 1", {"OMPI_COMM_WORLD_SIZE=1"}).code, 0);
}

TEST_F(Tools, unknown_arguments_are_passed_over_with_one_warning) {
  write_samples();
  const Outcome outcome =
      run("generateNetCDF", "stray -d gl_input -i ratings -o gl_input.nc -f f -s s -c -x 3");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(lines_of(outcome.out)[0], "Warning: ignoring unknown arguments: stray -x 3");
}

TEST_F(Tools, an_interrupted_training_leaves_only_whole_files) {
  convert();
  std::filesystem::remove(path("stdout"));
  ASSERT_EQ(mkfifo(path("stdout").c_str(), 0600), 0);  // so that the test hears each line when it is said
  const base::Fd reader(
      open(path("stdout").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));  // or nobody could write
  const pid_t pid = start("train", std::string(train_flags) + "-e 2000000 --checkpoint-interval 5");
  std::ifstream out(path("stdout"));
  std::string said, line;
  while (std::getline(out, line) && line.find("Epoch 6,") == std::string::npos) said += line + "\n";
  kill(pid, SIGINT);
  while (std::getline(out, line)) said += line + "\n";
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(said.find("interrupted"), std::string::npos);
  EXPECT_FALSE(exists("gl.nc"));
  EXPECT_EQ(partial_files(), std::vector<std::string>{});
  EXPECT_NO_THROW(model::read_model(path("gl.nc5.nc")));
}

TEST_F(Tools, a_second_signal_ends_at_once_and_leaves_no_half_file) {
  for (const int number : {SIGINT, SIGTERM}) {
    const pid_t pid = fork();
    if (pid == 0) {
      watch_signals();
      data::ReplacedFile text(path("recs"));
      text.write(std::string(3 << 20, 'x'));
      const data::NetcdfWriter sets(path("gl.nc"));
      std::raise(SIGINT);
      std::raise(number);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_EQ(partial_files(), std::vector<std::string>{});
    EXPECT_FALSE(exists("recs"));
  }
}

TEST_F(Tools, without_a_feature_to_recommend_predict_says_so) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 1").code, 0);
  write("features_output", "");
  const Outcome outcome = run("predict", std::string(predict_flags));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE((outcome.out + outcome.err).find("features_output: it names no feature"), std::string::npos)
      << outcome.out << outcome.err;
  EXPECT_FALSE(exists("recs"));
}

TEST_F(Tools, a_model_that_is_written_and_read_gives_identical_recommendations) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 3").code, 0);
  ASSERT_EQ(run("predict", std::string(predict_flags) + "-p .9e").code, 0);
  const std::string before = read("recs");
  model::write_model(path("copy.nc"), model::read_model(path("gl.nc")));
  copy("copy.nc", "gl.nc");
  ASSERT_EQ(run("predict", std::string(predict_flags) + "-p .9e").code, 0);
  EXPECT_EQ(read("recs"), before);
}

TEST_F(Tools, fathom_splits_evaluates_and_inspects) {
  convert();
  EXPECT_EQ(run("fathom", "version").code, 0);
  Outcome outcome = run("fathom", "split ratings --train train --test test --seed 4");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "60 samples: 420 items in train, 120 held out in test\n");
  write("perfect", read("test"));
  outcome = run("fathom", "evaluate --recs perfect --truth test --seen train --k 2,20");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("recommendations         1.0000      1.0000      1.0000      1.0000"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("most popular"), std::string::npos);
  outcome = run("fathom", "inspect gl_input.nc");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("examples    60"), std::string::npos);
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 1").code, 0);
  outcome = run("fathom", "inspect gl.nc");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("Hidden"), std::string::npos);
  EXPECT_NE(outcome.out.find("trained by Fathom: 1 epochs"), std::string::npos) << outcome.out;
}

TEST_F(Tools, fathom_answers_wrong_calls_on_stderr_with_status_1) {
  write("in", "u\ta\n");
  for (const char* arguments :
       {"", "nonsense", "split", "split in --train t --test t", "split absent --train t --test u",
        "evaluate --recs in --truth absent", "inspect in", "evaluate --recs in --truth in --k 0"}) {
    const Outcome outcome = run("fathom", arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_NE(outcome.err, "") << arguments;
  }
  EXPECT_EQ(run("fathom", "--help").code, 0);
}

}  // namespace
}  // namespace fathom::tools
