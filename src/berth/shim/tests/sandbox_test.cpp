/// What a task must not be able to do. Each attempt is a shell script that prints what it got hold of.
#include "berth/run/process/sandbox.hpp"

#include "base/encoding.hpp"
#include "berth/run/task_folder.hpp"
#include "berth/shim/tests/stand.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <csignal>

namespace berth::shim {
namespace {

using Lines = std::vector<std::string>;

struct SandboxTest : Stand {
  /// The output of a script in the sandbox.
  std::string output(const std::string& script) {
    static int number = 0;
    const std::string id = "s" + std::to_string(++number);
    LaunchSpec task = spec(shell(script), id);
    tweak(task);
    run_to_end(task);
    return whole_log(id);
  }
  std::function<void(LaunchSpec&)> tweak = [](LaunchSpec&) {};
};

TEST_F(SandboxTest, only_what_is_meant_to_be_there_is_there) {
  EXPECT_EQ(output("ls -d /*").find("/root"), std::string::npos);
  EXPECT_EQ(output("ls -A /home /root /work /tmp /var/lib /srv /mnt /boot 2>/dev/null"), "/tmp:\n\n/work:\n");
  EXPECT_EQ(output("cat /etc/shadow /etc/hostname /proc/1/environ 2>/dev/null"), "");
  const std::string etc = output("ls /etc");
  EXPECT_NE(etc.find("passwd"), std::string::npos);
  EXPECT_EQ(etc.find("shadow"), std::string::npos);
  EXPECT_EQ(output("ls /sys"), "devices\n");
  EXPECT_EQ(output("ls /sys/devices"), "system\n");
}

TEST_F(SandboxTest, the_state_folder_and_other_tasks_are_out_of_reach) {
  const std::string secret = temporary / "secret";
  ASSERT_TRUE(base::Folder::open(temporary.path()).value().write_durably("secret", "s3cret", 0644));
  EXPECT_EQ(output("cat " + secret + " 2>&1; ls " + options.tasks + " 2>&1").find("s3cret"),
            std::string::npos);
  runner->launch(spec(shell("echo other > mine; sleep 1000"), "other"));
  ASSERT_TRUE(wait_for_start({"other", 1}));
  const std::string others_folder = options.tasks + "/other/1" + run::process::work_folder;
  EXPECT_EQ(output("cat " + others_folder +
                   "/main/mine 2>/dev/null; ls /proc | grep -c '^[0-9]*$'; "
                   "find / -path /usr -prune -o -path /proc -prune -o -name mine -print 2>/dev/null")
                .find("mine"),
            std::string::npos);
  runner->stop({"other", 1}, "x");
  wait_for_end({"other", 1});
}

TEST_F(SandboxTest, processes_of_the_host_are_invisible_and_untouchable) {
  const std::string seen =
      output("ls /proc | grep '^[0-9]' | sort -n | head -1; echo $$; kill -0 " + std::to_string(::getpid()) +
             " 2>&1; cat /proc/" + std::to_string(::getpid()) + "/cmdline 2>&1 | head -c 20");
  EXPECT_EQ(seen.rfind("1\n", 0), 0U) << seen;
  EXPECT_NE(seen.find("No such process"), std::string::npos) << seen;
}

TEST_F(SandboxTest, there_are_no_privileges_and_none_to_gain) {
  const std::string status = output("id -u; id -g; id -G; grep -E 'Cap|NoNewPrivs' /proc/self/status");
  if (options.uids) {
    EXPECT_EQ(status.rfind(std::to_string(options.uids->first), 0), 0U) << status;
  }
  EXPECT_EQ(status.find("\n0\n"), std::string::npos) << status;
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"})
    EXPECT_NE(status.find(std::string(set) + ":\t0000000000000000"), std::string::npos) << status;
  EXPECT_NE(status.find("NoNewPrivs:\t1"), std::string::npos);
  EXPECT_EQ(output("unshare -Ur id -u 2>/dev/null || echo refused"), "refused\n");
  EXPECT_EQ(output("unshare -m true 2>/dev/null || echo refused"), "refused\n");
  EXPECT_EQ(output("mount -t tmpfs none /tmp 2>/dev/null || echo refused"), "refused\n");
  EXPECT_EQ(output("chroot / true 2>/dev/null || echo refused"), "refused\n");
  EXPECT_EQ(output("mknod /tmp/null c 1 3 2>/dev/null || echo refused"), "refused\n");
}

TEST_F(SandboxTest, the_root_and_the_programs_are_read_only_and_the_work_folder_is_not) {
  EXPECT_EQ(
      output("for p in / /etc /usr /usr/bin /opt/fathom/bin /dev /sys/devices/system /proc/sys/kernel; do "
             "( : > $p/x ) 2>/dev/null && echo $p; done; "
             "( echo > /proc/sys/kernel/hostname ) 2>/dev/null && echo sysctl; "
             "for p in /tmp /work /dev/shm /run /var/tmp; do ( : > $p/x ) && echo $p; done"),
      "/tmp\n/work\n/dev/shm\n/run\n/var/tmp\n");
}

TEST_F(SandboxTest, shared_memory_has_the_size_that_was_asked_for) {
  tweak = [](LaunchSpec& task) { task.containers[0].shared_memory_mib = 8; };
  EXPECT_EQ(output("df -m --output=size /dev/shm | tail -1 | tr -d ' '; head -c 20000000 /dev/zero > "
                   "/dev/shm/x 2>/dev/null "
                   "|| echo full"),
            "8\nfull\n");
}

TEST_F(SandboxTest, descriptors_of_the_shim_and_the_init_do_not_leak) {
  EXPECT_EQ(output("ls -l /proc/self/fd | awk '{print $9}' | grep -v '^3$' | sort | tr '\\n' ' '; echo"),
            " 0 1 2 \n");
  EXPECT_EQ(output("ls /proc/1/fd 2>/dev/null || echo refused"), "refused\n");
}

TEST_F(SandboxTest, secrets_do_not_show_in_process_lists) {
  LaunchSpec task = spec(shell("echo ready; exec sleep 1000"));
  task.containers[0].environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "t0psecret";
  runner->launch(task);
  ASSERT_TRUE(wait_for_start(key));
  auto attempt = base::Folder::open(options.tasks + "/t1/1").value();
  struct stat status {};
  ASSERT_EQ(::fstatat(attempt.fd(), "spec", &status, 0), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  int looked_at = 0;
  auto processes = base::Folder::open("/proc").value();
  for (const std::string& name : processes.list().value()) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto words = base::read_file("/proc/" + name + "/cmdline");
    if (!words) continue;
    ++looked_at;
    EXPECT_EQ(words->find("t0psecret"), std::string::npos) << *words;
  }
  EXPECT_GT(looked_at, 3);
  const auto& started = std::get<run::ContainerStarted>(events[key].at(1));
  EXPECT_EQ(base::read_file("/proc/" + std::to_string(started.pid) + "/environ").value(), "");
  runner->stop(key, "x");
  wait_for_end(key);
}

TEST_F(SandboxTest, the_loader_cannot_be_turned_against_the_sandbox) {
  tweak = [](LaunchSpec& task) {
    task.containers[0].environment["LD_PRELOAD"] = std::string(run::process::work_folder) + "/evil.so";
    task.containers[0].environment["LD_LIBRARY_PATH"] = run::process::work_folder;
    task.containers[0].environment["PATH"] = "/usr/bin:/bin";
  };
  EXPECT_NE(output("echo fine").find("fine"), std::string::npos);
}

TEST_F(SandboxTest, programs_of_the_image_come_first_whatever_folder_they_lie_in) {
  auto hidden = base::Folder::open(temporary / "private/home", true).value();
  {
    auto program = hidden.file("train", O_WRONLY | O_CREAT, 0755).value();
    ASSERT_TRUE(base::write_all(program.get(), "#!/bin/sh\necho trained \"$@\"\n"));
  }
  ::chmod((temporary / "private").c_str(), 0700);
  options.builtin_files = {{temporary / "private/home/train", "train"}};
  reopen();
  run_to_end(spec({"train", "-b", "256"}));
  EXPECT_EQ(whole_log(), "trained -b 256\n");
  EXPECT_EQ(output("ls /opt/fathom/bin; command -v aws"), "aws\ntrain\n/opt/fathom/bin/aws\n");
}

TEST_F(SandboxTest, a_fork_bomb_hits_its_limit_and_ends_with_its_task) {
  LaunchSpec task =
      spec(shell("i=0; while [ $i -lt 300 ]; do sleep 1000 & i=$((i+1)); done 2>/dev/null; echo alive"));
  task.pids_limit = 40;
  if (!options.uids) GTEST_SKIP() << "needs a user of its own or control groups";
  runner->launch(task);
  wait_for_end(key);
  std::string text = whole_log();
  EXPECT_NE(container_stopped(key).exit_code, std::nullopt);
}

TEST_F(SandboxTest, ulimits_are_set_and_core_files_are_off) {
  tweak = [](LaunchSpec& task) { task.containers[0].ulimits = {{"nofile", 77, 88}, {"nonsense", 1, 1}}; };
  EXPECT_EQ(output("ulimit -Sn; ulimit -Hn; ulimit -Sc"), "77\n88\n0\n");
  bool said = false;
  for (const auto& [task, list] : events)
    for (const RunEvent& event : list)
      if (const auto* claimed = std::get_if<run::TaskClaimed>(&event))
        for (const std::string& sentence : claimed->not_enforced)
          said = said || sentence == "the ulimit nonsense of container main is not known";
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace berth::shim
