#include "berth/cli/completion.hpp"

#include "base/clock.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/program.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace berth::cli {
namespace {

/// What `berth __complete` prints where there is no daemon: the words only.
std::vector<std::string> completed(std::vector<std::string> words) {
  words.insert(words.begin(), "__complete");
  std::ostringstream out, err;
  const base::ManualClock clock;
  const auto nothing_set = [](const std::string&) -> std::optional<std::string> { return std::nullopt; };
  EXPECT_EQ(run_program(words, nothing_set, {out, err}, clock), 0);
  EXPECT_EQ(err.str(), "");
  std::vector<std::string> found;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) found.push_back(line.substr(0, line.find('\t')));
  return found;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(Completion, of_commands_is_from_their_table) {
  EXPECT_EQ(completed({"sta"}), (std::vector<std::string>{"status", "stack"}));
  EXPECT_TRUE(has(completed({""}), "logs"));
  EXPECT_EQ(completed({"stack", "la"}), std::vector<std::string>{"launch"});
  EXPECT_TRUE(has(completed({"help", "st"}), "stack"));
  EXPECT_TRUE(completed({"nosuch", ""}).empty());
}

TEST(Completion, of_options_knows_those_for_all_commands) {
  EXPECT_EQ(completed({"ps", "--w"}), std::vector<std::string>{"--watch"});
  EXPECT_TRUE(has(completed({"ps", "--"}), "--state-dir"));
  EXPECT_TRUE(has(completed({"stack", "launch", "--"}), "--dry-run"));
  EXPECT_TRUE(completed({"run", "train", "--", "--"}).empty()) << "after -- comes the container's command";
}

TEST(Completion, of_arguments_and_values_is_by_what_they_are) {
  EXPECT_EQ(completed({"stack", "launch", ""}), std::vector<std::string>{":files"});
  EXPECT_EQ(completed({"ps", "--state-dir", ""}), std::vector<std::string>{":files"});
  EXPECT_EQ(completed({"completion", ""}), (std::vector<std::string>{"bash", "zsh", "fish"}));
  EXPECT_EQ(completed({"image", "push", "f"}), std::vector<std::string>{"fathom"});
  EXPECT_EQ(completed({"s3", "cp", ""}), std::vector<std::string>{":files"});
}

TEST(Completion, names_of_the_daemon_are_asked_for_where_they_can_stand) {
  CLI::App app;
  std::string task, cluster, stack, output;
  CLI::App& stop = *app.add_subcommand("stop");
  stop.add_option("TASK", task);
  stop.add_option("--cluster", cluster)->type_name("CLUSTER");
  CLI::App& outputs = *app.add_subcommand("outputs");
  outputs.add_option("NAME", stack);
  outputs.add_option("OUTPUT", output);
  const auto names = [&](const std::vector<std::string>& words) { return expected_next(app, words).names; };
  EXPECT_EQ(names({"stop", ""}), std::vector<Names>{Names::Tasks});
  EXPECT_EQ(names({"stop", "--cluster", "d"}), std::vector<Names>{Names::Clusters});
  EXPECT_EQ(names({"stop", "--cluster", "d", ""}), std::vector<Names>{Names::Tasks});
  bool flag = false;
  stop.add_flag("-f,--follow", flag);
  EXPECT_EQ(names({"stop", "-f", ""}), std::vector<Names>{Names::Tasks}) << "a flag takes no value";
  EXPECT_TRUE(names({"stop", "0123", ""}).empty()) << "it takes one";
  EXPECT_EQ(names({"outputs", ""}), std::vector<Names>{Names::Stacks});
  EXPECT_EQ(names({"outputs", "s", ""}), std::vector<Names>{Names::Outputs});
  EXPECT_EQ(expected_next(app, {"outputs", "s", ""}).stack, "s");
}

TEST(Completion, scripts_are_there_for_three_shells) {
  for (const char* shell : {"bash", "zsh", "fish"})
    EXPECT_NE(completion_script(shell).find("__complete"), std::string::npos) << shell;
  EXPECT_THROW(completion_script("tcsh"), CommandError);
}

}  // namespace
}  // namespace berth::cli
