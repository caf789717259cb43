// From text to recommendations: what the programs write, and that the same input gives the same bytes.
#include "programs.hpp"

#include "fathom/model/weights.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace fathom::tools {
namespace {

using Pipeline = Programs;

TEST_F(Pipeline, the_sample_pipeline_runs_from_text_to_recommendations) {
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

TEST_F(Pipeline, the_same_seed_gives_the_same_files_whatever_the_threads) {
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

TEST_F(Pipeline, a_network_file_does_not_depend_on_its_name_its_folder_or_the_threads) {
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

TEST_F(Pipeline, a_resumed_run_ends_in_the_bytes_of_an_uninterrupted_one) {
  convert();
  write_config(R"("Fathom": {"Optimizer": "adam", "Epochs": 6, "BatchSize": 16},)");
  const std::string flags = "-c config.json -i gl_input.nc -o gl_output.nc --checkpoint-interval 4 -n ";
  ASSERT_EQ(run("train", flags + "whole.nc").code, 0);
  ASSERT_EQ(run("train", flags + "resumed.nc --threads 1 --resume whole.nc4.nc").code, 0);
  EXPECT_EQ(read("whole.nc"), read("resumed.nc"));
}

TEST_F(Pipeline, a_model_that_is_written_and_read_gives_identical_recommendations) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 3").code, 0);
  ASSERT_EQ(run("predict", std::string(predict_flags) + "-p .9e").code, 0);
  const std::string before = read("recs");
  model::write_model(path("copy.nc"), model::read_model(path("gl.nc")));
  copy("copy.nc", "gl.nc");
  ASSERT_EQ(run("predict", std::string(predict_flags) + "-p .9e").code, 0);
  EXPECT_EQ(read("recs"), before);
}

TEST_F(Pipeline, filters_remove_by_default_and_only_multiply_when_asked) {
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

}  // namespace
}  // namespace fathom::tools
