/// From a task to what a shim is told: joins the plan with what was resolved for it. Pure.
#pragma once

#include "base/result.hpp"
#include "berth/run/launch_spec.hpp"
#include "berth/task/credential_source.hpp"
#include "berth/task/image_resolver.hpp"
#include "berth/task/log_sink.hpp"
#include "berth/task/task.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::task {

/// For each container, in the plan's order.
struct Resolved {
  ResolvedImage image;
  std::optional<run::LogTarget> log;
};

/// The environment that every container of the task gets; the definition's own variables win over it.
std::map<std::string, std::string> common_environment(const Task& task, const std::string& endpoint_url,
                                                      const std::optional<Credentials>& credentials);

/// The stream's name: PREFIX/CONTAINER/TASK-ID, or the runtime id without a prefix.
LogRequest log_request_for(const Task& task, std::size_t container);

/// The error is a stoppedReason: a container without any command cannot be created.
base::Result<run::LaunchSpec> make_launch_spec(const Task& task, const std::vector<Resolved>& resolved,
                                               const std::map<std::string, std::string>& environment);

}  // namespace berth::task
