/// A control plane for tests: everything real but the runner, the images, the logs and the credentials, which do what a
/// test says. A
/// restart makes all of it anew from what the database has.
#pragma once

#include "berth/task/task_service.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace berth::task::test {

/// Remembers what it was told and reports what a test tells it to.
class FakeRunner final : public run::TaskRunner {
 public:
  explicit FakeRunner(base::Clock& clock) : clock_(clock) {}

  void prepare(const run::LaunchSpec& spec) override { prepared.insert(spec.task_id); }
  void launch(const run::LaunchSpec& spec) override {
    ++launches[spec.task_id];
    specs[spec.task_id] = spec;
  }
  void stop(const run::TaskKey& key, const std::string& reason) override { stops[key.task_id] = reason; }
  void adopt(const run::TaskKey& key) override { adopted.insert(key.task_id); }
  void forget(const run::TaskKey& key) override { forgotten.insert(key.task_id); }
  void on_event(EventHandler handler) override { handler_ = std::move(handler); }

  void report(const std::string& id, const run::RunEvent& event) { handler_({.task_id = id}, event); }
  /// Claimed, and every container started.
  void run(const std::string& id) {
    report(id, run::TaskClaimed{clock_.now(), {}});
    for (const auto& container : specs.at(id).containers)
      report(id, run::ContainerStarted{container.name, clock_.now(), 4711});
  }
  /// Every container ends with `code`, then the task.
  void end(const std::string& id, int code = 0) {
    const bool asked = stops.contains(id);
    for (const auto& container : specs.at(id).containers)
      report(id, run::ContainerStopped{.container = container.name, .at = clock_.now(), .exit_code = code});
    report(id, run::TaskStopped{
                   clock_.now(),
                   asked ? run::StopCause::STOP_REQUESTED : run::StopCause::ESSENTIAL_CONTAINER_EXITED,
                   asked ? stops.at(id) : "Essential container in task exited"});
  }

  std::map<std::string, int> launches;
  std::map<std::string, run::LaunchSpec> specs;
  std::map<std::string, std::string> stops;  ///< reasons
  void recovered() override { recovery_is_over = true; }

  std::set<std::string> prepared, adopted, forgotten;
  bool recovery_is_over = false;

 private:
  base::Clock& clock_;
  EventHandler handler_;
};

struct FakeImages final : ImageResolver {
  ResolvedImage resolve(std::string_view reference, const std::string&, const std::string&) override {
    if (reference == "missing") return {.reason = "repository does not exist or may require 'docker login'"};
    return {.found = true, .digest = "sha256:" + std::string(64, 'f'), .command = {"image-command"}};
  }
};

struct FakeLogs final : LogSink {
  base::Result<run::LogTarget> attach(const LogRequest& request) override {
    if (request.group == "/missing" && !request.create_group)
      return base::failure("The specified log group does not exist: /missing");
    attached.push_back(request);
    return run::LogTarget{"/logs/" + request.stream};
  }
  std::vector<LogRequest> attached;
};

struct FakeCredentials final : CredentialSource {
  base::Status check_role(const std::string&, const std::string& role) const override {
    if (unassumable.contains(role)) return base::failure("there is no role " + role);
    return {};
  }
  std::optional<Credentials> issue(const CredentialRequest& request) override {
    live.insert(request.task_id);
    if (request.task_role_arn.empty() && request.instance_profile.empty()) return std::nullopt;
    return Credentials{"http://127.0.0.1:4566/_berth/credentials/" + request.task_id,
                       "token-" + request.task_id};
  }
  void withdraw(const std::string& task_id) override { live.erase(task_id); }
  std::set<std::string> live, unassumable;
};

class World {
 public:
  explicit World(fleet::MachineCapacity capacity = {.cpu_units = 8192,
                                                    .memory_mib = 32000,
                                                    .gpus = {{"GPU-0", "A10G"}, {"GPU-1", "A10G"}}},
                 std::vector<store::Migration> more_migrations = {},
                 std::string path = ":memory:", store::StoreOptions with = {})
      : machine(std::move(capacity)),
        migrations(std::move(more_migrations)),
        database(std::move(path)),
        options(std::move(with)) {
    for (const auto& each : fleet::migrations()) migrations.push_back(each);
    for (const auto& each : task::migrations()) migrations.push_back(each);
    open();
  }
  ~World() {
    close();
    store.reset();
    settle();
  }

  void open() {
    if (!store) {
      auto opened = store::Store::open(database, migrations, pool, options);
      if (!opened) throw base::Failure(opened.error());
      store = std::move(*opened);
    }
    runner = std::make_unique<FakeRunner>(clock);
    fleet = std::make_unique<fleet::Fleet>(*store, clock, random, machine, fleet::Home{account, region});
    tasks = std::make_unique<TaskService>(lane.get_executor(), *store, clock, random, *fleet,
                                          Environment{*runner, images, logs, credentials},
                                          Settings{.endpoint_url = "http://127.0.0.1:4566"});
    tasks->recover();
  }
  void close() {
    tasks.reset();
    fleet.reset();
    runner.reset();
    settle();
  }
  /// As a daemon that is killed and started again, with what was durable at that moment. (That the database survives
  /// such a thing is the store's own test.)
  void restart() {
    store->flush();
    close();
    open();
  }
  /// Lets everything happen that can happen without a report of the runner.
  void settle() {
    lane.restart();
    lane.run();
  }

  fleet::Key key(const std::string& name) const { return {account, region, name}; }
  fleet::Instance& implicit() { return *fleet->instances_of(key("default")).front(); }

  const std::string account = "000000000000", region = "us-east-1";
  base::asio::io_context lane;
  base::asio::thread_pool pool{1};
  base::ManualClock clock;
  base::SeededRandom random{42};
  fleet::MachineCapacity machine;
  std::vector<store::Migration> migrations;
  std::string database;
  store::StoreOptions options;
  FakeImages images;
  FakeLogs logs;
  FakeCredentials credentials;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<FakeRunner> runner;
  std::unique_ptr<fleet::Fleet> fleet;
  std::unique_ptr<TaskService> tasks;
};

}  // namespace berth::task::test
