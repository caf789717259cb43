/// Joins tasks to the log store: a container's awslogs options become a folder of segments.
#pragma once

#include "berth/logstore/log_store.hpp"
#include "berth/task/log_sink.hpp"

namespace berth::daemon {

class StoredLogs final : public task::LogSink {
 public:
  explicit StoredLogs(logstore::LogStore& logs) : logs_(logs) {}
  base::Result<run::LogTarget> attach(const task::LogRequest& request) override;

 private:
  logstore::LogStore& logs_;
};

}  // namespace berth::daemon
