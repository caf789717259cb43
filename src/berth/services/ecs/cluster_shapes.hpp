/// Clusters, container instances and their operations.
#pragma once

#include "berth/services/ecs/common_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct Resource {
  std::optional<std::string> name;
  std::optional<std::string> type;
  std::optional<double> doubleValue;
  std::optional<std::int64_t> longValue;
  std::optional<int> integerValue;
  std::optional<std::vector<std::string>> stringSetValue;
};
AWS_SHAPE(Resource, name, type, doubleValue, longValue, integerValue, stringSetValue)

struct ClusterSetting {
  std::optional<std::string> name;
  std::optional<std::string> value;
};
AWS_SHAPE(ClusterSetting, name, value)

struct Cluster {
  std::optional<std::string> clusterArn;
  std::optional<std::string> clusterName;
  std::optional<std::string> status;
  std::optional<int> registeredContainerInstancesCount;
  std::optional<int> runningTasksCount;
  std::optional<int> pendingTasksCount;
  std::optional<int> activeServicesCount;
  std::vector<KeyValuePair> statistics;
  std::vector<Tag> tags;
  std::vector<ClusterSetting> settings;
  std::vector<std::string> capacityProviders;
  std::vector<CapacityProviderStrategyItem> defaultCapacityProviderStrategy;
};
AWS_SHAPE(Cluster, clusterArn, clusterName, status, registeredContainerInstancesCount, runningTasksCount,
          pendingTasksCount, activeServicesCount, statistics, tags, settings, capacityProviders,
          defaultCapacityProviderStrategy)

struct CreateClusterRequest {
  std::optional<std::string> clusterName;
  std::vector<Tag> tags;
  std::vector<ClusterSetting> settings;
  std::optional<wire::Document> configuration;
  std::vector<std::string> capacityProviders;
  std::vector<CapacityProviderStrategyItem> defaultCapacityProviderStrategy;
  std::optional<wire::Document> serviceConnectDefaults;
};
AWS_SHAPE(CreateClusterRequest, clusterName, tags, settings, configuration, capacityProviders,
          defaultCapacityProviderStrategy, serviceConnectDefaults)

struct CreateClusterResponse {
  std::optional<Cluster> cluster;
};
AWS_SHAPE(CreateClusterResponse, cluster)

struct DescribeClustersRequest {
  std::vector<std::string> clusters;
  std::vector<std::string> include;
};
AWS_SHAPE(DescribeClustersRequest, clusters, include)

struct DescribeClustersResponse {
  std::vector<Cluster> clusters;
  std::vector<Failure> failures;
};
AWS_SHAPE(DescribeClustersResponse, clusters, failures)

struct ListClustersRequest {
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(ListClustersRequest, nextToken, maxResults)

struct ListClustersResponse {
  std::vector<std::string> clusterArns;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListClustersResponse, clusterArns, nextToken)

struct DeleteClusterRequest {
  std::string cluster;
};
AWS_SHAPE(DeleteClusterRequest, cluster)

struct DeleteClusterResponse {
  std::optional<Cluster> cluster;
};
AWS_SHAPE(DeleteClusterResponse, cluster)

struct VersionInfo {
  std::optional<std::string> agentVersion;
  std::optional<std::string> agentHash;
  std::optional<std::string> dockerVersion;
};
AWS_SHAPE(VersionInfo, agentVersion, agentHash, dockerVersion)

struct ContainerInstance {
  std::optional<std::string> containerInstanceArn;
  std::optional<std::string> ec2InstanceId;
  std::optional<std::string> capacityProviderName;
  std::optional<std::int64_t> version;
  std::optional<VersionInfo> versionInfo;
  std::vector<Resource> remainingResources;
  std::vector<Resource> registeredResources;
  std::optional<std::string> status;
  std::optional<std::string> statusReason;
  std::optional<bool> agentConnected;
  std::optional<int> runningTasksCount;
  std::optional<int> pendingTasksCount;
  std::vector<Attribute> attributes;
  std::optional<wire::Timestamp> registeredAt;
  std::vector<Attachment> attachments;
  std::vector<Tag> tags;
};
AWS_SHAPE(ContainerInstance, containerInstanceArn, ec2InstanceId, capacityProviderName, version, versionInfo,
          remainingResources, registeredResources, status, statusReason, agentConnected, runningTasksCount,
          pendingTasksCount, attributes, registeredAt, attachments, tags)

struct ListContainerInstancesRequest {
  std::optional<std::string> cluster;
  std::optional<std::string> filter;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
  std::optional<std::string> status;
};
AWS_SHAPE(ListContainerInstancesRequest, cluster, filter, nextToken, maxResults, status)

struct ListContainerInstancesResponse {
  std::vector<std::string> containerInstanceArns;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListContainerInstancesResponse, containerInstanceArns, nextToken)

struct DescribeContainerInstancesRequest {
  std::optional<std::string> cluster;
  wire::Required<std::vector<std::string>> containerInstances;
  std::vector<std::string> include;
};
AWS_SHAPE(DescribeContainerInstancesRequest, cluster, containerInstances, include)

struct DescribeContainerInstancesResponse {
  std::vector<ContainerInstance> containerInstances;
  std::vector<Failure> failures;
};
AWS_SHAPE(DescribeContainerInstancesResponse, containerInstances, failures)

}  // namespace berth::ecs
