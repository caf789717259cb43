#include "berth/task/journal.hpp"

#include "base/check.hpp"
#include "base/described_json.hpp"
#include "berth/task/task_service.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

namespace berth::task {

std::span<const store::Migration> migrations() {
  static const store::Migration steps[] = {
      {"task", 1, R"(
        CREATE TABLE tasks (
          account TEXT NOT NULL, region TEXT NOT NULL, id TEXT NOT NULL,
          cluster TEXT NOT NULL, family TEXT NOT NULL, created_at INTEGER NOT NULL, stopped_at INTEGER,
          document TEXT NOT NULL,
          PRIMARY KEY (account, region, id));
        CREATE INDEX tasks_living ON tasks (created_at) WHERE stopped_at IS NULL;
        CREATE INDEX tasks_stopped ON tasks (stopped_at) WHERE stopped_at IS NOT NULL;
        CREATE INDEX tasks_history ON tasks (account, region, cluster, stopped_at);)"},
  };
  return steps;
}

namespace {

std::int64_t milliseconds(base::TimePoint time) { return time.time_since_epoch().count(); }

/// What we wrote ourselves must read back; anything else is a damaged database.
Task read_task(const std::string& text) {
  const auto document = base::parse_json(text);
  BERTH_CHECK(document, "a stored task is JSON");
  auto task = base::from_document<Task>(*document);
  BERTH_CHECK(task, task ? "" : task.error().message);
  return std::move(*task);
}

/// Reads all of them, on every processor: after a busy hour there are many, and until they are read nothing is served.
std::vector<std::unique_ptr<Task>> read_tasks(const std::vector<std::string>& texts) {
  std::vector<std::unique_ptr<Task>> tasks(texts.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    constexpr std::size_t step = 64;
    for (std::size_t from; (from = next.fetch_add(step)) < texts.size();)
      for (std::size_t i = from; i < std::min(from + step, texts.size()); ++i)
        tasks[i] = std::make_unique<Task>(read_task(texts[i]));
  };
  std::vector<std::future<void>> others;  // they hand on what is thrown
  for (unsigned i = 1; i < std::thread::hardware_concurrency() && std::size_t{i} * 256 < texts.size(); ++i)
    others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& other : others) other.get();
  return tasks;
}

}  // namespace

void Journal::put(const Task& task) {
  std::optional<std::int64_t> stopped_at;
  if (task.life.stopped_at) stopped_at = milliseconds(*task.life.stopped_at);
  store_.change([account = task.account, region = task.region, id = task.id, cluster = task.plan.cluster,
                 family = task.plan.family, created_at = milliseconds(task.life.created_at), stopped_at,
                 document = base::to_text(base::to_document(task))](store::Connection& db) {
    db.run(R"(INSERT INTO tasks (account, region, id, cluster, family, created_at, stopped_at, document)
              VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
              ON CONFLICT (account, region, id) DO UPDATE SET stopped_at = ?7, document = ?8)",
           account, region, id, cluster, family, created_at, stopped_at, document);
  });
}

std::vector<std::unique_ptr<Task>> Journal::load(base::TimePoint since) {
  return read_tasks(store_.load([since](store::Connection& db) {
    std::vector<std::string> texts;
    const auto read_all = [&](store::CachedStatement& rows) {
      while (rows.step()) texts.emplace_back(rows.text(0));
    };
    auto stopped = db.statement("SELECT document FROM tasks WHERE stopped_at > ?1 ORDER BY created_at, id");
    read_all(stopped.with(milliseconds(since)));
    auto living = db.statement("SELECT document FROM tasks WHERE stopped_at IS NULL ORDER BY created_at, id");
    read_all(living);
    return texts;
  }));
}

base::Async<std::vector<Task>> Journal::history(fleet::Key cluster,
                                                std::optional<base::TimePoint> stopped_before, int limit) {
  const std::int64_t before = stopped_before ? milliseconds(*stopped_before) : INT64_MAX;
  auto query = [cluster, before, limit](store::Connection& db) {
    std::vector<Task> tasks;
    auto rows = db.statement(R"(SELECT document FROM tasks WHERE account = ?1 AND region = ?2 AND cluster = ?3
                                AND stopped_at < ?4 ORDER BY stopped_at DESC LIMIT ?5)");
    rows.with(cluster.account, cluster.region, cluster.name, before, limit);
    while (rows.step()) tasks.push_back(read_task(rows.text(0)));
    return tasks;
  };
  co_return co_await store_.read(std::move(query));
}

}  // namespace berth::task
