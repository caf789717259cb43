#include "programs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fathom::tools {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void Programs::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name)) << text;
}

std::string Programs::read(const std::string& name) const { return base::read_file(path(name)).value(); }

bool Programs::exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

void Programs::copy(const std::string& from, const std::string& to) const {
  std::filesystem::copy_file(path(from), path(to), std::filesystem::copy_options::overwrite_existing);
}

std::vector<std::string> Programs::partial_files() const {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    if (entry.path().string().find(".partial") != std::string::npos) found.push_back(entry.path().filename());
  }
  return found;
}

pid_t Programs::start(const std::string& program, const std::string& arguments,
                      std::vector<std::string> environment) const {
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

Outcome Programs::wait_for(pid_t pid) const {
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), read("stdout"), read("stderr")};
}

void Programs::write_samples() const {
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

void Programs::write_config(const std::string& members) const {
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

void Programs::convert() const {
  write_samples();
  write_config();
  ASSERT_EQ(
      run("generateNetCDF", "-d gl_input -i ratings -o gl_input.nc -f features_input -s samples_input -c")
          .code,
      0);
  ASSERT_EQ(
      run("generateNetCDF", "-d gl_output -i ratings -o gl_output.nc -f features_output -s samples_input -c")
          .code,
      0);
}

}  // namespace fathom::tools
