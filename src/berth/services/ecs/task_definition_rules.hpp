/// What makes a task definition acceptable, and what is filled in where it says nothing.
/// Pure. Source: Amazon ECS API Reference, RegisterTaskDefinition.
#pragma once

#include "berth/services/ecs/task_definition_shapes.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::ecs {

/// Throws the ServiceError that AWS answers with if the request is not acceptable.
void check(const RegisterTaskDefinitionRequest& request);

/// The definition with AWS's defaults: essential, protocols, host ports, cpu 0, task sizes in units and MiB,
/// compatibilities. Without what only registration knows (ARN, revision, times).
TaskDefinition with_defaults(RegisterTaskDefinitionRequest request);

/// "1024", "1 vCPU" and ".5 vcpu" in CPU units; "2048", "2 GB" and "0.5GB" in MiB. Nothing if it is neither.
std::optional<std::int64_t> parse_task_cpu(std::string_view text);
std::optional<std::int64_t> parse_task_memory(std::string_view text);

/// A GPU count as resourceRequirements give it; nothing unless it is a positive number.
std::optional<int> parse_gpu_count(std::string_view text);

/// Letters, digits, '-' and '_', 1 to 255 of them: families, containers, volumes, clusters.
bool is_name(std::string_view text);

}  // namespace berth::ecs
