#include "base/files.hpp"
#include "berth/run/process/bubblewrap.hpp"
#include "berth/run/process/init_protocol.hpp"
#include "berth/run/process/sandbox.hpp"
#include "berth/run/tests/specs.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>

namespace berth::run::process {
namespace {

TEST(InitProtocol, orders_round_trip) {
  const InitOrders orders{{"a", "", "c d"}, {"X=1", "Y="}, "/work", {{RLIMIT_NOFILE, 10, RLIM_INFINITY}}};
  EXPECT_EQ(decode_orders(encode_orders(orders)), orders);
  EXPECT_EQ(decode_number(encode_number(-7)), -7);
}

TEST(InitProtocol, damaged_orders_are_refused) {
  const std::string good = encode_orders({{"a"}, {"X=1"}, "/", {}});
  for (std::size_t cut = 0; cut < good.size(); ++cut)
    EXPECT_EQ(decode_orders(good.substr(0, cut)), std::nullopt);
  EXPECT_EQ(decode_orders(good + "x"), std::nullopt);
  EXPECT_EQ(decode_orders(encode_orders({{}, {}, "/", {}})), std::nullopt);
  EXPECT_EQ(decode_number("abc"), std::nullopt);
}

TEST(InitProtocol, frames_come_out_whole_whatever_the_pieces) {
  const std::string bytes = encode_frame(FrameType::READY) + encode_frame(FrameType::FAILED, "why");
  FrameReader reader;
  std::vector<Frame> frames;
  for (const char c : bytes) {
    reader.add({&c, 1});
    while (auto frame = reader.next()) frames.push_back(*frame);
  }
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].type, FrameType::READY);
  EXPECT_EQ(frames[1].payload, "why");
}

bool has_sequence(const std::vector<std::string>& list, const std::vector<std::string>& wanted) {
  return std::search(list.begin(), list.end(), wanted.begin(), wanted.end()) != list.end();
}

struct SandboxPlan : testing::Test {
  LaunchSpec task = task_of({container("main")});
  Sandbox plan() {
    return plan_sandbox({task, task.containers[0], "/opt/x/berth-shim", "/state/work", "/state/tmp",
                         2'000'000'001, 2'000'000'001});
  }
};

TEST_F(SandboxPlan, namespaces_come_first_and_nothing_secret_is_an_argument) {
  task.containers[0].environment["SECRET"] = "s3cret";
  task.host.uid = 2'000'000'001;
  task.host.files = {{"/home/me/train", "train"}};
  const Sandbox sandbox = plan();
  std::vector<std::string> staged(sandbox.binds.size());
  for (std::size_t i = 0; i < staged.size(); ++i)
    if (sandbox.binds[i].staged) staged[i] = "/mnt/" + std::to_string(i);
  const auto arguments = bubblewrap_arguments(sandbox, {10, 11, 12}, staged);
  EXPECT_EQ(arguments[0], "--unshare-user");
  EXPECT_EQ(arguments[1], "--disable-userns");
  for (const std::string& argument : arguments) {
    EXPECT_EQ(argument.find("s3cret"), std::string::npos);
    EXPECT_EQ(argument.find("/state/"), std::string::npos) << "staged sources are not named";
    EXPECT_EQ(argument.find("/home/"), std::string::npos);
  }
  EXPECT_TRUE(has_sequence(arguments, {"--size", "67108864", "--perms", "1777", "--tmpfs", "/dev/shm"}));
  EXPECT_TRUE(has_sequence(arguments, {"--remount-ro", "/"}));
  EXPECT_TRUE(has_sequence(arguments, {"--perms", "0555", "--ro-bind-data", "12", "/opt/fathom/bin/aws"}));
}

TEST_F(SandboxPlan, without_a_user_of_its_own_nothing_is_staged) {
  const Sandbox sandbox = plan();
  EXPECT_TRUE(
      std::none_of(sandbox.binds.begin(), sandbox.binds.end(), [](const Bind& b) { return b.staged; }));
  const auto arguments =
      bubblewrap_arguments(sandbox, {10, 11, 12}, std::vector<std::string>(sandbox.binds.size()));
  EXPECT_TRUE(has_sequence(arguments, {"--bind", "/state/work", "/work"}));
  EXPECT_TRUE(has_sequence(arguments, {"--ro-bind", "/opt/x/berth-shim", init_path}));
}

TEST_F(SandboxPlan, only_a_few_files_of_etc_are_shown) {
  for (const Bind& bind : plan().binds) {
    if (bind.destination.rfind("/etc/", 0) != 0) continue;
    static const std::vector<std::string> allowed = {
        "/etc/alternatives",  "/etc/ssl",   "/etc/openmpi",   "/etc/ld.so.cache",
        "/etc/nsswitch.conf", "/etc/hosts", "/etc/localtime", "/etc/resolv.conf"};
    EXPECT_NE(std::find(allowed.begin(), allowed.end(), bind.destination), allowed.end()) << bind.destination;
    EXPECT_FALSE(bind.writable);
  }
}

TEST(Orders, the_tasks_environment_wins_and_gpus_are_named) {
  LaunchSpec task = task_of({container("main", {"train"})}, "0123456789abcdef");
  ContainerSpec& main = task.containers[0];
  main.environment = {{"HOME", "/elsewhere"}, {"A", "b"}};
  main.gpu_ids = {"GPU-1", "GPU-2"};
  main.ulimits = {{"nofile", 5, -1}};
  const InitOrders orders = make_orders(task, main, "/opt/fathom/bin", "/work");
  const auto has = [&](const std::string& line) {
    return std::count(orders.environment.begin(), orders.environment.end(), line) == 1;
  };
  EXPECT_TRUE(has("HOME=/elsewhere"));
  EXPECT_TRUE(has("A=b"));
  EXPECT_TRUE(has("HOSTNAME=0123456789ab"));
  EXPECT_TRUE(has("NVIDIA_VISIBLE_DEVICES=GPU-1,GPU-2"));
  EXPECT_EQ(orders.folder, "/work");
  EXPECT_EQ(orders.limits.back(), (ResourceLimit{RLIMIT_NOFILE, 5, RLIM_INFINITY}));
  main.gpu_ids.clear();
  for (const std::string& line : make_orders(task, main, "p", "/work").environment)
    EXPECT_EQ(line.find("VISIBLE_DEVICES"), std::string::npos);
}

TEST(Ulimits, all_of_ecs_are_known) {
  for (const char* name : {"core", "cpu", "data", "fsize", "locks", "memlock", "msgqueue", "nice", "nofile",
                           "nproc", "rss", "rtprio", "rttime", "sigpending", "stack"})
    EXPECT_GE(resource_of(name), 0) << name;
  EXPECT_EQ(resource_of("other"), -1);
}

/// Runs the wrapper with a made-up `aws` behind it on PATH and returns what that one was given.
std::string through_wrapper(const std::string& endpoint, bool with_aws = true) {
  base::TemporaryFolder temporary;
  const auto put = [&](const std::string& folder, const std::string& text) {
    auto opened = base::Folder::open(temporary / folder, true).value();
    EXPECT_TRUE(base::write_all(opened.file("aws", O_WRONLY | O_CREAT, 0755).value().get(), text));
  };
  put("own", aws_wrapper(temporary / "own"));
  if (with_aws) put("real", "#!/bin/sh\nprintf '[%s]' \"$@\" > " + temporary.path() + "/out\n");
  std::vector<std::string> environment = {"PATH=" + temporary / "own" + ":" + temporary / "real" + ":/none"};
  if (!endpoint.empty()) environment.push_back("AWS_ENDPOINT_URL=" + endpoint);
  std::vector<std::string> words = {"aws", "s3", "ls", "two words"};
  std::vector<char*> argv, envp;
  for (std::string& word : words) argv.push_back(word.data());
  for (std::string& line : environment) envp.push_back(line.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  pid_t child = -1;
  EXPECT_EQ(
      ::posix_spawn(&child, (temporary / "own/aws").c_str(), nullptr, nullptr, argv.data(), envp.data()), 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  const auto out = base::read_file(temporary / "out");
  return out ? *out : "exit " + std::to_string(WEXITSTATUS(status));
}

TEST(AwsWrapper, hands_the_endpoint_to_the_real_one) {
  EXPECT_EQ(through_wrapper("http://127.0.0.1:4566"),
            "[--endpoint-url][http://127.0.0.1:4566][s3][ls][two words]");
  EXPECT_EQ(through_wrapper(""), "[s3][ls][two words]");
  EXPECT_EQ(through_wrapper("", false), "exit 127");
}

TEST(Bubblewrap, a_missing_program_is_said_plainly) {
  const auto found = find_bubblewrap("/no/such/folder");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "bubblewrap is not installed (no bwrap in /no/such/folder)");
}

}  // namespace
}  // namespace berth::run::process
