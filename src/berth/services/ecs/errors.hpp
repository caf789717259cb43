/// The errors of ECS, each text once. Source: Amazon ECS API Reference.
#pragma once

#include "berth/wire/error.hpp"

#include <string>

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

// Task definitions
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
