/// Amazon ECS: clusters, task definitions, tasks, container instances. One function an operation;
/// operations.cpp tables them. They run on the state lane, check what the caller says, change the domain
/// (fleet/, task/) and describe it as shapes. They throw the errors of errors.hpp.
///
///   RunTaskRequest request{.taskDefinition = "train"};
///   RunTaskResponse reply = run_task(ecs, call, std::move(request));
///                                                            // stack resources call them in the same way
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/services/ecs/account_settings.hpp"
#include "berth/services/ecs/capacity_provider_table.hpp"
#include "berth/services/ecs/client_tokens.hpp"
#include "berth/services/ecs/shapes.hpp"
#include "berth/services/ecs/task_definition_table.hpp"
#include "berth/store/store.hpp"
#include "berth/task/task_service.hpp"
#include "berth/wire/call.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace berth::ecs {

using wire::Call;

std::span<const store::Migration> migrations();

/// What the operations act on. The references outlive it.
struct Ecs {
  Ecs(store::Store& store, base::Clock& clock, base::RandomSource& random, fleet::Fleet& fleet,
      task::TaskService& tasks);

  base::Clock& clock;
  base::RandomSource& random;
  fleet::Fleet& fleet;
  task::TaskService& tasks;
  TaskDefinitionTable definitions;  ///< all are loaded from the store
  ClientTokens client_tokens;
  AccountSettings settings;
  CapacityProviderTable capacity_providers;
};

// Clusters
CreateClusterResponse create_cluster(Ecs&, const Call&, CreateClusterRequest);
DescribeClustersResponse describe_clusters(Ecs&, const Call&, DescribeClustersRequest);
ListClustersResponse list_clusters(Ecs&, const Call&, ListClustersRequest);
DeleteClusterResponse delete_cluster(Ecs&, const Call&, DeleteClusterRequest);
UpdateClusterResponse update_cluster(Ecs&, const Call&, UpdateClusterRequest);
UpdateClusterSettingsResponse update_cluster_settings(Ecs&, const Call&, UpdateClusterSettingsRequest);

// Capacity providers
CreateCapacityProviderResponse create_capacity_provider(Ecs&, const Call&, CreateCapacityProviderRequest);
UpdateCapacityProviderResponse update_capacity_provider(Ecs&, const Call&, UpdateCapacityProviderRequest);
DeleteCapacityProviderResponse delete_capacity_provider(Ecs&, const Call&, DeleteCapacityProviderRequest);
DescribeCapacityProvidersResponse describe_capacity_providers(Ecs&, const Call&,
                                                              DescribeCapacityProvidersRequest);
/// Checks the settings, and gives what is not said the value that AWS gives it.
void complete(AutoScalingGroupProvider& provider);
PutClusterCapacityProvidersResponse put_cluster_capacity_providers(Ecs&, const Call&,
                                                                   PutClusterCapacityProvidersRequest);

// Task definitions
RegisterTaskDefinitionResponse register_task_definition(Ecs&, const Call&, RegisterTaskDefinitionRequest);
DescribeTaskDefinitionResponse describe_task_definition(Ecs&, const Call&, DescribeTaskDefinitionRequest);
ListTaskDefinitionsResponse list_task_definitions(Ecs&, const Call&, ListTaskDefinitionsRequest);
ListTaskDefinitionFamiliesResponse list_task_definition_families(Ecs&, const Call&,
                                                                 ListTaskDefinitionFamiliesRequest);
DeregisterTaskDefinitionResponse deregister_task_definition(Ecs&, const Call&,
                                                            DeregisterTaskDefinitionRequest);
/// DELETE_IN_PROGRESS is for good: the document stays, so that a revision's number is never used again.
DeleteTaskDefinitionsResponse delete_task_definitions(Ecs&, const Call&, DeleteTaskDefinitionsRequest);

// Tasks
RunTaskResponse run_task(Ecs&, const Call&, RunTaskRequest);
StopTaskResponse stop_task(Ecs&, const Call&, StopTaskRequest);
DescribeTasksResponse describe_tasks(Ecs&, const Call&, DescribeTasksRequest);
ListTasksResponse list_tasks(Ecs&, const Call&, ListTasksRequest);

// Container instances
ListContainerInstancesResponse list_container_instances(Ecs&, const Call&, ListContainerInstancesRequest);
DescribeContainerInstancesResponse describe_container_instances(Ecs&, const Call&,
                                                                DescribeContainerInstancesRequest);
/// A draining instance gets no new tasks; those that run there stay.
UpdateContainerInstancesStateResponse update_container_instances_state(Ecs&, const Call&,
                                                                       UpdateContainerInstancesStateRequest);
PutAttributesResponse put_attributes(Ecs&, const Call&, PutAttributesRequest);
DeleteAttributesResponse delete_attributes(Ecs&, const Call&, DeleteAttributesRequest);
ListAttributesResponse list_attributes(Ecs&, const Call&, ListAttributesRequest);

// Tags, by ARN
void tag_resource(Ecs&, const Call&, TagResourceRequest);
void untag_resource(Ecs&, const Call&, UntagResourceRequest);
ListTagsForResourceResponse list_tags_for_resource(Ecs&, const Call&, ListTagsForResourceRequest);

// Account settings
PutAccountSettingResponse put_account_setting(Ecs&, const Call&, PutAccountSettingRequest);
PutAccountSettingDefaultResponse put_account_setting_default(Ecs&, const Call&,
                                                             PutAccountSettingDefaultRequest);
ListAccountSettingsResponse list_account_settings(Ecs&, const Call&, ListAccountSettingsRequest);
DeleteAccountSettingResponse delete_account_setting(Ecs&, const Call&, DeleteAccountSettingRequest);
/// What holds for who calls. `name` must be known.
std::string effective_setting(Ecs&, const Call&, const std::string& name);

}  // namespace berth::ecs
