/// A runner with real shims, sandboxes and control groups in folders of its own.
#pragma once

#include "base/files.hpp"
#include "berth/logstore/segment.hpp"
#include "berth/run/process/bubblewrap.hpp"
#include "berth/run/shim_runner.hpp"
#include "berth/run/tests/specs.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::shim {

namespace asio = base::asio;
using run::container;
using run::LaunchSpec;
using run::RunEvent;
using run::TaskKey;

class Stand : public testing::Test {
 protected:
  void SetUp() override {
    const long uid = ::geteuid() == 0 ? 65534 : -1;
    auto bubblewrap = run::process::find_bubblewrap("/usr/bin:/bin", uid);
    if (!bubblewrap) GTEST_SKIP() << bubblewrap.error().message;
    options.tasks = temporary / "state/tasks";
    options.shim = BERTH_SHIM;
    options.bubblewrap = *bubblewrap;
    // A range of this process's own: the kernel counts processes by user, over all tests that run at once.
    if (::geteuid() == 0) options.uids = run::UidRange{2'000'100'000 + (::getpid() % 10'000) * 100, 100};
    open();
  }
  void TearDown() override { close(); }

  void open() {
    pool = std::make_unique<asio::thread_pool>(2);
    io = std::make_unique<asio::io_context>();
    runner = std::make_unique<run::ShimRunner>(io->get_executor(), *pool, clock, options);
    runner->on_event([this](const TaskKey& task, const RunEvent& event) {
      events[task].push_back(event);
      if (on_event) on_event(task, event);
      io->stop();
    });
  }
  /// As a daemon that ends or is killed: the shims go on.
  void close() {
    if (!runner) return;
    runner.reset();
    pool->join();
    pool.reset();
    io.reset();
  }
  void reopen() {
    close();
    events.clear();
    open();
  }

  LaunchSpec spec(std::vector<std::string> argv, const std::string& id = "t1") {
    LaunchSpec made = run::task_of({container("main", std::move(argv))}, id);
    made.containers[0].log = run::LogTarget{log_folder(id, "main")};
    return made;
  }
  static std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }
  std::string log_folder(const std::string& id, const std::string& name) {
    return temporary / ("state/logs/" + id + "-" + name);
  }

  /// Runs the state lane until `done()`, which is asked after each event; false after a minute.
  template <class Done>
  bool until(Done done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
      io->restart();
      if (io->run_until(end) == 0 && std::chrono::steady_clock::now() >= end) return false;
      if (std::chrono::steady_clock::now() >= end) return done();
    }
    return true;
  }
  const run::TaskStopped* stopped(const TaskKey& task) {
    auto& list = events[task];
    return list.empty() ? nullptr : std::get_if<run::TaskStopped>(&list.back());
  }
  run::TaskStopped wait_for_end(const TaskKey& task) {
    EXPECT_TRUE(until([&] { return stopped(task) != nullptr; })) << "the task did not end";
    return stopped(task) ? *stopped(task) : run::TaskStopped{};
  }
  bool wait_for_start(const TaskKey& task) {
    return until([&] { return has<run::ContainerStarted>(task) || stopped(task) != nullptr; }) &&
           has<run::ContainerStarted>(task);
  }
  template <class Event>
  bool has(const TaskKey& task) {
    return std::any_of(events[task].begin(), events[task].end(),
                       [](const RunEvent& event) { return std::holds_alternative<Event>(event); });
  }
  run::ContainerStopped container_stopped(const TaskKey& task, const std::string& name = "main") {
    for (const RunEvent& event : events[task])
      if (const auto* s = std::get_if<run::ContainerStopped>(&event); s != nullptr && s->container == name)
        return *s;
    ADD_FAILURE() << "container " << name << " did not stop";
    return {};
  }
  run::TaskStopped run_to_end(const LaunchSpec& task) {
    runner->launch(task);
    return wait_for_end(task.key());
  }

  std::vector<std::string> log(const std::string& id = "t1", const std::string& name = "main") {
    std::vector<std::string> lines;
    auto folder = base::Folder::open(log_folder(id, name));
    if (!folder) return lines;
    std::string line;
    for (const std::string& file : folder->list().value()) {
      if (!logstore::parse_segment_name(file)) continue;
      const std::string bytes = folder->read(file, std::size_t{1} << 30).value();
      std::string_view rest = bytes;
      while (auto record = logstore::parse_record(rest)) {
        line += record->first.message;
        rest.remove_prefix(record->second);
        if ((record->first.flags & logstore::record_continues) != 0) continue;
        lines.push_back(std::move(line));
        line.clear();
      }
      EXPECT_TRUE(rest.empty()) << "a torn record in " << file;
    }
    return lines;
  }
  std::string whole_log(const std::string& id = "t1") {
    std::string text;
    for (const std::string& line : log(id)) text += line + "\n";
    return text;
  }

  base::TemporaryFolder temporary;
  base::SystemClock clock;
  run::ShimRunnerOptions options;
  std::unique_ptr<asio::thread_pool> pool;
  std::unique_ptr<asio::io_context> io;
  std::unique_ptr<run::ShimRunner> runner;
  std::map<TaskKey, std::vector<RunEvent>> events;
  std::function<void(const TaskKey&, const RunEvent&)> on_event;
  const TaskKey key{"t1", 1};
};

}  // namespace berth::shim
