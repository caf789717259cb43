/// What a task looks like to people. Pure.
#pragma once

#include "berth/services/ecs/shapes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

constexpr std::size_t shown_id_length =
    12;  ///< of a task's 32 digits in tables; commands take such beginnings

/// Why it waits or stopped, in one line; empty if there is nothing to say.
std::string reason_of(const ecs::Task& task);

/// "0", "137", "0,1" for several containers, empty while none has ended.
std::string exit_codes_of(const ecs::Task& task);

std::size_t gpus_of(const ecs::Task& task);

/// Why a stopped task counts as failed: it did not start, or a container in `essential` ended with another code than
/// 0. Nothing if it did well.
std::optional<std::string> failure_of(const ecs::Task& task, const std::vector<std::string>& essential);

/// The names of the containers whose end is the task's.
std::vector<std::string> essential_containers(const ecs::TaskDefinition& definition);

/// Where a container's log goes. Streams are named PREFIX/CONTAINER/TASK-ID.
struct LogStreamName {
  std::string container;
  std::string group;
  std::string stream;
};
/// Of the containers that log to a group under a prefix; the others' logs cannot be named beforehand.
std::vector<LogStreamName> log_streams(const ecs::TaskDefinition& definition, const std::string& task_id);

}  // namespace berth::cli
