#include "berth/task/task_service.hpp"

#include "base/described_json.hpp"
#include "berth/task/tests/world.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

namespace berth::task {
namespace {

using test::World;

TaskPlan plan(int gpus = 0) {
  TaskPlan plan{.cluster = "default",
                .family = "train",
                .definition = "arn:…:task-definition/train:1",
                .group = "family:train"};
  plan.containers.push_back({.name = "main",
                             .image = "fathom",
                             .command = std::vector<std::string>{"train"},
                             .environment = {{"A", "1"}},
                             .cpu = 1024,
                             .memory_mib = 1000,
                             .gpus = gpus});
  return plan;
}

struct TaskServiceTest : ::testing::Test {
  Task& start(TaskPlan what) {
    auto taken = world.fleet->take(world.implicit(), demand_of(what));
    return start(std::move(what), world.implicit(), std::get<sched::Grant>(taken));
  }
  Task& start(TaskPlan what, const fleet::Instance& instance, const sched::Grant& grant) {
    Task& task = world.tasks->create(world.account, world.region, std::move(what), instance, grant);
    world.tasks->begin(task);
    return task;
  }
  Task& find(const std::string& id) { return *world.tasks->find(world.account, world.region, id); }
  std::string document(const std::string& id) { return base::to_text(base::to_document(find(id))); }
  World world;
};

TEST_F(TaskServiceTest, a_task_is_launched_once_its_start_is_durable) {
  const std::string id = start(plan(1)).id;
  EXPECT_TRUE(world.runner->launches.empty());
  world.settle();
  ASSERT_EQ(world.runner->launches[id], 1);
  const run::LaunchSpec& spec = world.runner->specs[id];
  EXPECT_EQ(spec.task_arn, "arn:aws:ecs:us-east-1:000000000000:task/default/" + id);
  ASSERT_EQ(spec.containers.size(), 1u);
  EXPECT_EQ(spec.containers[0].argv, std::vector<std::string>{"train"});
  EXPECT_EQ(spec.containers[0].gpu_ids, std::vector<std::string>{"GPU-0"});
  EXPECT_EQ(spec.containers[0].memory_mib, 1000);
  EXPECT_EQ(spec.containers[0].environment,
            (std::map<std::string, std::string>{{"A", "1"},
                                                {"AWS_DEFAULT_REGION", "us-east-1"},
                                                {"AWS_EC2_METADATA_DISABLED", "true"},
                                                {"AWS_ENDPOINT_URL", "http://127.0.0.1:4566"},
                                                {"AWS_EXECUTION_ENV", "AWS_ECS_EC2"},
                                                {"AWS_REGION", "us-east-1"}}));
  EXPECT_EQ(find(id).life.phase, Phase::starting);
}

TEST_F(TaskServiceTest, what_a_task_holds_comes_back_when_its_last_process_is_gone) {
  const std::string id = start(plan(2)).id;
  world.settle();
  world.runner->run(id);
  EXPECT_EQ(find(id).life.phase, Phase::running);
  EXPECT_EQ(world.implicit().inventory.free_gpu_ids().size(), 0u);

  world.tasks->stop(find(id), StopCode::UserInitiated, "enough");
  world.runner->report(id,
                       run::ContainerStopped{.container = "main", .at = world.clock.now(), .exit_code = 143});
  EXPECT_EQ(find(id).life.phase, Phase::stopping);
  EXPECT_EQ(world.implicit().inventory.free_gpu_ids().size(), 0u)
      << "the container is gone, its processes may not be";

  world.runner->report(id, run::TaskStopped{world.clock.now(), run::StopCause::STOP_REQUESTED, "enough"});
  EXPECT_TRUE(world.implicit().inventory.is_idle());
  EXPECT_FALSE(world.credentials.live.contains(id));
  EXPECT_FALSE(world.runner->forgotten.contains(id)) << "not before the end is durable";
  world.settle();
  EXPECT_TRUE(world.runner->forgotten.contains(id));
}

TEST_F(TaskServiceTest, the_runner_prepares_while_a_task_becomes_durable_and_forgets_what_never_started) {
  Task& task = start(plan());
  EXPECT_TRUE(world.runner->prepared.contains(task.id));
  EXPECT_EQ(world.runner->launches.count(task.id), 0u) << "not before the task is durable";
  const std::string id = task.id;
  world.tasks->stop(task, StopCode::UserInitiated, "no");
  EXPECT_FALSE(world.runner->forgotten.contains(id));
  world.settle();
  EXPECT_EQ(world.runner->launches.count(id), 0u);
  EXPECT_TRUE(world.runner->forgotten.contains(id));
}

TEST_F(TaskServiceTest, a_restart_tells_the_runner_when_it_knows_all_tasks) {
  const std::string id = start(plan()).id;
  world.settle();
  world.restart();
  EXPECT_TRUE(world.runner->launches.contains(id) || world.runner->adopted.contains(id));
  EXPECT_TRUE(world.runner->recovery_is_over);
}

TEST_F(TaskServiceTest, a_stop_before_the_start_is_durable_starts_nothing) {
  Task& task = start(plan());
  world.tasks->stop(task, StopCode::UserInitiated, "no");
  world.settle();
  EXPECT_TRUE(world.runner->launches.empty());
  EXPECT_TRUE(task.is_stopped());
  EXPECT_TRUE(world.implicit().inventory.is_idle());
}

TEST_F(TaskServiceTest, an_image_that_is_not_there_fails_the_task) {
  TaskPlan with_image = plan();
  with_image.containers[0].image = "missing";
  const std::string id = start(with_image).id;
  world.settle();
  EXPECT_TRUE(world.runner->launches.empty());
  EXPECT_EQ(find(id).life.stop_code, StopCode::TaskFailedToStart);
  EXPECT_EQ(find(id).life.stopped_reason,
            "CannotPullContainerError: repository does not exist or may require 'docker login'");
  EXPECT_EQ(find(id).life.containers[0].reason, find(id).life.stopped_reason);
  EXPECT_TRUE(world.implicit().inventory.is_idle());
}

TEST_F(TaskServiceTest, a_log_group_that_is_not_there_fails_the_task_unless_it_may_be_made) {
  TaskPlan with_log = plan();
  with_log.containers[0].log = LogOptions{.group = "/missing", .stream_prefix = "run"};
  const std::string fails = start(with_log).id;
  with_log.containers[0].log->create_group = true;
  const std::string runs = start(with_log).id;
  world.settle();
  EXPECT_EQ(find(fails).life.stopped_reason,
            "ResourceInitializationError: The specified log group does not exist: /missing");
  ASSERT_EQ(world.logs.attached.size(), 1u);
  EXPECT_EQ(world.logs.attached[0].stream, "run/main/" + runs);
  EXPECT_EQ(world.runner->specs[runs].containers[0].log->folder, "/logs/run/main/" + runs);
}

TEST_F(TaskServiceTest, without_a_prefix_the_stream_is_named_by_the_runtime_id) {
  TaskPlan with_log = plan();
  with_log.containers[0].log = LogOptions{.group = "/g", .region = "eu-west-1"};
  const std::string id = start(with_log).id;
  world.settle();
  EXPECT_EQ(world.logs.attached.at(0).stream, find(id).facts[0].runtime_id);
  EXPECT_EQ(world.logs.attached.at(0).region, "eu-west-1");
}

TEST_F(TaskServiceTest, a_task_role_gives_credentials) {
  TaskPlan with_role = plan();
  with_role.task_role_arn = "arn:aws:iam::000000000000:role/r";
  const std::string id = start(with_role).id;
  world.settle();
  const auto& environment = world.runner->specs[id].containers[0].environment;
  EXPECT_EQ(environment.at("AWS_CONTAINER_CREDENTIALS_FULL_URI"),
            "http://127.0.0.1:4566/_berth/credentials/" + id);
  EXPECT_EQ(environment.at("AWS_CONTAINER_AUTHORIZATION_TOKEN"), "token-" + id);
}

TEST_F(TaskServiceTest, an_entry_point_of_its_own_takes_the_images_command_out_of_force) {
  struct Case {
    std::optional<std::vector<std::string>> entry_point, command;
    std::vector<std::string> argv;
  };
  const Case cases[] = {{{}, {}, {"image-command"}},
                        {{}, {{"mine"}}, {"mine"}},
                        {{{"sh", "-c"}}, {{"true"}}, {"sh", "-c", "true"}},
                        {{{"sh"}}, {}, {"sh"}}};
  for (const Case& each : cases) {
    TaskPlan with_command = plan();
    with_command.containers[0].entry_point = each.entry_point;
    with_command.containers[0].command = each.command;
    const std::string id = start(with_command).id;
    world.settle();
    EXPECT_EQ(world.runner->specs[id].containers[0].argv, each.argv);
  }
}

TEST_F(TaskServiceTest, counts_follow_the_tasks) {
  const std::string id = start(plan()).id;
  const auto counts = [&] {
    const auto cluster = world.tasks->counts_of(world.key("default"));
    const auto instance = world.tasks->counts_on(world.implicit().record.container_instance_id);
    EXPECT_EQ(cluster.pending, instance.pending);
    EXPECT_EQ(cluster.running, instance.running);
    return std::pair(cluster.pending, cluster.running);
  };
  EXPECT_EQ(counts(), std::pair(1, 0));
  world.settle();
  EXPECT_EQ(counts(), std::pair(1, 0));
  world.runner->run(id);
  EXPECT_EQ(counts(), std::pair(0, 1));
  world.runner->end(id);
  EXPECT_EQ(counts(), std::pair(0, 0));
}

TEST_F(TaskServiceTest, a_stopped_task_leaves_memory_after_an_hour_but_not_the_history) {
  const std::string id = start(plan()).id;
  world.settle();
  world.runner->run(id);
  world.runner->end(id, 3);
  world.clock.advance(std::chrono::minutes(59));
  EXPECT_NE(world.tasks->find(world.account, world.region, id), nullptr);
  world.clock.advance(std::chrono::minutes(2));
  EXPECT_EQ(world.tasks->find(world.account, world.region, id), nullptr);
  EXPECT_TRUE(world.tasks->tasks_of(world.key("default")).empty());
  world.restart();
  EXPECT_EQ(world.tasks->find(world.account, world.region, id), nullptr);

  auto history = base::asio::co_spawn(
      world.lane, world.tasks->history(world.key("default"), std::nullopt, 10), base::asio::use_future);
  world.settle();
  const auto tasks = history.get();
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].id, id);
  EXPECT_EQ(tasks[0].life.containers[0].exit_code, 3);
}

// --- restarts ---
TEST_F(TaskServiceTest, after_a_restart_every_task_is_as_it_was) {
  const std::string running = start(plan(1)).id, stopped = start(plan()).id;
  world.settle();
  for (const auto& id : {running, stopped}) world.runner->run(id);
  world.runner->end(stopped, 1);
  const std::string before_running = document(running), before_stopped = document(stopped);
  const auto free_cpu = world.implicit().inventory.free_cpu_units();

  world.restart();
  EXPECT_EQ(document(running), before_running);
  EXPECT_EQ(document(stopped), before_stopped);
  EXPECT_EQ(world.implicit().inventory.free_cpu_units(), free_cpu);
  EXPECT_EQ(world.implicit().inventory.free_gpu_ids(), std::vector<std::string>{"GPU-1"});
  EXPECT_EQ(world.runner->adopted, std::set<std::string>{running});
  EXPECT_TRUE(world.runner->launches.empty()) << "what was claimed is not launched again";
  EXPECT_TRUE(world.credentials.live.contains(running));
  EXPECT_TRUE(world.runner->forgotten.contains(stopped)) << "its folder may have been left";

  // What happened meanwhile is reported from the beginning; what is known already is passed over.
  world.runner->report(running, run::TaskClaimed{world.clock.now(), {}});
  world.runner->report(running, run::ContainerStarted{"main", world.clock.now(), 1});
  EXPECT_EQ(document(running), before_running);
  world.runner->report(running,
                       run::ContainerStopped{.container = "main", .at = world.clock.now(), .exit_code = 0});
  world.runner->report(running,
                       run::TaskStopped{world.clock.now(), run::StopCause::ESSENTIAL_CONTAINER_EXITED, "x"});
  EXPECT_TRUE(find(running).is_stopped());
  EXPECT_TRUE(world.implicit().inventory.is_idle());
}

TEST_F(TaskServiceTest, what_was_stored_but_not_launched_is_launched_after_a_restart) {
  const std::string id = start(plan()).id;
  EXPECT_TRUE(world.runner->launches.empty());
  world.restart();
  EXPECT_EQ(find(id).life.phase, Phase::starting);
  EXPECT_EQ(world.runner->launches[id], 1);
}

TEST_F(TaskServiceTest, what_may_have_been_handed_over_is_handed_over_with_the_same_words) {
  TaskPlan with_role = plan();
  with_role.task_role_arn = "arn:aws:iam::000000000000:role/r";
  const std::string id = start(with_role).id;
  world.settle();
  const run::LaunchSpec spec = world.runner->specs[id];
  world.restart();
  world.settle();
  EXPECT_EQ(world.runner->launches[id], 1) << "the runner starts an attempt once, so it may be asked again";
  EXPECT_EQ(world.runner->specs[id], spec);
}

TEST_F(TaskServiceTest, a_stop_is_repeated_after_a_restart) {
  const std::string id = start(plan()).id;
  world.settle();
  world.runner->run(id);
  world.tasks->stop(find(id), StopCode::UserInitiated, "enough");
  world.restart();
  EXPECT_EQ(world.runner->stops[id], "enough");
}

// --- instances that go ---
TEST_F(TaskServiceTest, tasks_of_a_terminated_instance_are_stopped_and_the_instance_goes_with_the_last) {
  ASSERT_TRUE(world.fleet->create_launch_configuration(world.key("lc"), {.instance_type = "g5.xlarge"}));
  ASSERT_TRUE(
      world.fleet->create_group(world.key("g"), {.launch_configuration = "lc", .maximum = 1, .desired = 1}));
  fleet::Instance& instance = *world.fleet->instances_of(world.key("default")).back();
  ASSERT_FALSE(instance.is_implicit());
  const std::string ec2_id = instance.record.id;
  const auto start_there = [&] {
    auto taken = world.fleet->take(instance, demand_of(plan()));
    return start(plan(), instance, std::get<sched::Grant>(taken)).id;
  };
  const std::string runs = start_there(), waits = start_there();
  world.settle();
  world.runner->run(runs);
  const std::string not_launched = start_there();

  bool gone = false;
  world.fleet->remove_group(world.key("g"), [&] { gone = true; });
  const std::string reason = "Host EC2 (instance " + ec2_id + ") terminated.";
  EXPECT_EQ(world.runner->stops, (std::map<std::string, std::string>{{runs, reason}, {waits, reason}}));
  EXPECT_EQ(find(not_launched).life.stop_code, StopCode::TerminationNotice);
  EXPECT_FALSE(gone);

  world.restart();
  EXPECT_EQ(world.runner->stops.size(), 2u) << "a restart forgets nothing of it";
  world.fleet->remove_group(world.key("g"), [&] { gone = true; });
  world.runner->specs[runs] = world.runner->specs[waits];  // as adopted
  world.runner->end(runs, 143);
  EXPECT_FALSE(gone);
  world.runner->end(waits, 143);
  EXPECT_TRUE(gone);
  EXPECT_EQ(world.fleet->find_instance(world.account, world.region, ec2_id), nullptr);
  EXPECT_EQ(find(runs).life.stopped_reason, reason);
}

}  // namespace
}  // namespace berth::task
