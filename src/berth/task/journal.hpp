/// Tasks on disk: a row each, with the whole task as JSON and beside it what rows are looked up by.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "berth/fleet/records.hpp"
#include "berth/store/store.hpp"
#include "berth/task/task.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::task {

class Journal {
 public:
  explicit Journal(store::Store& store) : store_(store) {}

  /// Queued; durable with the store's next commit.
  void put(const Task& task);
  /// Tasks that have not stopped, or stopped after `since`; oldest first. At start.
  std::vector<std::unique_ptr<Task>> load(base::TimePoint since);

  /// Stopped tasks of a cluster, newest first, from disk.
  base::Async<std::vector<Task>> history(fleet::Key cluster, std::optional<base::TimePoint> stopped_before,
                                         int limit);

 private:
  store::Store& store_;
};

}  // namespace berth::task
