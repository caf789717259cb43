/// Every resource type, one line each in resource_types.cpp.
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"

#include <span>
#include <string_view>

namespace berth::cloudformation {

// One file a type.
extern const ResourceType auto_scaling_group, launch_configuration, launch_template, security_group,
    ecs_cluster, task_definition, iam_role, iam_instance_profile, iam_policy, log_group, s3_bucket,
    s3_bucket_policy, ecr_repository, iam_managed_policy, cdk_metadata, ssm_parameter, ecs_capacity_provider,
    ecs_cluster_capacity, ec2_vpc, ec2_subnet, ec2_route_table, ec2_route, ec2_subnet_route_table_association,
    ec2_internet_gateway, ec2_vpc_gateway_attachment, ec2_elastic_ip, ec2_nat_gateway, security_group_ingress,
    security_group_egress, nested_stack, wait_condition, wait_condition_handle;

std::span<const ResourceType* const> resource_types();
const ResourceType* find_resource_type(std::string_view name);

}  // namespace berth::cloudformation
