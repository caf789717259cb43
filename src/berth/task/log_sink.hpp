/// Where containers' output goes, as tasks see it. Implemented over the log store by the daemon.
#pragma once

#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"

#include <map>
#include <string>

namespace berth::task {

struct LogRequest {
  std::string account;
  std::string region;  ///< awslogs-region, else the task's own
  std::string group;
  std::string stream;  ///< PREFIX/CONTAINER/TASK-ID, or the container's runtime id
  bool create_group = false;
};

class LogSink {
 public:
  virtual ~LogSink() = default;
  /// Makes the stream (and, if asked, the group) unless it is there, and says where a shim writes its
  /// segments. The same request again gives the same answer. The error is a sentence for stoppedReason,
  /// without the leading "ResourceInitializationError: ", e.g. "The specified log group does not exist: /x".
  /// State lane.
  virtual base::Result<run::LogTarget> attach(const LogRequest& request) = 0;
};

}  // namespace berth::task
