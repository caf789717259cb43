#include "berth/run/task_usage.hpp"

#include "berth/run/attempt_files.hpp"
#include "berth/run/task_folder.hpp"
#include "berth/run/tests/specs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace berth::run {
namespace {

void put(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
}

/// A line of /proc/PID/stat: only what is read is not 0.
std::string stat_line(int pid, const std::string& name, int parent, int ticks, int start, int pages) {
  std::string line = std::to_string(pid) + " (" + name + ") S " + std::to_string(parent);
  for (int field = 5; field <= 52; ++field) {
    int value = 0;
    if (field == 14) value = ticks;
    if (field == 22) value = start;
    if (field == 24) value = pages;
    line += " " + std::to_string(value);
  }
  return line + "\n";
}

TEST(CgroupUsage, of_version_1_leaves_out_the_idle_cache) {
  const base::TemporaryFolder folder;
  put(folder / "memory/memory.usage_in_bytes", "5000\n");
  put(folder / "memory/memory.stat", "cache 3000\ninactive_file 1\ntotal_inactive_file 2000\n");
  put(folder / "cpu/cpuacct.usage", "7000000\n");
  const CgroupTarget target{1, {{"memory", folder / "memory"}, {"cpu", folder / "cpu"}}, {}};
  EXPECT_EQ(usage_of_cgroup(target), (TaskUsage{7000, 3000, std::nullopt}));
}

TEST(CgroupUsage, of_version_2_is_read_from_one_folder) {
  const base::TemporaryFolder folder;
  put(folder / "memory.current", "5000\n");
  put(folder / "memory.stat", "anon 100\ninactive_file 500\n");
  put(folder / "cpu.stat", "usage_usec 1234\nuser_usec 1000\n");
  EXPECT_EQ(usage_of_cgroup({2, {{"unified", folder.path()}}, {}}), (TaskUsage{1234, 4500, std::nullopt}));
}

TEST(CgroupUsage, that_cannot_be_told_is_nothing) {
  const base::TemporaryFolder folder;
  EXPECT_EQ(usage_of_cgroup({0, {}, "no cgroups"}), TaskUsage{});
  EXPECT_EQ(usage_of_cgroup({1, {{"memory", folder / "gone"}}, {}}), TaskUsage{});
  EXPECT_EQ(usage_of_cgroup({2, {{"unified", folder / "gone"}}, {}}), TaskUsage{});
}

class ProcessUsage : public testing::Test {
 protected:
  void write_record(std::int64_t pid, std::int64_t start, ContainerState state = ContainerState::RUNNING) {
    TaskRecord record;
    record.task_id = key.task_id;
    record.sequence = 1;
    record.containers.push_back({.name = "main", .state = state, .pid = pid, .pid_start = start});
    put(folder / ("tasks/" + attempt_path(key) + "/started"), to_json(record));
  }
  TaskUsage measure() {
    const auto tasks = base::Folder::open(folder / "tasks", true);
    return measure_usage(*tasks, {key}, folder / "proc").at(0);
  }
  const base::TemporaryFolder folder;
  const TaskKey key{"0123456789abcdef0123456789abcdef", 1};
  const std::int64_t page = ::sysconf(_SC_PAGESIZE), tick = 1'000'000 / ::sysconf(_SC_CLK_TCK);
};

TEST_F(ProcessUsage, is_that_of_a_container_and_of_all_that_it_has_started) {
  write_record(10, 500);
  put(folder / "proc/10/stat", stat_line(10, "bwrap", 1, 1, 500, 10));
  put(folder / "proc/11/stat", stat_line(11, "a) name (", 10, 20, 501, 100));
  put(folder / "proc/12/stat", stat_line(12, "train", 11, 300, 502, 1000));
  put(folder / "proc/99/stat", stat_line(99, "other", 1, 7, 1, 7));
  put(folder / "proc/self/stat", "not a process of its own\n");
  EXPECT_EQ(measure(), (TaskUsage{321 * tick, 1110 * page, 3}));
}

TEST_F(ProcessUsage, is_not_that_of_a_process_which_has_got_the_number_since) {
  write_record(10, 500);
  put(folder / "proc/10/stat", stat_line(10, "newer", 1, 1, 900, 10));
  EXPECT_EQ(measure(), TaskUsage{});
}

TEST_F(ProcessUsage, of_what_has_stopped_or_never_was_is_nothing) {
  EXPECT_EQ(measure(), TaskUsage{}) << "no such folder";
  write_record(10, 500, ContainerState::STOPPED);
  put(folder / "proc/10/stat", stat_line(10, "x", 1, 1, 500, 10));
  EXPECT_EQ(measure(), TaskUsage{});
}

TEST(MachineUsage, is_read_from_proc) {
  const base::TemporaryFolder folder;
  put(folder / "stat", "cpu  10 20 30 4000 500 1 2 3 99 99\ncpu0 1 1 1\n");
  put(folder / "meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\n");
  put(folder / "loadavg", "1.25 0.50 0.10 1/100 4711\n");
  const MachineUsage usage = measure_machine(folder.path());
  EXPECT_EQ(usage.busy_microseconds, 66 * (1'000'000 / ::sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(usage.memory_total_bytes, 1000 * 1024);
  EXPECT_EQ(usage.memory_bytes, 600 * 1024);
  EXPECT_DOUBLE_EQ(usage.load, 1.25);
}

TEST(MachineUsage, of_this_machine_is_there) {
  const MachineUsage usage = measure_machine();
  EXPECT_GT(usage.busy_microseconds, 0);
  EXPECT_GT(usage.memory_bytes, 0);
  EXPECT_GT(usage.memory_total_bytes, usage.memory_bytes);
}

}  // namespace
}  // namespace berth::run
