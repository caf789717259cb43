#include "berth/run/task_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <csignal>

namespace berth::run {
namespace {

base::TimePoint at(std::int64_t ms) { return base::TimePoint{base::Milliseconds{ms}}; }

TaskRecord claimed() {
  TaskRecord record;
  record.task_id = "t1";
  record.boot_id = "boot";
  record.claimed_at = 100;
  record.containers.resize(2);
  record.containers[0].name = "a";
  record.containers[1].name = "b";
  return record;
}

TaskRecord running() {
  TaskRecord record = claimed();
  record.sequence = 1;
  record.containers[0].state = ContainerState::RUNNING;
  record.containers[0].started_at = 200;
  record.containers[0].pid = 42;
  return record;
}

TaskRecord finished() {
  TaskRecord record = running();
  record.sequence = 2;
  record.containers[0].state = ContainerState::STOPPED;
  record.containers[0].stopped_at = 300;
  record.containers[0].wait_status = SIGKILL;
  record.containers[0].out_of_memory = true;
  record.containers[1].state = ContainerState::STOPPED;
  record.containers[1].stopped_at = 310;
  record.containers[1].reason = "never";
  record.finished_at = 320;
  record.reason = "done";
  return record;
}

TEST(TaskRecord, survives_the_file) {
  const TaskRecord record = finished();
  const auto read = parse_task_record(to_json(record));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, record);
}

TEST(TaskRecord, differences_become_events_each_once) {
  const TaskRecord first = claimed(), second = running(), third = finished();
  EXPECT_EQ(events_between(nullptr, first), (std::vector<RunEvent>{TaskClaimed{at(100), {}}}));
  EXPECT_EQ(events_between(&first, second), (std::vector<RunEvent>{ContainerStarted{"a", at(200), 42}}));
  const ContainerStopped a{"a", at(300), 137, SIGKILL, true, ""};
  const ContainerStopped b{"b", at(310), std::nullopt, std::nullopt, false, "never"};
  const TaskStopped end{at(320), StopCause::ESSENTIAL_CONTAINER_EXITED, "done"};
  EXPECT_EQ(events_between(&second, third), (std::vector<RunEvent>{a, b, end}));
  EXPECT_EQ(events_between(&third, third), std::vector<RunEvent>{});
  EXPECT_EQ(events_between(nullptr, third),
            (std::vector<RunEvent>{TaskClaimed{at(100), {}}, ContainerStarted{"a", at(200), 42}, a, b, end}));
}

TEST(TaskRecord, exit_137_is_not_a_signal) {
  TaskRecord record = finished();
  record.containers[0].wait_status = 137 << 8;
  const auto events = events_between(nullptr, record);
  const auto& stopped = std::get<ContainerStopped>(events[2]);
  EXPECT_EQ(stopped.exit_code, 137);
  EXPECT_EQ(stopped.signal, std::nullopt);
}

TEST(TaskRecord, a_dead_shim_leaves_no_success) {
  const TaskRecord lost = complete_lost(running(), at(900), "boot");
  EXPECT_EQ(lost.cause, StopCause::LOST);
  EXPECT_EQ(lost.reason, "The task's shim was killed while the task was running");
  EXPECT_EQ(lost.containers[0].wait_status, std::nullopt);
  EXPECT_EQ(lost.finished_at, 900);
  EXPECT_EQ(complete_lost(running(), at(900), "other boot").reason,
            "The machine was restarted while the task was running");
  const TaskRecord unstarted = complete_lost(claimed(), at(900), "boot");
  EXPECT_EQ(unstarted.cause, StopCause::FAILED_TO_START);
}

struct InFolder : testing::Test {
  base::TemporaryFolder temporary;
  base::Folder folder = base::Folder::open(temporary.path()).value();
};

TEST_F(InFolder, the_newest_record_counts) {
  EXPECT_EQ(read_record(folder).value(), std::nullopt);
  ASSERT_TRUE(folder.create_durably("claim", to_json(claimed())));
  EXPECT_EQ(read_record(folder).value(), claimed());
  ASSERT_TRUE(folder.write_durably("started", to_json(running())));
  EXPECT_EQ(read_record(folder).value(), running());
  ASSERT_TRUE(folder.write_durably("exit", to_json(finished())));
  EXPECT_EQ(read_record(folder).value(), finished());
}

TEST_F(InFolder, a_newer_record_that_was_not_fsynced_counts_if_it_is_whole) {
  ASSERT_TRUE(folder.create_durably("claim", to_json(claimed())));
  TaskRecord starting = claimed();
  starting.sequence = 1;
  starting.containers[0].state = ContainerState::STARTING;
  ASSERT_TRUE(folder.write_durably("started", to_json(starting)));
  TaskRecord newer = running();
  newer.sequence = 2;
  ASSERT_TRUE(folder.write_durably("running", to_json(newer)));
  EXPECT_EQ(read_record(folder).value(), newer);
  ASSERT_TRUE(folder.write_durably("running", ""));
  EXPECT_EQ(read_record(folder).value(), starting);
  EXPECT_EQ(complete_lost(starting, at(900), "boot").cause, StopCause::LOST);
}

TEST_F(InFolder, half_a_claim_is_a_claim) {
  ASSERT_TRUE(folder.create_durably("claim", to_json(claimed()).substr(0, 20)));
  EXPECT_EQ(read_record(folder).value(), TaskRecord{});
}

TEST_F(InFolder, what_was_cut_short_counts_as_not_written) {
  ASSERT_TRUE(folder.create_durably("claim", to_json(claimed())));
  const std::string started = to_json(running()), ended = to_json(finished());
  for (std::size_t length = 0; length < started.size(); ++length) {
    ASSERT_TRUE(folder.write_atomically("started", started.substr(0, length)));
    ASSERT_EQ(read_record(folder).value(), claimed()) << length;
  }
  ASSERT_TRUE(folder.write_atomically("started", started));
  for (std::size_t length = 0; length < ended.size(); ++length) {
    ASSERT_TRUE(folder.write_atomically("exit", ended.substr(0, length)));
    ASSERT_EQ(read_record(folder).value(), running()) << length;
  }
  ASSERT_TRUE(
      folder.write_atomically("exit", std::string(ended.size(), '\0')));  // ext4 after a power failure
  ASSERT_EQ(read_record(folder).value(), running());
}

TEST_F(InFolder, a_record_of_another_version_is_an_error_that_names_the_file) {
  ASSERT_TRUE(folder.create_durably("exit", R"({"version":99})"));
  const auto record = read_record(folder);
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().message.find("/exit: "), std::string::npos);
}

TEST_F(InFolder, files_are_synced_together_and_a_failure_shows) {
  const auto file = folder.file("a", O_WRONLY | O_CREAT);
  ASSERT_TRUE(file);
  EXPECT_TRUE(sync_together({}));
  EXPECT_TRUE(sync_together({file->get(), folder.fd()}));
  EXPECT_FALSE(sync_together({file->get(), -1}));
  EXPECT_FALSE(sync_together({-1, file->get()}));
}

TEST_F(InFolder, the_lock_is_held_once_and_can_be_looked_at) {
  EXPECT_FALSE(is_locked(folder));
  auto lock = TaskLock::try_take(folder).value();
  ASSERT_TRUE(lock.has_value());
  EXPECT_TRUE(is_locked(folder));
  EXPECT_TRUE(is_locked(folder));
  EXPECT_FALSE(TaskLock::try_take(folder).value().has_value());
  lock.reset();
  EXPECT_FALSE(is_locked(folder));
}

TEST_F(InFolder, control_sockets_work_under_long_paths) {
  const std::string deep = std::string(100, 'x') + "/" + std::string(100, 'y');
  auto far = folder.folder(deep, true).value();
  EXPECT_FALSE(connect_control(far).value().has_value());
  auto listener = listen_control(far);
  ASSERT_TRUE(listener) << listener.error().message;
  auto connection = connect_control(far).value();
  ASSERT_TRUE(connection.has_value());
  listener->reset();
  EXPECT_FALSE(connect_control(far).value().has_value());
  EXPECT_TRUE(listen_control(far));  // over what a dead one left
}

TEST(Process, start_times_tell_processes_apart) {
  EXPECT_GT(read_process_start(::getpid()), 0);
  EXPECT_EQ(read_process_start(0), 0);
}

}  // namespace
}  // namespace berth::run
