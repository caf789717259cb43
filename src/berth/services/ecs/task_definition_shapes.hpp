/// Task definitions and their operations.
#pragma once

#include "berth/services/ecs/common_shapes.hpp"
#include "berth/services/ecs/container_definition_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct HostVolumeProperties {
  std::optional<std::string> sourcePath;
};
AWS_SHAPE(HostVolumeProperties, sourcePath)

struct DockerVolumeConfiguration {
  std::optional<std::string> scope;
  std::optional<bool> autoprovision;
  std::optional<std::string> driver;
  std::optional<std::map<std::string, std::string>> driverOpts;
  std::optional<std::map<std::string, std::string>> labels;
};
AWS_SHAPE(DockerVolumeConfiguration, scope, autoprovision, driver, driverOpts, labels)

struct Volume {
  std::optional<std::string> name;
  std::optional<HostVolumeProperties> host;
  std::optional<DockerVolumeConfiguration> dockerVolumeConfiguration;
  std::optional<wire::Document> efsVolumeConfiguration;
  std::optional<wire::Document> fsxWindowsFileServerVolumeConfiguration;
  std::optional<bool> configuredAtLaunch;
};
AWS_SHAPE(Volume, name, host, dockerVolumeConfiguration, efsVolumeConfiguration,
          fsxWindowsFileServerVolumeConfiguration, configuredAtLaunch)

struct TaskDefinitionPlacementConstraint {
  std::optional<std::string> type;
  std::optional<std::string> expression;
};
AWS_SHAPE(TaskDefinitionPlacementConstraint, type, expression)

struct RuntimePlatform {
  std::optional<std::string> cpuArchitecture;
  std::optional<std::string> operatingSystemFamily;
};
AWS_SHAPE(RuntimePlatform, cpuArchitecture, operatingSystemFamily)

struct TaskDefinition {
  std::optional<std::string> taskDefinitionArn;
  std::vector<ContainerDefinition> containerDefinitions;
  std::optional<std::string> family;
  std::optional<std::string> taskRoleArn;
  std::optional<std::string> executionRoleArn;
  std::optional<std::string> networkMode;
  std::optional<int> revision;
  std::vector<Volume> volumes;
  std::optional<std::string> status;
  std::vector<Attribute> requiresAttributes;
  std::vector<TaskDefinitionPlacementConstraint> placementConstraints;
  std::vector<std::string> compatibilities;
  std::optional<RuntimePlatform> runtimePlatform;
  std::optional<std::vector<std::string>> requiresCompatibilities;
  std::optional<std::string> cpu;
  std::optional<std::string> memory;
  std::optional<std::vector<wire::Document>> inferenceAccelerators;
  std::optional<std::string> pidMode;
  std::optional<std::string> ipcMode;
  std::optional<wire::Document> proxyConfiguration;
  std::optional<wire::Timestamp> registeredAt;
  std::optional<wire::Timestamp> deregisteredAt;
  std::optional<wire::Timestamp> deleteRequestedAt;
  std::optional<std::string> registeredBy;
  std::optional<EphemeralStorage> ephemeralStorage;
  std::optional<bool> enableFaultInjection;
};
AWS_SHAPE(TaskDefinition, taskDefinitionArn, containerDefinitions, family, taskRoleArn, executionRoleArn,
          networkMode, revision, volumes, status, requiresAttributes, placementConstraints, compatibilities,
          runtimePlatform, requiresCompatibilities, cpu, memory, inferenceAccelerators, pidMode, ipcMode,
          proxyConfiguration, registeredAt, deregisteredAt, deleteRequestedAt, registeredBy, ephemeralStorage,
          enableFaultInjection)

struct RegisterTaskDefinitionRequest {
  std::string family;
  std::optional<std::string> taskRoleArn;
  std::optional<std::string> executionRoleArn;
  std::optional<std::string> networkMode;
  wire::Required<std::vector<ContainerDefinition>> containerDefinitions;
  std::vector<Volume> volumes;
  std::vector<TaskDefinitionPlacementConstraint> placementConstraints;
  std::vector<std::string> requiresCompatibilities;
  std::optional<std::string> cpu;
  std::optional<std::string> memory;
  std::vector<Tag> tags;
  std::optional<std::string> pidMode;
  std::optional<std::string> ipcMode;
  std::optional<wire::Document> proxyConfiguration;
  std::vector<wire::Document> inferenceAccelerators;
  std::optional<EphemeralStorage> ephemeralStorage;
  std::optional<RuntimePlatform> runtimePlatform;
  std::optional<bool> enableFaultInjection;
};
AWS_SHAPE(RegisterTaskDefinitionRequest, family, taskRoleArn, executionRoleArn, networkMode,
          containerDefinitions, volumes, placementConstraints, requiresCompatibilities, cpu, memory, tags,
          pidMode, ipcMode, proxyConfiguration, inferenceAccelerators, ephemeralStorage, runtimePlatform,
          enableFaultInjection)

struct RegisterTaskDefinitionResponse {
  std::optional<TaskDefinition> taskDefinition;
  std::vector<Tag> tags;
};
AWS_SHAPE(RegisterTaskDefinitionResponse, taskDefinition, tags)

struct DescribeTaskDefinitionRequest {
  std::string taskDefinition;
  std::vector<std::string> include;
};
AWS_SHAPE(DescribeTaskDefinitionRequest, taskDefinition, include)

struct DescribeTaskDefinitionResponse {
  std::optional<TaskDefinition> taskDefinition;
  std::vector<Tag> tags;
};
AWS_SHAPE(DescribeTaskDefinitionResponse, taskDefinition, tags)

struct ListTaskDefinitionsRequest {
  std::optional<std::string> familyPrefix;
  std::optional<std::string> status;
  std::optional<std::string> sort;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(ListTaskDefinitionsRequest, familyPrefix, status, sort, nextToken, maxResults)

struct ListTaskDefinitionsResponse {
  std::vector<std::string> taskDefinitionArns;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListTaskDefinitionsResponse, taskDefinitionArns, nextToken)

struct ListTaskDefinitionFamiliesRequest {
  std::optional<std::string> familyPrefix;
  std::optional<std::string> status;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(ListTaskDefinitionFamiliesRequest, familyPrefix, status, nextToken, maxResults)

struct ListTaskDefinitionFamiliesResponse {
  std::vector<std::string> families;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListTaskDefinitionFamiliesResponse, families, nextToken)

struct DeregisterTaskDefinitionRequest {
  std::string taskDefinition;
};
AWS_SHAPE(DeregisterTaskDefinitionRequest, taskDefinition)

struct DeregisterTaskDefinitionResponse {
  std::optional<TaskDefinition> taskDefinition;
};
AWS_SHAPE(DeregisterTaskDefinitionResponse, taskDefinition)

}  // namespace berth::ecs
