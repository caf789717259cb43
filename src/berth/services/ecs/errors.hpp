/// The errors of ECS, each text once. Source: Amazon ECS API Reference.
#pragma once

#include "berth/wire/error.hpp"

#include <string>
#include <string_view>

namespace berth::ecs {

inline wire::ServiceError client_exception(std::string message) {
  return {"ClientException", std::move(message)};
}
inline wire::ServiceError invalid_parameter(std::string message) {
  return {"InvalidParameterException", std::move(message)};
}

// Clusters
inline wire::ServiceError cluster_not_found() { return {"ClusterNotFoundException", "Cluster not found."}; }
inline wire::ServiceError cluster_inactive() {
  return {"ClusterNotFoundException", "The referenced cluster was inactive."};
}
inline wire::ServiceError cluster_contains_tasks() {
  return {"ClusterContainsTasksException", "The Cluster cannot be deleted while Tasks are active."};
}
inline wire::ServiceError cluster_contains_container_instances() {
  return {"ClusterContainsContainerInstancesException",
          "The Cluster cannot be deleted while Container Instances are active or draining."};
}
inline wire::ServiceError no_container_instances() {
  return invalid_parameter("No Container Instances were found in your cluster.");
}
inline wire::ServiceError capacity_provider_not_found() {
  return invalid_parameter(
      "The specified capacity provider was not found. Specify a valid name or ARN and try again.");
}

inline wire::ServiceError provider_not_associated() {
  return invalid_parameter(
      "The specified capacity provider strategy cannot contain a capacity provider that is not associated "
      "with "
      "the cluster. Associate the capacity provider with the cluster, or remove it.");
}
inline wire::ServiceError no_weight() {
  return invalid_parameter(
      "There are no capacity providers with a weight value greater than zero defined in the capacity "
      "provider "
      "strategy. At least one capacity provider must have a weight value greater than zero specified. Update "
      "the cluster's default capacity provider strategy or specify a valid capacity provider strategy and "
      "try "
      "again.");
}
inline wire::ServiceError fargate_provider(const std::string& name) {
  return invalid_parameter("The capacity provider " + name +
                           " has no capacity here: tasks run on container instances. Create a capacity "
                           "provider of an Auto Scaling group, or use the launch type EC2.");
}
inline wire::ServiceError invalid_provider_name() {
  return invalid_parameter(
      "The specified capacity provider name is invalid. Up to 255 characters are allowed, including letters "
      "(upper and lowercase), numbers, underscores, and hyphens. The name cannot be prefixed with \"aws\", "
      "\"ecs\", or \"fargate\". Specify a valid name and try again.");
}
inline wire::ServiceError capacity_provider_exists() {
  return client_exception(
      "The specified capacity provider already exists. To change the configuration of an existing capacity "
      "provider, update the capacity provider.");
}
inline wire::ServiceError invalid_scaling_group() {
  return client_exception(
      "The specified Auto Scaling group ARN is invalid. Specify a valid Auto Scaling group ARN and try "
      "again.");
}
inline wire::ServiceError capacity_provider_associated(const std::string& cluster) {
  return client_exception("The capacity provider cannot be deleted because it is associated with cluster: " +
                          cluster + ". Remove the capacity provider from the cluster and try again.");
}
inline wire::ServiceError capacity_provider_in_use() {
  return {"ResourceInUseException", "The specified capacity provider is in use and cannot be removed."};
}

// Tags
inline wire::ServiceError invalid_resource_arn() {
  return invalid_parameter(
      "Invalid identifier: give the ARN, in the long format, of a cluster, task definition, task or "
      "container "
      "instance of this account and region.");
}
inline wire::ServiceError resource_not_found() {
  return {"ResourceNotFoundException", "The specified resource was not found."};
}
inline wire::ServiceError too_many_tags(std::size_t most) {
  return invalid_parameter("A resource can have at most " + std::to_string(most) + " tags.");
}

// Attributes
inline wire::ServiceError target_not_found() {
  return {"TargetNotFoundException", "The specified target wasn't found."};
}
inline wire::ServiceError invalid_target_type() {
  return invalid_parameter("targetType must be container-instance.");
}
inline wire::ServiceError invalid_attribute_name(const std::string& name) {
  return invalid_parameter("Invalid attribute name '" + name +
                           "': up to 128 letters, numbers and the characters - _ . / \\ are allowed.");
}
inline wire::ServiceError invalid_attribute_value(const std::string& name) {
  return invalid_parameter("Invalid value of attribute '" + name +
                           "': up to 128 letters, numbers and the characters - _ . / \\ @ : and space are "
                           "allowed, without spaces at either end.");
}
inline wire::ServiceError reserved_attribute(const std::string& name) {
  return invalid_parameter("The attribute '" + name + "' is the instance's own and cannot be changed.");
}
inline wire::ServiceError too_many_attributes(std::size_t most) {
  return {"AttributeLimitExceededException",
          "A container instance can have at most " + std::to_string(most) + " custom attributes."};
}

// Account settings
inline wire::ServiceError unknown_setting(const std::string& name) {
  return invalid_parameter("Invalid account setting name: " + name);
}
inline wire::ServiceError invalid_setting_value(std::string_view name, const std::string& value) {
  return invalid_parameter("Invalid value '" + value + "' of the account setting " + std::string(name) + ".");
}
inline wire::ServiceError refused_setting_value(std::string_view name, const std::string& value,
                                                std::string_view why) {
  return invalid_parameter("The account setting " + std::string(name) + " cannot be '" + value +
                           "': " + std::string(why) + ".");
}
inline wire::ServiceError invalid_principal(const std::string& arn) {
  return invalid_parameter("Invalid principalArn '" + arn + "': it is not of this account.");
}

// Task definitions
inline wire::ServiceError definition_without_revision(const std::string& name) {
  return invalid_parameter("Invalid revision number of '" + name + "'. Give FAMILY:REVISION or its ARN.");
}
inline wire::ServiceError definition_not_described() {
  return client_exception("Unable to describe task definition.");
}
inline wire::ServiceError definition_not_found() { return invalid_parameter("TaskDefinition not found."); }
inline wire::ServiceError definition_inactive() { return invalid_parameter("TaskDefinition is inactive"); }
inline wire::ServiceError revision_missing() {
  return client_exception("Invalid revision number. Number: null");
}
inline wire::ServiceError invalid_container_setting(const std::string& container, const std::string& what) {
  return client_exception("Invalid setting for container '" + container + "'. " + what);
}
inline wire::ServiceError definition_too_long(std::size_t bytes, std::size_t most) {
  return client_exception("Actual length: '" + std::to_string(bytes) + "'. Max allowed length is '" +
                          std::to_string(most) + "' bytes.");
}
inline wire::ServiceError unknown_volume(const std::string& volume) {
  return client_exception("Unknown volume '" + volume + "'.");
}

// Tasks
inline wire::ServiceError task_not_found() { return invalid_parameter("The referenced task was not found."); }
inline wire::ServiceError unknown_container_override(const std::string& container) {
  return invalid_parameter("Override for container named " + container +
                           " is not a container in the TaskDefinition.");
}
inline wire::ServiceError overrides_too_long(std::size_t most) {
  return invalid_parameter("Container Overrides length must be at most " + std::to_string(most));
}
inline wire::ServiceError repeated_container_override(const std::string& container) {
  return invalid_parameter("Overrides name the container " + container + " twice.");
}
/// AWS's sentence, and in parentheses what AWS does not tell.
inline wire::ServiceError role_not_assumed(const std::string& role, const std::string& why) {
  return client_exception("ECS was unable to assume the role '" + role +
                          "' that was provided for this task. Please verify that the role being passed has "
                          "the proper trust relationship and permissions and that your IAM user has "
                          "permissions to pass this role. (" +
                          why + ")");
}
inline wire::ServiceError empty_list(const std::string& what) {
  return invalid_parameter(what + " cannot be empty.");
}
inline wire::ServiceError list_too_long(const std::string& what, std::size_t most) {
  return invalid_parameter(what + " can have at most " + std::to_string(most) + " items.");
}
inline wire::ServiceError client_token_conflict() {
  return {"ConflictException", "The client token was used before with a request that had other parameters."};
}
inline wire::ServiceError fargate_unavailable(const std::string& launch_type) {
  return invalid_parameter("Launch type " + launch_type +
                           " has no capacity here: tasks run on container instances, launch type EC2.");
}

}  // namespace berth::ecs
