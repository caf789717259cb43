/// What a task looks like to people. Pure.
#pragma once

#include "berth/services/ecs/shapes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

constexpr std::size_t shown_id_length =
    12;  ///< of a task's 32 digits in tables; commands take such beginnings

/// Why it waits or stopped, in one line; empty if there is nothing to say.
std::string reason_of(const ecs::Task& task);

/// The same, but empty where the exit code that stands beside it says it all.
std::string telling_reason_of(const ecs::Task& task);

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
/// Of the containers that log to a group; without a prefix the stream is named after the container's runtime id.
std::vector<LogStreamName> log_streams(const ecs::TaskDefinition& definition, const ecs::Task& task);

/// What a task takes of the instance that it runs on.
struct Demand {
  std::int64_t cpu = 0;         ///< units, 1024 a core
  std::int64_t memory_mib = 0;  ///< what is reserved, where a container has both
  std::int64_t gpus = 0;
};
/// Nothing where the definition's task size is written with a unit ("1 vCPU").
std::optional<Demand> demand_of(const ecs::TaskDefinition& definition, const ecs::TaskOverride& overrides);

/// "3 min ago, with exit code 137: OutOfMemoryError: …": how a stopped task came to its end.
std::string end_of(const ecs::Task& task, const std::string& age);

}  // namespace berth::cli
