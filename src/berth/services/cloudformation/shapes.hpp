/// CloudFormation as it travels.
#pragma once

#include "berth/wire/shape.hpp"

namespace berth::cloudformation {

struct Parameter {
  std::optional<std::string> ParameterKey;
  std::optional<std::string> ParameterValue;
  std::optional<bool> UsePreviousValue;
  std::optional<std::string> ResolvedValue;
};
AWS_SHAPE(Parameter, ParameterKey, ParameterValue, UsePreviousValue, ResolvedValue)

struct Tag {
  std::string Key;
  std::string Value;
};
AWS_SHAPE(Tag, Key, Value)

struct RollbackTrigger {
  std::string Arn;
  std::string Type;
};
AWS_SHAPE(RollbackTrigger, Arn, Type)

struct RollbackConfiguration {
  std::vector<RollbackTrigger> RollbackTriggers;
  std::optional<int> MonitoringTimeInMinutes;
};
AWS_SHAPE(RollbackConfiguration, RollbackTriggers, MonitoringTimeInMinutes)

struct CreateStackRequest {
  std::string StackName;
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
  std::vector<Parameter> Parameters;
  std::optional<bool> DisableRollback;
  std::optional<cloudformation::RollbackConfiguration> RollbackConfiguration;
  std::optional<int> TimeoutInMinutes;
  std::vector<std::string> NotificationARNs;
  std::vector<std::string> Capabilities;
  std::vector<std::string> ResourceTypes;
  std::optional<std::string> RoleARN;
  std::optional<std::string> OnFailure;
  std::optional<std::string> StackPolicyBody;
  std::optional<std::string> StackPolicyURL;
  std::vector<Tag> Tags;
  std::optional<std::string> ClientRequestToken;
  std::optional<bool> EnableTerminationProtection;
  std::optional<bool> RetainExceptOnCreate;
};
AWS_SHAPE(CreateStackRequest, StackName, TemplateBody, TemplateURL, Parameters, DisableRollback,
          RollbackConfiguration, TimeoutInMinutes, NotificationARNs, Capabilities, ResourceTypes, RoleARN,
          OnFailure, StackPolicyBody, StackPolicyURL, Tags, ClientRequestToken, EnableTerminationProtection,
          RetainExceptOnCreate)

struct CreateStackResponse {
  std::optional<std::string> StackId;
};
AWS_SHAPE(CreateStackResponse, StackId)

struct DeleteStackRequest {
  std::string StackName;
  std::vector<std::string> RetainResources;
  std::optional<std::string> RoleARN;
  std::optional<std::string> ClientRequestToken;
  std::optional<std::string> DeletionMode;
};
AWS_SHAPE(DeleteStackRequest, StackName, RetainResources, RoleARN, ClientRequestToken, DeletionMode)

struct EstimateTemplateCostRequest {
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
  std::vector<Parameter> Parameters;
};
AWS_SHAPE(EstimateTemplateCostRequest, TemplateBody, TemplateURL, Parameters)

struct EstimateTemplateCostResponse {
  std::optional<std::string> Url;
};
AWS_SHAPE(EstimateTemplateCostResponse, Url)

struct DescribeStacksRequest {
  std::optional<std::string> StackName;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeStacksRequest, StackName, NextToken)

struct Output {
  std::optional<std::string> OutputKey;
  std::optional<std::string> OutputValue;
  std::optional<std::string> Description;
  std::optional<std::string> ExportName;
};
AWS_SHAPE(Output, OutputKey, OutputValue, Description, ExportName)

struct StackResourceDriftInformation {
  std::string StackResourceDriftStatus;
};
AWS_SHAPE(StackResourceDriftInformation, StackResourceDriftStatus)

struct StackDriftInformation {
  std::string StackDriftStatus;
};
AWS_SHAPE(StackDriftInformation, StackDriftStatus)

struct Stack {
  std::optional<std::string> StackId;
  std::string StackName;
  std::optional<std::string> Description;
  std::vector<Parameter> Parameters;
  wire::Timestamp CreationTime;
  std::optional<wire::Timestamp> LastUpdatedTime;
  std::optional<wire::Timestamp> DeletionTime;
  std::string StackStatus;
  std::optional<std::string> StackStatusReason;
  std::optional<bool> DisableRollback;
  std::vector<std::string> NotificationARNs;
  std::optional<int> TimeoutInMinutes;
  std::vector<std::string> Capabilities;
  std::vector<Output> Outputs;
  std::optional<std::string> RoleARN;
  std::vector<Tag> Tags;
  std::optional<bool> EnableTerminationProtection;
  std::optional<std::string> ParentId;
  std::optional<std::string> RootId;
  std::optional<StackDriftInformation> DriftInformation;
};
AWS_SHAPE(Stack, StackId, StackName, Description, Parameters, CreationTime, LastUpdatedTime, DeletionTime,
          StackStatus, StackStatusReason, DisableRollback, NotificationARNs, TimeoutInMinutes, Capabilities,
          Outputs, RoleARN, Tags, EnableTerminationProtection, ParentId, RootId, DriftInformation)

struct DescribeStacksResponse {
  std::vector<Stack> Stacks;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeStacksResponse, Stacks, NextToken)

struct ListStacksRequest {
  std::optional<std::string> NextToken;
  std::vector<std::string> StackStatusFilter;
};
AWS_SHAPE(ListStacksRequest, NextToken, StackStatusFilter)

struct StackSummary {
  std::optional<std::string> StackId;
  std::string StackName;
  std::optional<std::string> TemplateDescription;
  wire::Timestamp CreationTime;
  std::optional<wire::Timestamp> LastUpdatedTime;
  std::optional<wire::Timestamp> DeletionTime;
  std::string StackStatus;
  std::optional<std::string> StackStatusReason;
  std::optional<std::string> ParentId;
  std::optional<std::string> RootId;
  std::optional<StackDriftInformation> DriftInformation;
};
AWS_SHAPE(StackSummary, StackId, StackName, TemplateDescription, CreationTime, LastUpdatedTime, DeletionTime,
          StackStatus, StackStatusReason, ParentId, RootId, DriftInformation)

struct ListStacksResponse {
  std::vector<StackSummary> StackSummaries;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListStacksResponse, StackSummaries, NextToken)

struct DescribeStackEventsRequest {
  std::string StackName;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeStackEventsRequest, StackName, NextToken)

struct StackEvent {
  std::string StackId;
  std::string EventId;
  std::string StackName;
  std::optional<std::string> LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
  std::optional<std::string> ResourceType;
  wire::Timestamp Timestamp;
  std::optional<std::string> ResourceStatus;
  std::optional<std::string> ResourceStatusReason;
  std::optional<std::string> ResourceProperties;
  std::optional<std::string> ClientRequestToken;
};
AWS_SHAPE(StackEvent, StackId, EventId, StackName, LogicalResourceId, PhysicalResourceId, ResourceType,
          Timestamp, ResourceStatus, ResourceStatusReason, ResourceProperties, ClientRequestToken)

struct DescribeStackEventsResponse {
  std::vector<StackEvent> StackEvents;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeStackEventsResponse, StackEvents, NextToken)

struct ListStackResourcesRequest {
  std::string StackName;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListStackResourcesRequest, StackName, NextToken)

struct StackResourceSummary {
  std::string LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
  std::string ResourceType;
  wire::Timestamp LastUpdatedTimestamp;
  std::string ResourceStatus;
  std::optional<std::string> ResourceStatusReason;
  std::optional<StackResourceDriftInformation> DriftInformation;
};
AWS_SHAPE(StackResourceSummary, LogicalResourceId, PhysicalResourceId, ResourceType, LastUpdatedTimestamp,
          ResourceStatus, ResourceStatusReason, DriftInformation)

struct ListStackResourcesResponse {
  std::vector<StackResourceSummary> StackResourceSummaries;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListStackResourcesResponse, StackResourceSummaries, NextToken)

struct DescribeStackResourcesRequest {
  std::optional<std::string> StackName;
  std::optional<std::string> LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
};
AWS_SHAPE(DescribeStackResourcesRequest, StackName, LogicalResourceId, PhysicalResourceId)

struct StackResource {
  std::optional<std::string> StackName;
  std::optional<std::string> StackId;
  std::string LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
  std::string ResourceType;
  wire::Timestamp Timestamp;
  std::string ResourceStatus;
  std::optional<std::string> ResourceStatusReason;
  std::optional<StackResourceDriftInformation> DriftInformation;
};
AWS_SHAPE(StackResource, StackName, StackId, LogicalResourceId, PhysicalResourceId, ResourceType, Timestamp,
          ResourceStatus, ResourceStatusReason, DriftInformation)

struct DescribeStackResourcesResponse {
  std::vector<StackResource> StackResources;
};
AWS_SHAPE(DescribeStackResourcesResponse, StackResources)

struct DescribeStackResourceRequest {
  std::string StackName;
  std::string LogicalResourceId;
};
AWS_SHAPE(DescribeStackResourceRequest, StackName, LogicalResourceId)

struct StackResourceDetail {
  std::optional<std::string> StackName;
  std::optional<std::string> StackId;
  std::string LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
  std::string ResourceType;
  wire::Timestamp LastUpdatedTimestamp;
  std::string ResourceStatus;
  std::optional<std::string> ResourceStatusReason;
  std::optional<std::string> Metadata;
  std::optional<StackResourceDriftInformation> DriftInformation;
};
AWS_SHAPE(StackResourceDetail, StackName, StackId, LogicalResourceId, PhysicalResourceId, ResourceType,
          LastUpdatedTimestamp, ResourceStatus, ResourceStatusReason, Metadata, DriftInformation)

struct DescribeStackResourceResponse {
  std::optional<cloudformation::StackResourceDetail> StackResourceDetail;
};
AWS_SHAPE(DescribeStackResourceResponse, StackResourceDetail)

struct ValidateTemplateRequest {
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
};
AWS_SHAPE(ValidateTemplateRequest, TemplateBody, TemplateURL)

struct TemplateParameter {
  std::optional<std::string> ParameterKey;
  std::optional<std::string> DefaultValue;
  std::optional<bool> NoEcho;
  std::optional<std::string> Description;
};
AWS_SHAPE(TemplateParameter, ParameterKey, DefaultValue, NoEcho, Description)

struct ValidateTemplateResponse {
  std::vector<TemplateParameter> Parameters;
  std::optional<std::string> Description;
  std::vector<std::string> Capabilities;
  std::optional<std::string> CapabilitiesReason;
  std::vector<std::string> DeclaredTransforms;
};
AWS_SHAPE(ValidateTemplateResponse, Parameters, Description, Capabilities, CapabilitiesReason,
          DeclaredTransforms)

struct GetTemplateRequest {
  std::optional<std::string> StackName;
  std::optional<std::string> ChangeSetName;
  std::optional<std::string> TemplateStage;
};
AWS_SHAPE(GetTemplateRequest, StackName, ChangeSetName, TemplateStage)

struct GetTemplateResponse {
  std::optional<std::string> TemplateBody;
  std::vector<std::string> StagesAvailable;
};
AWS_SHAPE(GetTemplateResponse, TemplateBody, StagesAvailable)

}  // namespace berth::cloudformation
