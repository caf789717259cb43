#include "berth/fleet/machine.hpp"

#include "base/files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace berth::fleet {
namespace {

/// Another machine's /proc and /sys.
struct MachineTest : ::testing::Test {
  MachineTest() {
    write("/proc/self/status",
          "Name:\tberthd\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7\nMems_allowed_list:\t0\n");
    write("/proc/meminfo", "MemTotal:       32768000 kB\nMemFree:  1 kB\n");
    write("/proc/self/cgroup", "");
  }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder.path() + path).parent_path());
    std::ofstream(folder.path() + path) << text;
  }
  MachineCapacity detected() { return detect_machine(folder.path()).value(); }
  base::TemporaryFolder folder;
};

TEST_F(MachineTest, has_the_cpus_that_we_may_use_and_its_memory) {
  EXPECT_EQ(detected(), (MachineCapacity{.cpu_units = 8192, .memory_mib = 32000}));
  write("/proc/self/status", "Cpus_allowed_list:\t1,4-5\n");
  EXPECT_EQ(detected().cpu_units, 3072);
}

TEST_F(MachineTest, a_version_2_group_and_those_above_it_bound_both) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/b/memory.max", "max\n");
  write("/sys/fs/cgroup/a/b/cpu.max", "250000 100000\n");
  write("/sys/fs/cgroup/a/memory.max", "1073741824\n");
  write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  EXPECT_EQ(detected(), (MachineCapacity{.cpu_units = 2560, .memory_mib = 1024}));
}

TEST_F(MachineTest, so_do_version_1_groups) {
  write("/proc/self/cgroup", "4:memory:/x\n3:cpu,cpuacct:/x/y\n0::/\n");
  write("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "2147483648\n");
  write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "50000\n");
  write("/sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n");
  write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(detected(), (MachineCapacity{.cpu_units = 512, .memory_mib = 2048}));
}

TEST_F(MachineTest, what_cannot_be_read_is_an_error_that_says_what) {
  write("/proc/meminfo", "nothing\n");
  EXPECT_EQ(detect_machine(folder.path()).error().message,
            "measuring memory: /proc/meminfo has no MemTotal that can be read");
  write("/proc/self/status", "Cpus_allowed_list:\t3-1\n");
  EXPECT_EQ(detect_machine(folder.path()).error().message,
            "counting CPUs: /proc/self/status has no Cpus_allowed_list that can be read");
}

TEST(Machine, this_one_has_something_to_run_on) {
  const auto machine = detect_machine().value();
  EXPECT_GT(machine.cpu_units, 0);
  EXPECT_GT(machine.memory_mib, 0);
  EXPECT_TRUE(machine.gpus.empty());
}

}  // namespace
}  // namespace berth::fleet
