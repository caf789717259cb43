#include "berth/services/ecs/operations.hpp"

#include "berth/services/ecs/arns.hpp"

namespace berth::ecs {

namespace {

// --- what a call acts on, for authorization ---
template <class Request>
std::string named_cluster(const Call& call, const Request& in) {
  const std::string name = in.cluster.value_or("default");
  return name.starts_with("arn:") ? name : cluster_arn(call, name);
}

std::string created_cluster(const Call& call, const CreateClusterRequest& in) {
  return cluster_arn(call, in.clusterName.value_or("default"));
}

std::string deleted_cluster(const Call& call, const DeleteClusterRequest& in) {
  return in.cluster.starts_with("arn:") ? in.cluster : cluster_arn(call, in.cluster);
}

template <class Request>
std::string updated_cluster(const Call& call, const Request& in) {
  return in.cluster.starts_with("arn:") ? in.cluster : cluster_arn(call, in.cluster);
}

std::string new_provider(const Call& call, const CreateCapacityProviderRequest& in) {
  return arn(call, "capacity-provider/" + in.name);
}
std::string provider(const Call& call, const std::string& name_or_arn) {
  return name_or_arn.starts_with("arn:") ? name_or_arn : arn(call, "capacity-provider/" + name_or_arn);
}
std::string updated_provider(const Call& call, const UpdateCapacityProviderRequest& in) {
  return provider(call, in.name);
}
std::string deleted_provider(const Call& call, const DeleteCapacityProviderRequest& in) {
  return provider(call, in.capacityProvider);
}

std::string definition_to_run(const Call& call, const RunTaskRequest& in) {
  if (in.taskDefinition.starts_with("arn:")) return in.taskDefinition;
  const bool has_revision = in.taskDefinition.find(':') != std::string::npos;
  return task_definition_arn(call, in.taskDefinition + (has_revision ? "" : ":*"));
}

std::string task_to_stop(const Call& call, const StopTaskRequest& in) {
  return in.task.starts_with("arn:") ? in.task
                                     : task_arn(call, id_of(in.cluster.value_or("default")), in.task);
}

// --- accepted and shown, without effect ---
constexpr std::string_view create_cluster_ignores[] = {"configuration", "settings", "serviceConnectDefaults"};
constexpr std::string_view update_cluster_ignores[] = {"configuration", "settings", "serviceConnectDefaults"};
constexpr std::string_view settings_ignored[] = {"settings"};
// Nothing scales, or is taken away, by itself.
constexpr std::string_view create_provider_ignores[] = {
    "autoScalingGroupProvider.managedScaling", "autoScalingGroupProvider.managedTerminationProtection",
    "autoScalingGroupProvider.managedDraining"};
constexpr std::string_view update_provider_ignores[] = {"autoScalingGroupProvider"};
constexpr std::string_view delete_provider_ignores[] = {"cluster"};
constexpr std::string_view run_task_ignores[] = {"enableExecuteCommand", "referenceId",
                                                 "overrides.ephemeralStorage"};

using wire::Action;
using wire::op;
using wire::resource;
using wire::resource_of;

constexpr wire::Operation<Ecs> table[] = {
    op<&create_cluster>("CreateCluster", Action{"ecs:CreateCluster"}, resource<&created_cluster>)
        .ignoring(create_cluster_ignores),
    op<&describe_clusters>("DescribeClusters", Action{"ecs:DescribeClusters"}),
    op<&list_clusters>("ListClusters", Action{"ecs:ListClusters"}),
    op<&delete_cluster>("DeleteCluster", Action{"ecs:DeleteCluster"}, resource<&deleted_cluster>),
    op<&update_cluster>("UpdateCluster", Action{"ecs:UpdateCluster"},
                        resource<&updated_cluster<UpdateClusterRequest>>)
        .ignoring(update_cluster_ignores),
    op<&update_cluster_settings>("UpdateClusterSettings", Action{"ecs:UpdateClusterSettings"},
                                 resource<&updated_cluster<UpdateClusterSettingsRequest>>)
        .ignoring(settings_ignored),

    op<&create_capacity_provider>("CreateCapacityProvider", Action{"ecs:CreateCapacityProvider"},
                                  resource<&new_provider>)
        .ignoring(create_provider_ignores),
    op<&update_capacity_provider>("UpdateCapacityProvider", Action{"ecs:UpdateCapacityProvider"},
                                  resource<&updated_provider>)
        .ignoring(update_provider_ignores),
    op<&delete_capacity_provider>("DeleteCapacityProvider", Action{"ecs:DeleteCapacityProvider"},
                                  resource<&deleted_provider>)
        .ignoring(delete_provider_ignores),
    op<&describe_capacity_providers>("DescribeCapacityProviders", Action{"ecs:DescribeCapacityProviders"})
        .ignoring(delete_provider_ignores),
    op<&put_cluster_capacity_providers>("PutClusterCapacityProviders",
                                        Action{"ecs:PutClusterCapacityProviders"},
                                        resource<&updated_cluster<PutClusterCapacityProvidersRequest>>),

    op<&register_task_definition>("RegisterTaskDefinition", Action{"ecs:RegisterTaskDefinition"}),
    op<&describe_task_definition>("DescribeTaskDefinition", Action{"ecs:DescribeTaskDefinition"}),
    op<&list_task_definitions>("ListTaskDefinitions", Action{"ecs:ListTaskDefinitions"}),
    op<&list_task_definition_families>("ListTaskDefinitionFamilies",
                                       Action{"ecs:ListTaskDefinitionFamilies"}),
    op<&deregister_task_definition>("DeregisterTaskDefinition", Action{"ecs:DeregisterTaskDefinition"}),
    op<&delete_task_definitions>("DeleteTaskDefinitions", Action{"ecs:DeleteTaskDefinitions"}),

    op<&run_task>("RunTask", Action{"ecs:RunTask"}, resource<&definition_to_run>).ignoring(run_task_ignores),
    op<&stop_task>("StopTask", Action{"ecs:StopTask"}, resource<&task_to_stop>),
    op<&describe_tasks>("DescribeTasks", Action{"ecs:DescribeTasks"}),
    op<&list_tasks>("ListTasks", Action{"ecs:ListTasks"}),

    op<&list_container_instances>("ListContainerInstances", Action{"ecs:ListContainerInstances"},
                                  resource<&named_cluster<ListContainerInstancesRequest>>),
    op<&describe_container_instances>("DescribeContainerInstances", Action{"ecs:DescribeContainerInstances"}),
    op<&update_container_instances_state>("UpdateContainerInstancesState",
                                          Action{"ecs:UpdateContainerInstancesState"},
                                          resource<&named_cluster<UpdateContainerInstancesStateRequest>>),
    op<&put_attributes>("PutAttributes", Action{"ecs:PutAttributes"},
                        resource<&named_cluster<PutAttributesRequest>>),
    op<&delete_attributes>("DeleteAttributes", Action{"ecs:DeleteAttributes"},
                           resource<&named_cluster<DeleteAttributesRequest>>),
    op<&list_attributes>("ListAttributes", Action{"ecs:ListAttributes"},
                         resource<&named_cluster<ListAttributesRequest>>),

    op<&tag_resource>("TagResource", Action{"ecs:TagResource"},
                      resource_of<&TagResourceRequest::resourceArn>),
    op<&untag_resource>("UntagResource", Action{"ecs:UntagResource"},
                        resource_of<&UntagResourceRequest::resourceArn>),
    op<&list_tags_for_resource>("ListTagsForResource", Action{"ecs:ListTagsForResource"},
                                resource_of<&ListTagsForResourceRequest::resourceArn>),

    op<&put_account_setting>("PutAccountSetting", Action{"ecs:PutAccountSetting"}),
    op<&put_account_setting_default>("PutAccountSettingDefault", Action{"ecs:PutAccountSettingDefault"}),
    op<&list_account_settings>("ListAccountSettings", Action{"ecs:ListAccountSettings"}),
    op<&delete_account_setting>("DeleteAccountSetting", Action{"ecs:DeleteAccountSetting"}),
};

}  // namespace

std::span<const wire::Operation<Ecs>> operations() { return table; }

}  // namespace berth::ecs
