/// Control groups on folders that look like the kernel's.
#include "berth/run/cgroup.hpp"

#include "base/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace berth::run {
namespace {

struct Fixture : testing::Test {
  base::TemporaryFolder temporary;
  const std::string root = temporary.path();

  void write(const std::string& path, const std::string& text) {
    const std::size_t slash = path.rfind('/');
    auto folder = base::Folder::open(root + path.substr(0, slash), true).value();
    ASSERT_TRUE(folder.write_durably(path.substr(slash + 1), text, 0644));
  }
  std::string read(const std::string& path) { return base::read_file(root + path).value(); }
  void mounts(const std::string& text) { write("/proc/self/mountinfo", text); }
  void groups(const std::string& text) { write("/proc/self/cgroup", text); }
};

const std::string v1_mounts =
    "30 20 0:1 / / rw - ext4 /dev/vda rw\n"
    "31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "32 30 0:28 / /sys/fs/cgroup/memory rw,nosuid shared:9 - cgroup cgroup rw,memory\n"
    "33 30 0:29 / /sys/fs/cgroup/pids rw,nosuid - cgroup cgroup rw,pids\n"
    "34 30 0:30 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw\n";

TEST_F(Fixture, version_1_takes_each_controllers_own_group) {
  mounts(v1_mounts);
  groups("9:name=systemd:/\n4:memory:/a/b\n2:cpu,cpuacct:/\n8:pids:/p\n0::/\n");
  for (const char* folder : {"memory/a/b", "cpu,cpuacct", "pids/p"})
    ASSERT_TRUE(base::Folder::open(root + "/sys/fs/cgroup/" + folder, true));
  const CgroupBase found = detect_cgroups("berth", root);
  EXPECT_EQ(found.version, 1);
  EXPECT_EQ(found.folders.at("memory"), root + "/sys/fs/cgroup/memory/a/b/berth");
  EXPECT_EQ(found.folders.at("cpu"), root + "/sys/fs/cgroup/cpu,cpuacct/berth");
  EXPECT_EQ(found.folders.at("pids"), root + "/sys/fs/cgroup/pids/p/berth");
  EXPECT_EQ(::access(found.folders.at("memory").c_str(), F_OK), 0);
  EXPECT_EQ(found.target("t1-1").folders.at("pids"), root + "/sys/fs/cgroup/pids/p/berth/t1-1");
}

TEST_F(Fixture, a_group_that_somebody_else_has_left_there_is_not_taken_for_ours) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
  mounts("33 30 0:29 / /sys/fs/cgroup/pids rw,nosuid - cgroup cgroup rw,pids\n");
  groups("8:pids:/\n");
  write("/sys/fs/cgroup/pids/berth/tasks", "");
  ASSERT_EQ(::chmod(root.c_str(), 0755), 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_directory()) continue;
    ASSERT_EQ(::chmod(entry.path().c_str(), 0755), 0);
  }
  ASSERT_EQ(::seteuid(65534), 0);
  const CgroupBase found = detect_cgroups("berth", root);
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_FALSE(found.folders.contains("pids"));
  EXPECT_NE(found.unavailable_reason.find("cannot make or use " + root +
                                          "/sys/fs/cgroup/pids/berth: Permission denied"),
            std::string::npos)
      << found.unavailable_reason;
}

TEST_F(Fixture, a_missing_version_1_controller_is_named) {
  mounts("32 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  groups("4:memory:/\n");
  ASSERT_TRUE(base::Folder::open(root + "/sys/fs/cgroup/memory", true));
  const CgroupBase found = detect_cgroups("berth", root);
  EXPECT_EQ(found.version, 1);
  EXPECT_EQ(found.unavailable_reason,
            "the cpu controller is not mounted; the pids controller is not mounted");
}

struct Version2 : Fixture {
  void SetUp() override {
    mounts("30 20 0:1 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n");
    groups("0::/user.slice/berth.scope\n");
    write(own + "/cgroup.controllers", "cpuset cpu io memory pids\n");
    write(own + "/cgroup.subtree_control", "");
    write(own + "/cgroup.procs", "");
    write(own + "/daemon/cgroup.procs", "");
    write(own + "/berth/cgroup.subtree_control", "");
  }
  const std::string own = "/sys/fs/cgroup/user.slice/berth.scope";
};

TEST_F(Version2, the_daemon_moves_to_a_leaf_and_hands_controllers_down) {
  const CgroupBase found = detect_cgroups("berth", root);
  ASSERT_EQ(found.version, 2) << found.unavailable_reason;
  EXPECT_EQ(found.folders.at("unified"), root + own + "/berth");
  EXPECT_EQ(read(own + "/daemon/cgroup.procs"), std::to_string(::getpid()));
  EXPECT_EQ(read(own + "/cgroup.subtree_control"), "+memory +cpu +pids");
  EXPECT_EQ(read(own + "/berth/cgroup.subtree_control"), "+memory +cpu +pids");
}

TEST_F(Version2, a_daemon_that_starts_in_the_leaf_uses_the_group_above) {
  groups("0::/user.slice/berth.scope/daemon\n");
  EXPECT_EQ(detect_cgroups("berth", root).folders.at("unified"), root + own + "/berth");
  EXPECT_EQ(read(own + "/daemon/cgroup.procs"), "");
}

TEST_F(Version2, without_the_controllers_there_is_a_reason_and_what_to_do) {
  write(own + "/cgroup.controllers", "cpu pids\n");
  const CgroupBase found = detect_cgroups("berth", root);
  EXPECT_EQ(found.version, 0);
  EXPECT_NE(found.unavailable_reason.find("has no memory controller"), std::string::npos);
  EXPECT_NE(found.unavailable_reason.find("systemd-run"), std::string::npos);
}

TEST_F(Version2, under_systemd_an_undelegated_group_is_left_alone) {
  ASSERT_TRUE(base::Folder::open(root + "/run/systemd/system", true));
  const CgroupBase found = detect_cgroups("berth", root);
  EXPECT_EQ(found.version, 0);
  EXPECT_NE(found.unavailable_reason.find("is not delegated"), std::string::npos);
  EXPECT_EQ(read(own + "/daemon/cgroup.procs"), "");
}

TEST_F(Version2, limits_go_into_the_files_of_version_2) {
  const std::string group = "/sys/fs/cgroup/base/t1-1";
  write("/sys/fs/cgroup/base/cgroup.subtree_control", "");
  for (const char* file : {"memory.max", "memory.swap.max", "memory.oom.group", "memory.low", "cpu.weight",
                           "pids.max", "cgroup.procs"})
    write(group + "/" + file, "");
  std::vector<std::string> not_enforced;
  const auto made =
      Cgroup::create({2, {{"unified", root + group}}, ""}, {64 << 20, 32 << 20, 1024, 50}, not_enforced);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(not_enforced.empty());
  EXPECT_EQ(read(group + "/memory.max"), "67108864");
  EXPECT_EQ(read(group + "/memory.swap.max"), "0");
  EXPECT_EQ(read(group + "/memory.oom.group"), "1");
  EXPECT_EQ(read(group + "/memory.low"), "33554432");
  EXPECT_EQ(read(group + "/cpu.weight"), "39");
  EXPECT_EQ(read(group + "/pids.max"), "50");
  EXPECT_EQ(made->process_files(), std::vector<std::string>{root + group + "/cgroup.procs"});
  EXPECT_TRUE(made->is_empty());
  EXPECT_EQ(made->out_of_memory_kills(), 0);
  write(group + "/memory.events", "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 1\n");
  EXPECT_EQ(made->out_of_memory_kills(), 2);
}

TEST_F(Version2, a_limit_that_cannot_be_set_is_reported) {
  write("/sys/fs/cgroup/base/cgroup.subtree_control", "");
  std::vector<std::string> not_enforced;
  const CgroupTarget target{2, {{"unified", root + "/sys/fs/cgroup/base/t1-1"}}, ""};
  ASSERT_TRUE(Cgroup::create(target, {64 << 20, {}, {}, 5}, not_enforced));
  ASSERT_EQ(not_enforced.size(), 2U);
  EXPECT_EQ(not_enforced[0].rfind("the memory limit is not enforced: cannot open", 0), 0U) << not_enforced[0];
  EXPECT_EQ(not_enforced[1].rfind("the limit of processes is not enforced", 0), 0U);
}

TEST_F(Fixture, nothing_mounted_is_a_reason) {
  mounts("");
  groups("");
  EXPECT_EQ(detect_cgroups("berth", root).unavailable_reason, "control groups are not mounted");
}

TEST(CgroupNumbers, are_read_and_mapped) {
  EXPECT_EQ(read_counter("oom_kill_disable 0\nunder_oom 0\noom_kill 4\n", "oom_kill"), 4);
  EXPECT_EQ(read_counter("oom 3\n", "oom_kill"), 0);
  EXPECT_EQ(read_counter("", "x"), 0);
  EXPECT_EQ(cpu_weight_from_shares(2), 1);
  EXPECT_EQ(cpu_weight_from_shares(1024), 39);
  EXPECT_EQ(cpu_weight_from_shares(262144), 10000);
  EXPECT_EQ(cpu_weight_from_shares(999999), 10000);
}

}  // namespace
}  // namespace berth::run
