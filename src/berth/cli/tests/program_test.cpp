#include "berth/cli/program.hpp"

#include "base/files.hpp"
#include "berth/cli/background.hpp"
#include "berth/cli/command.hpp"
#include "berth/cli/daemon_flags.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace berth::cli {
namespace {

struct Ran {
  int code;
  std::string out, err;
};

Ran run(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const base::ManualClock clock;
  const auto nothing_set = [](const std::string&) -> std::optional<std::string> { return std::nullopt; };
  const int code = run_program(arguments, nothing_set, {out, err}, clock);
  return {code, out.str(), err.str()};
}

TEST(Program, help_names_every_command_in_lines_that_fit) {
  const Ran ran = run({"--help"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  for (const Command& command : commands()) {
    const auto last = command.name.substr(command.name.rfind(' ') + 1);
    EXPECT_NE(ran.out.find(last), ran.out.npos) << command.name;
  }
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 110u) << line;
}

TEST(Program, every_command_explains_itself) {
  for (const Command& command : commands()) {
    if (command.name == "aws") continue;  // its --help is the AWS CLI's
    std::istringstream words{std::string(command.name)};
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    arguments.push_back("--help");
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 0) << command.name;
    EXPECT_NE(ran.out.find(command.summary), ran.out.npos) << command.name;
  }
}

TEST(Program, help_of_a_command_is_what_its_option_prints) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "run"}).out, run({"run", "--help"}).out);
  EXPECT_EQ(run({"help", "stack"}).out, run({"stack", "--help"}).out);
  EXPECT_EQ(run({"help", "stack", "launch"}).out, run({"stack", "launch", "--help"}).out);
  const Ran wrong = run({"help", "stack", "nosuch"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.err.find("'berth stack nosuch'"), wrong.err.npos);
}

TEST(Program, every_help_names_the_common_options) {
  for (const Command& command : commands()) {
    std::istringstream words{"help " + std::string(command.name)};
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    const Ran ran = run(arguments);
    EXPECT_NE(ran.out.find("--state-dir"), ran.out.npos) << command.name;
  }
}

TEST(Program, summaries_are_phrases) {
  for (const Command& command : commands()) {
    EXPECT_LE(command.summary.size(), 70u) << command.name;
    EXPECT_FALSE(command.summary.ends_with('.')) << command.name;
  }
}

TEST(Program, wrong_arguments_are_one_line_and_exit_code_one) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"nosuch"},
                                             {"run"},
                                             {"stack"},
                                             {"stack", "nosuch"},
                                             {"ps", "--nosuch"},
                                             {"run", "t", "--gpus", "many"},
                                             {"run", "t", "--wait", "--follow"},
                                             {"s3", "presign", "s3://b/k", "--expires", "604801"},
                                             {"aws"}}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("berth: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

TEST(Manual, names_every_command_and_option) {
  const auto source = base::read_file(BERTH_SOURCE_DIR "/docs/man/berth.1");
  ASSERT_TRUE(source);
  std::string page;
  for (std::size_t i = 0; i < source->size(); ++i) {  // fonts, quotes and escaped dashes are no matter here
    const char c = (*source)[i];
    if (c == '"') continue;
    if (c == '\\' && i + 1 < source->size()) {
      if ((*source)[i + 1] == 'f') i += 2;
      continue;
    }
    page += c;
  }
  for (const Command& command : commands()) {
    EXPECT_NE(page.find("berth " + std::string(command.name)), page.npos) << command.name;
    CLI::App app;
    app.set_help_flag();
    command.declare(app);
    for (const CLI::Option* option :
         app.get_options([](const CLI::Option* o) { return o->nonpositional(); })) {
      std::vector<std::string> names;
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
      const bool told = std::any_of(names.begin(), names.end(),
                                    [&](const auto& name) { return page.find(name) != page.npos; });
      EXPECT_TRUE(told) << command.name << " " << names.front();
    }
  }
}

TEST(Program, a_mistyped_command_or_option_is_answered_with_what_was_meant) {
  const auto complaint = [](const std::vector<std::string>& arguments) { return run(arguments).err; };
  EXPECT_EQ(complaint({"stak", "launch"}),
            "berth: there is no command 'stak': did you mean 'stack'?: see berth --help\n");
  EXPECT_EQ(complaint({"stack", "lauch"}),
            "berth: there is no command 'stack lauch': did you mean 'launch'?: see berth stack --help\n");
  EXPECT_EQ(complaint({"launch"}),
            "berth: there is no command 'launch', but 'stack launch': see berth --help\n");
  EXPECT_NE(complaint({"kill"}).find("but 'berth stop'"), std::string::npos);
  EXPECT_NE(complaint({"rm"}).find("a task that has stopped is history"), std::string::npos);
  EXPECT_EQ(complaint({"ps", "--wacth"}),
            "berth: there is no option '--wacth': did you mean '--watch'?: see berth ps --help\n");
  EXPECT_NE(complaint({"ps", "--stat-dir", "x"}).find("'--state-dir'"), std::string::npos);
  EXPECT_NE(complaint({"ps", "word"}).find("there is no further argument 'word'"), std::string::npos);
}

TEST(Program, without_a_daemon_the_machine_said_no) {
  const base::TemporaryFolder folder;
  const Ran ran = run({"ps", "--state-dir", folder.path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("berth up"), ran.err.npos);
}

TEST(Program, down_without_a_daemon_is_done) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(run({"--state-dir", folder.path(), "down"}).code, 0);
}

TEST(DaemonFlags, those_that_the_running_daemon_does_not_have_are_named) {
  const std::vector<std::string> running{"--state-dir", "/s", "--gpus", "none", "--listen=127.0.0.1:0"};
  const auto differ = [&](const std::vector<std::string>& wanted, const std::vector<std::string>& has) {
    return typed(flags_without_effect(wanted, has, "http://127.0.0.1:4711").differ);
  };
  EXPECT_EQ(differ({}, running), "");
  EXPECT_EQ(differ({"--gpus", "none", "--listen", "127.0.0.1:0"}, running), "");
  EXPECT_EQ(differ({"--listen", "127.0.0.1:4711"}, running), "") << "that is where it answers";
  EXPECT_EQ(differ({"--gpus", "simulate:2xA10G", "--allow-reset"}, running),
            "--allow-reset --gpus simulate:2xA10G");
  EXPECT_EQ(differ({"--gpus=auto", "--region", "us-east-1"}, {"--state-dir", "/s"}), "") << "the defaults";
  EXPECT_EQ(differ({"--gpus", "none"}, {"--config", "f"}), "");
  EXPECT_EQ(typed(flags_without_effect({"--gpus", "none"}, {"--config", "f"}, "").unsure), "--gpus none");
  EXPECT_EQ(typed(flags_without_effect({"--gpus", "none"}, {}, "").unsure), "--gpus none");
}

TEST(Background, what_a_process_was_started_with_is_read_back) {
  EXPECT_TRUE(arguments_of(2'000'000'000).empty());
}

TEST(Interruption, ctrl_c_ends_the_pause_that_it_falls_in) {
  const Interruption interruption;
  EXPECT_FALSE(interruption.pause(std::chrono::milliseconds(0)));
  ::pthread_kill(::pthread_self(), SIGINT);
  EXPECT_TRUE(interruption.pause(std::chrono::seconds(60)));
  EXPECT_FALSE(interruption.pause(std::chrono::milliseconds(0))) << "once";
}

TEST(Background, a_pid_file_alone_is_no_daemon) {
  const base::TemporaryFolder folder;
  EXPECT_FALSE(running_daemon(folder.path()));
  const auto opened = base::Folder::open(folder.path());
  ASSERT_TRUE(opened);
  for (const std::string pid :
       {"1", "0", "-1", "nonsense", "2147483647", std::to_string(::getpid()).c_str()}) {
    ASSERT_TRUE(opened->write_durably("pid", pid));
    EXPECT_FALSE(running_daemon(folder.path())) << pid;
  }
}

TEST(Background, under_systemd_the_daemon_gets_a_scope_with_delegation) {
  const std::vector<std::string> plain{"/bin/berthd", "--listen", "x"};
  EXPECT_EQ(daemon_command("/bin/berthd", {"--listen", "x"}, false, true), plain);
  const std::vector<std::string> scope{"systemd-run", "--scope",      "--quiet", "--collect",
                                       "-p",          "Delegate=yes", "--",      "/bin/berthd"};
  EXPECT_EQ(daemon_command("/bin/berthd", {}, true, true), scope);
  EXPECT_EQ(daemon_command("/bin/berthd", {}, true, false)[6], "--user");
}

TEST(Background, a_daemon_that_ends_at_once_says_why_and_one_that_announces_itself_is_found) {
  const base::TemporaryFolder folder;
  const std::string log = folder / "log";
  const auto failed = start_daemon({"/bin/sh", "-c", "echo a >&2; echo 'no such device'; exit 1"}, log,
                                   std::chrono::seconds(10));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no such device");
  const auto started =
      start_daemon({"/bin/sh", "-c", "echo $$ > \"$0\"; echo listening on http://127.0.0.1:9; exec sleep 60",
                    folder / "process"},
                   log, std::chrono::seconds(10));
  ASSERT_TRUE(started);
  EXPECT_EQ(*started, "http://127.0.0.1:9");
  const auto pid = base::read_file(folder / "process");
  ASSERT_TRUE(pid);
  EXPECT_TRUE(end_daemon(std::stoi(*pid), std::chrono::seconds(10)));
  EXPECT_FALSE(start_daemon({"/no/such/berthd"}, log, std::chrono::seconds(10)));
}

}  // namespace
}  // namespace berth::cli
