/// Tasks and their operations.
#pragma once

#include "berth/services/ecs/common_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct NetworkBinding {
  std::optional<std::string> bindIP;
  std::optional<int> containerPort;
  std::optional<int> hostPort;
  std::optional<std::string> protocol;
};
AWS_SHAPE(NetworkBinding, bindIP, containerPort, hostPort, protocol)

struct NetworkInterface {
  std::optional<std::string> attachmentId;
  std::optional<std::string> privateIpv4Address;
  std::optional<std::string> ipv6Address;
};
AWS_SHAPE(NetworkInterface, attachmentId, privateIpv4Address, ipv6Address)

struct Container {
  std::optional<std::string> containerArn;
  std::optional<std::string> taskArn;
  std::optional<std::string> name;
  std::optional<std::string> image;
  std::optional<std::string> imageDigest;
  std::optional<std::string> runtimeId;
  std::optional<std::string> lastStatus;
  std::optional<int> exitCode;
  std::optional<std::string> reason;
  std::optional<std::vector<NetworkBinding>> networkBindings;
  std::vector<NetworkInterface> networkInterfaces;
  std::optional<std::string> healthStatus;
  std::optional<std::string> cpu;
  std::optional<std::string> memory;
  std::optional<std::string> memoryReservation;
  std::optional<std::vector<std::string>> gpuIds;
};
AWS_SHAPE(Container, containerArn, taskArn, name, image, imageDigest, runtimeId, lastStatus, exitCode, reason,
          networkBindings, networkInterfaces, healthStatus, cpu, memory, memoryReservation, gpuIds)

struct ContainerOverride {
  std::optional<std::string> name;
  std::optional<std::vector<std::string>> command;
  std::optional<std::vector<KeyValuePair>> environment;
  std::optional<std::vector<EnvironmentFile>> environmentFiles;
  std::optional<int> cpu;
  std::optional<int> memory;
  std::optional<int> memoryReservation;
  std::optional<std::vector<ResourceRequirement>> resourceRequirements;
};
AWS_SHAPE(ContainerOverride, name, command, environment, environmentFiles, cpu, memory, memoryReservation,
          resourceRequirements)

struct TaskOverride {
  std::vector<ContainerOverride> containerOverrides;
  std::optional<std::string> cpu;
  std::vector<wire::Document> inferenceAcceleratorOverrides;
  std::optional<std::string> executionRoleArn;
  std::optional<std::string> memory;
  std::optional<std::string> taskRoleArn;
  std::optional<EphemeralStorage> ephemeralStorage;
};
AWS_SHAPE(TaskOverride, containerOverrides, cpu, inferenceAcceleratorOverrides, executionRoleArn, memory,
          taskRoleArn, ephemeralStorage)

struct Task {
  std::vector<Attachment> attachments;
  std::vector<Attribute> attributes;
  std::optional<std::string> availabilityZone;
  std::optional<std::string> capacityProviderName;
  std::optional<std::string> clusterArn;
  std::optional<std::string> connectivity;
  std::optional<wire::Timestamp> connectivityAt;
  std::optional<std::string> containerInstanceArn;
  std::vector<Container> containers;
  std::optional<std::string> cpu;
  std::optional<wire::Timestamp> createdAt;
  std::optional<std::string> desiredStatus;
  std::optional<bool> enableExecuteCommand;
  std::optional<wire::Timestamp> executionStoppedAt;
  std::optional<std::string> group;
  std::optional<std::string> healthStatus;
  std::optional<std::string> lastStatus;
  std::optional<std::string> launchType;
  std::optional<std::string> memory;
  std::optional<TaskOverride> overrides;
  std::optional<wire::Timestamp> pullStartedAt;
  std::optional<wire::Timestamp> pullStoppedAt;
  std::optional<wire::Timestamp> startedAt;
  std::optional<std::string> startedBy;
  std::optional<std::string> stopCode;
  std::optional<wire::Timestamp> stoppedAt;
  std::optional<std::string> stoppedReason;
  std::optional<wire::Timestamp> stoppingAt;
  std::vector<Tag> tags;
  std::optional<std::string> taskArn;
  std::optional<std::string> taskDefinitionArn;
  std::optional<std::int64_t> version;
};
AWS_SHAPE(Task, attachments, attributes, availabilityZone, capacityProviderName, clusterArn, connectivity,
          connectivityAt, containerInstanceArn, containers, cpu, createdAt, desiredStatus,
          enableExecuteCommand, executionStoppedAt, group, healthStatus, lastStatus, launchType, memory,
          overrides, pullStartedAt, pullStoppedAt, startedAt, startedBy, stopCode, stoppedAt, stoppedReason,
          stoppingAt, tags, taskArn, taskDefinitionArn, version)

struct PlacementConstraint {
  std::optional<std::string> type;
  std::optional<std::string> expression;
};
AWS_SHAPE(PlacementConstraint, type, expression)

struct PlacementStrategy {
  std::optional<std::string> type;
  std::optional<std::string> field;
};
AWS_SHAPE(PlacementStrategy, type, field)

struct RunTaskRequest {
  std::vector<CapacityProviderStrategyItem> capacityProviderStrategy;
  std::optional<std::string> cluster;
  std::optional<int> count;
  std::optional<bool> enableECSManagedTags;
  std::optional<bool> enableExecuteCommand;
  std::optional<std::string> group;
  std::optional<std::string> launchType;
  std::optional<wire::Document> networkConfiguration;
  std::optional<TaskOverride> overrides;
  std::vector<PlacementConstraint> placementConstraints;
  std::vector<PlacementStrategy> placementStrategy;
  std::optional<std::string> platformVersion;
  std::optional<std::string> propagateTags;
  std::optional<std::string> referenceId;
  std::optional<std::string> startedBy;
  std::vector<Tag> tags;
  std::string taskDefinition;
  std::optional<std::string> clientToken;
  std::vector<wire::Document> volumeConfigurations;
};
AWS_SHAPE(RunTaskRequest, capacityProviderStrategy, cluster, count, enableECSManagedTags,
          enableExecuteCommand, group, launchType, networkConfiguration, overrides, placementConstraints,
          placementStrategy, platformVersion, propagateTags, referenceId, startedBy, tags, taskDefinition,
          clientToken, volumeConfigurations)

struct RunTaskResponse {
  std::vector<Task> tasks;
  std::vector<Failure> failures;
};
AWS_SHAPE(RunTaskResponse, tasks, failures)

struct StopTaskRequest {
  std::optional<std::string> cluster;
  std::string task;
  std::optional<std::string> reason;
};
AWS_SHAPE(StopTaskRequest, cluster, task, reason)

struct StopTaskResponse {
  std::optional<Task> task;
};
AWS_SHAPE(StopTaskResponse, task)

struct DescribeTasksRequest {
  std::optional<std::string> cluster;
  wire::Required<std::vector<std::string>> tasks;
  std::vector<std::string> include;
};
AWS_SHAPE(DescribeTasksRequest, cluster, tasks, include)

struct DescribeTasksResponse {
  std::vector<Task> tasks;
  std::vector<Failure> failures;
};
AWS_SHAPE(DescribeTasksResponse, tasks, failures)

struct ListTasksRequest {
  std::optional<std::string> cluster;
  std::optional<std::string> containerInstance;
  std::optional<std::string> family;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
  std::optional<std::string> startedBy;
  std::optional<std::string> serviceName;
  std::optional<std::string> desiredStatus;
  std::optional<std::string> launchType;
};
AWS_SHAPE(ListTasksRequest, cluster, containerInstance, family, nextToken, maxResults, startedBy, serviceName,
          desiredStatus, launchType)

struct ListTasksResponse {
  std::vector<std::string> taskArns;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListTasksResponse, taskArns, nextToken)

}  // namespace berth::ecs
