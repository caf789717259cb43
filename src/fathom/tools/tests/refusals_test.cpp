// What the programs refuse: with which sentence, on which stream, with which exit code, and that nothing is left behind.
#include "programs.hpp"

namespace fathom::tools {
namespace {

using Refusals = Programs;

TEST_F(Refusals, wrong_command_lines_are_answered_on_stdout_with_status_1) {
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

TEST_F(Refusals, an_error_of_the_command_line_stands_at_the_end_and_is_not_buried_in_usage) {
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

TEST_F(Refusals, errors_of_the_engine_give_status_255_and_leave_no_network) {
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

TEST_F(Refusals, a_network_that_cannot_be_written_is_refused_as_an_argument_before_any_work) {
  convert();
  const Outcome outcome = run("train", "-c config.json -i gl_input.nc -o gl_output.nc -n nowhere/x.nc -e 1");
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_NE(outcome.out.find("nowhere/x.nc: No such file or directory"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("Epoch"), std::string::npos) << outcome.out;
}

TEST_F(Refusals, predict_says_what_does_not_belong_together) {
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

TEST_F(Refusals, several_ranks_are_refused_in_a_sentence) {
  convert();
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE=2", "PMI_SIZE=4"}) {
    const Outcome outcome = run("train", train_flags, {variable});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_NE(outcome.out.find("several ranks"), std::string::npos);
  }
  EXPECT_EQ(run("train", std::string(train_flags) + "-e 1", {"OMPI_COMM_WORLD_SIZE=1"}).code, 0);
}

TEST_F(Refusals, unknown_arguments_are_passed_over_with_one_warning) {
  write_samples();
  const Outcome outcome =
      run("generateNetCDF", "stray -d gl_input -i ratings -o gl_input.nc -f f -s s -c -x 3");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(lines_of(outcome.out)[0], "Warning: ignoring unknown arguments: stray -x 3");
}

TEST_F(Refusals, without_a_feature_to_recommend_predict_says_so) {
  convert();
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 1").code, 0);
  write("features_output", "");
  const Outcome outcome = run("predict", std::string(predict_flags));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE((outcome.out + outcome.err).find("features_output: it names no feature"), std::string::npos)
      << outcome.out << outcome.err;
  EXPECT_FALSE(exists("recs"));
}

}  // namespace
}  // namespace fathom::tools
