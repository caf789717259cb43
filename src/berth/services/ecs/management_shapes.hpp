/// What is said of things that are there: tags, attributes, states, settings.
#pragma once

#include "berth/services/ecs/cluster_shapes.hpp"
#include "berth/services/ecs/common_shapes.hpp"
#include "berth/services/ecs/task_definition_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct TagResourceRequest {
  std::string resourceArn;
  wire::Required<std::vector<Tag>> tags;
};
AWS_SHAPE(TagResourceRequest, resourceArn, tags)

struct UntagResourceRequest {
  std::string resourceArn;
  wire::Required<std::vector<std::string>> tagKeys;
};
AWS_SHAPE(UntagResourceRequest, resourceArn, tagKeys)

struct ListTagsForResourceRequest {
  std::string resourceArn;
};
AWS_SHAPE(ListTagsForResourceRequest, resourceArn)

struct ListTagsForResourceResponse {
  std::vector<Tag> tags;
};
AWS_SHAPE(ListTagsForResourceResponse, tags)

struct PutAttributesRequest {
  std::optional<std::string> cluster;
  wire::Required<std::vector<Attribute>> attributes;
};
AWS_SHAPE(PutAttributesRequest, cluster, attributes)

struct PutAttributesResponse {
  std::vector<Attribute> attributes;
};
AWS_SHAPE(PutAttributesResponse, attributes)

struct DeleteAttributesRequest {
  std::optional<std::string> cluster;
  wire::Required<std::vector<Attribute>> attributes;
};
AWS_SHAPE(DeleteAttributesRequest, cluster, attributes)

struct DeleteAttributesResponse {
  std::vector<Attribute> attributes;
};
AWS_SHAPE(DeleteAttributesResponse, attributes)

struct ListAttributesRequest {
  std::optional<std::string> cluster;
  std::string targetType;
  std::optional<std::string> attributeName;
  std::optional<std::string> attributeValue;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(ListAttributesRequest, cluster, targetType, attributeName, attributeValue, nextToken, maxResults)

struct ListAttributesResponse {
  std::vector<Attribute> attributes;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListAttributesResponse, attributes, nextToken)

struct UpdateContainerInstancesStateRequest {
  std::optional<std::string> cluster;
  wire::Required<std::vector<std::string>> containerInstances;
  std::string status;
};
AWS_SHAPE(UpdateContainerInstancesStateRequest, cluster, containerInstances, status)

struct UpdateContainerInstancesStateResponse {
  std::vector<ContainerInstance> containerInstances;
  std::vector<Failure> failures;
};
AWS_SHAPE(UpdateContainerInstancesStateResponse, containerInstances, failures)

struct UpdateClusterRequest {
  std::string cluster;
  std::vector<ClusterSetting> settings;
  std::optional<wire::Document> configuration;
  std::optional<wire::Document> serviceConnectDefaults;
};
AWS_SHAPE(UpdateClusterRequest, cluster, settings, configuration, serviceConnectDefaults)

struct UpdateClusterResponse {
  std::optional<Cluster> cluster;
};
AWS_SHAPE(UpdateClusterResponse, cluster)

struct UpdateClusterSettingsRequest {
  std::string cluster;
  wire::Required<std::vector<ClusterSetting>> settings;
};
AWS_SHAPE(UpdateClusterSettingsRequest, cluster, settings)

struct UpdateClusterSettingsResponse {
  std::optional<Cluster> cluster;
};
AWS_SHAPE(UpdateClusterSettingsResponse, cluster)

struct DeleteTaskDefinitionsRequest {
  wire::Required<std::vector<std::string>> taskDefinitions;
};
AWS_SHAPE(DeleteTaskDefinitionsRequest, taskDefinitions)

struct DeleteTaskDefinitionsResponse {
  std::vector<TaskDefinition> taskDefinitions;
  std::vector<Failure> failures;
};
AWS_SHAPE(DeleteTaskDefinitionsResponse, taskDefinitions, failures)

struct Setting {
  std::optional<std::string> name;
  std::optional<std::string> value;
  std::optional<std::string> principalArn;
  std::optional<std::string> type;
};
AWS_SHAPE(Setting, name, value, principalArn, type)

struct PutAccountSettingRequest {
  std::string name;
  std::string value;
  std::optional<std::string> principalArn;
};
AWS_SHAPE(PutAccountSettingRequest, name, value, principalArn)

struct PutAccountSettingResponse {
  std::optional<Setting> setting;
};
AWS_SHAPE(PutAccountSettingResponse, setting)

struct PutAccountSettingDefaultRequest {
  std::string name;
  std::string value;
};
AWS_SHAPE(PutAccountSettingDefaultRequest, name, value)

struct PutAccountSettingDefaultResponse {
  std::optional<Setting> setting;
};
AWS_SHAPE(PutAccountSettingDefaultResponse, setting)

struct ListAccountSettingsRequest {
  std::optional<std::string> name;
  std::optional<std::string> value;
  std::optional<std::string> principalArn;
  std::optional<bool> effectiveSettings;
  std::optional<std::string> nextToken;
  std::optional<int> maxResults;
};
AWS_SHAPE(ListAccountSettingsRequest, name, value, principalArn, effectiveSettings, nextToken, maxResults)

struct ListAccountSettingsResponse {
  std::vector<Setting> settings;
  std::optional<std::string> nextToken;
};
AWS_SHAPE(ListAccountSettingsResponse, settings, nextToken)

struct DeleteAccountSettingRequest {
  std::string name;
  std::optional<std::string> principalArn;
};
AWS_SHAPE(DeleteAccountSettingRequest, name, principalArn)

struct DeleteAccountSettingResponse {
  std::optional<Setting> setting;
};
AWS_SHAPE(DeleteAccountSettingResponse, setting)

}  // namespace berth::ecs
