/// The ECS operations that commands make, and the small loops around them.
#pragma once

#include "berth/cli/api.hpp"
#include "berth/services/ecs/shapes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

namespace calls {
extern const Call<ecs::RunTaskRequest, ecs::RunTaskResponse> run_task;
extern const Call<ecs::StopTaskRequest, ecs::StopTaskResponse> stop_task;
extern const Call<ecs::DescribeTaskDefinitionRequest, ecs::DescribeTaskDefinitionResponse>
    describe_task_definition;
}  // namespace calls

std::vector<ecs::Cluster> all_clusters(Api& api);
/// Their names.
std::vector<std::string> cluster_names(Api& api);
std::vector<ecs::ContainerInstance> instances_of(Api& api, const std::string& cluster);

/// Tasks of these clusters, newest first; the stopped ones only if asked for.
std::vector<ecs::Task> tasks_of(Api& api, const std::vector<std::string>& clusters, bool stopped_too);

/// The task of this ARN, id or beginning of an id (at least four digits), in any cluster, stopped ones included.
/// Throws wrong_input if there is none, or more than one.
ecs::Task find_task(Api& api, const std::string& id);
/// The same, without complaint if there is none.
std::optional<ecs::Task> find_task_if_any(Api& api, const std::string& id);

/// The same tasks as they are now, in the same order. Throws machine_refused if one is no longer known.
void refresh(Api& api, std::vector<ecs::Task>& tasks);

/// Names of the families that have an active revision.
std::vector<std::string> definition_families(Api& api);

ecs::TaskDefinition describe_definition(Api& api, const std::string& name);

}  // namespace berth::cli
