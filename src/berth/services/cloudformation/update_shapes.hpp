/// What updates and change sets travel as.
#pragma once

#include "berth/services/cloudformation/shapes.hpp"

namespace berth::cloudformation {

struct UpdateStackRequest {
  std::string StackName;
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
  std::optional<bool> UsePreviousTemplate;
  std::optional<std::string> StackPolicyDuringUpdateBody;
  std::optional<std::string> StackPolicyDuringUpdateURL;
  std::vector<Parameter> Parameters;
  std::vector<std::string> Capabilities;
  std::vector<std::string> ResourceTypes;
  std::optional<std::string> RoleARN;
  std::optional<cloudformation::RollbackConfiguration> RollbackConfiguration;
  std::optional<std::string> StackPolicyBody;
  std::optional<std::string> StackPolicyURL;
  std::vector<std::string> NotificationARNs;
  std::vector<Tag> Tags;
  std::optional<bool> DisableRollback;
  std::optional<std::string> ClientRequestToken;
  std::optional<bool> RetainExceptOnCreate;
};
AWS_SHAPE(UpdateStackRequest, StackName, TemplateBody, TemplateURL, UsePreviousTemplate,
          StackPolicyDuringUpdateBody, StackPolicyDuringUpdateURL, Parameters, Capabilities, ResourceTypes,
          RoleARN, RollbackConfiguration, StackPolicyBody, StackPolicyURL, NotificationARNs, Tags,
          DisableRollback, ClientRequestToken, RetainExceptOnCreate)

struct UpdateStackResponse {
  std::optional<std::string> StackId;
};
AWS_SHAPE(UpdateStackResponse, StackId)

struct CancelUpdateStackRequest {
  std::string StackName;
  std::optional<std::string> ClientRequestToken;
};
AWS_SHAPE(CancelUpdateStackRequest, StackName, ClientRequestToken)

struct ContinueUpdateRollbackRequest {
  std::string StackName;
  std::optional<std::string> RoleARN;
  std::vector<std::string> ResourcesToSkip;
  std::optional<std::string> ClientRequestToken;
};
AWS_SHAPE(ContinueUpdateRollbackRequest, StackName, RoleARN, ResourcesToSkip, ClientRequestToken)

struct ContinueUpdateRollbackResponse {};
AWS_SHAPE(ContinueUpdateRollbackResponse)

struct RollbackStackRequest {
  std::string StackName;
  std::optional<std::string> RoleARN;
  std::optional<std::string> ClientRequestToken;
  std::optional<bool> RetainExceptOnCreate;
};
AWS_SHAPE(RollbackStackRequest, StackName, RoleARN, ClientRequestToken, RetainExceptOnCreate)

struct RollbackStackResponse {
  std::optional<std::string> StackId;
};
AWS_SHAPE(RollbackStackResponse, StackId)

struct SignalResourceRequest {
  std::string StackName;
  std::string LogicalResourceId;
  std::string UniqueId;
  std::string Status;
};
AWS_SHAPE(SignalResourceRequest, StackName, LogicalResourceId, UniqueId, Status)

struct UpdateTerminationProtectionRequest {
  bool EnableTerminationProtection = false;
  std::string StackName;
};
AWS_SHAPE(UpdateTerminationProtectionRequest, EnableTerminationProtection, StackName)

struct UpdateTerminationProtectionResponse {
  std::optional<std::string> StackId;
};
AWS_SHAPE(UpdateTerminationProtectionResponse, StackId)

struct SetStackPolicyRequest {
  std::string StackName;
  std::optional<std::string> StackPolicyBody;
  std::optional<std::string> StackPolicyURL;
};
AWS_SHAPE(SetStackPolicyRequest, StackName, StackPolicyBody, StackPolicyURL)

struct GetStackPolicyRequest {
  std::string StackName;
};
AWS_SHAPE(GetStackPolicyRequest, StackName)

struct GetStackPolicyResponse {
  std::optional<std::string> StackPolicyBody;
};
AWS_SHAPE(GetStackPolicyResponse, StackPolicyBody)

struct CreateChangeSetRequest {
  std::string StackName;
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
  std::optional<bool> UsePreviousTemplate;
  std::vector<Parameter> Parameters;
  std::vector<std::string> Capabilities;
  std::vector<std::string> ResourceTypes;
  std::optional<std::string> RoleARN;
  std::optional<cloudformation::RollbackConfiguration> RollbackConfiguration;
  std::vector<std::string> NotificationARNs;
  std::vector<Tag> Tags;
  std::string ChangeSetName;
  std::optional<std::string> ClientToken;
  std::optional<std::string> Description;
  std::optional<std::string> ChangeSetType;
  std::optional<bool> IncludeNestedStacks;
  std::optional<std::string> OnStackFailure;
  std::optional<bool> ImportExistingResources;
};
AWS_SHAPE(CreateChangeSetRequest, StackName, TemplateBody, TemplateURL, UsePreviousTemplate, Parameters,
          Capabilities, ResourceTypes, RoleARN, RollbackConfiguration, NotificationARNs, Tags, ChangeSetName,
          ClientToken, Description, ChangeSetType, IncludeNestedStacks, OnStackFailure,
          ImportExistingResources)

struct CreateChangeSetResponse {
  std::optional<std::string> Id;
  std::optional<std::string> StackId;
};
AWS_SHAPE(CreateChangeSetResponse, Id, StackId)

struct DescribeChangeSetRequest {
  std::string ChangeSetName;
  std::optional<std::string> StackName;
  std::optional<std::string> NextToken;
  std::optional<bool> IncludePropertyValues;
};
AWS_SHAPE(DescribeChangeSetRequest, ChangeSetName, StackName, NextToken, IncludePropertyValues)

struct ResourceTargetDefinition {
  std::optional<std::string> Attribute;
  std::optional<std::string> Name;
  std::optional<std::string> RequiresRecreation;
  std::optional<std::string> Path;
  std::optional<std::string> BeforeValue;
  std::optional<std::string> AfterValue;
  std::optional<std::string> AttributeChangeType;
};
AWS_SHAPE(ResourceTargetDefinition, Attribute, Name, RequiresRecreation, Path, BeforeValue, AfterValue,
          AttributeChangeType)

struct ResourceChangeDetail {
  std::optional<ResourceTargetDefinition> Target;
  std::optional<std::string> Evaluation;
  std::optional<std::string> ChangeSource;
  std::optional<std::string> CausingEntity;
};
AWS_SHAPE(ResourceChangeDetail, Target, Evaluation, ChangeSource, CausingEntity)

struct ResourceChange {
  std::optional<std::string> PolicyAction;
  std::optional<std::string> Action;
  std::optional<std::string> LogicalResourceId;
  std::optional<std::string> PhysicalResourceId;
  std::optional<std::string> ResourceType;
  std::optional<std::string> Replacement;
  std::vector<std::string> Scope;
  std::vector<ResourceChangeDetail> Details;
  std::optional<std::string> BeforeContext;
  std::optional<std::string> AfterContext;
};
AWS_SHAPE(ResourceChange, PolicyAction, Action, LogicalResourceId, PhysicalResourceId, ResourceType,
          Replacement, Scope, Details, BeforeContext, AfterContext)

struct Change {
  std::optional<std::string> Type;
  std::optional<cloudformation::ResourceChange> ResourceChange;
};
AWS_SHAPE(Change, Type, ResourceChange)

struct DescribeChangeSetResponse {
  std::optional<std::string> ChangeSetName;
  std::optional<std::string> ChangeSetId;
  std::optional<std::string> StackId;
  std::optional<std::string> StackName;
  std::optional<std::string> Description;
  std::vector<Parameter> Parameters;
  std::optional<wire::Timestamp> CreationTime;
  std::optional<std::string> ExecutionStatus;
  std::optional<std::string> Status;
  std::optional<std::string> StatusReason;
  std::vector<std::string> Capabilities;
  std::vector<Tag> Tags;
  std::vector<Change> Changes;
  std::optional<std::string> NextToken;
  std::optional<bool> IncludeNestedStacks;
  std::optional<std::string> OnStackFailure;
  std::optional<bool> ImportExistingResources;
};
AWS_SHAPE(DescribeChangeSetResponse, ChangeSetName, ChangeSetId, StackId, StackName, Description, Parameters,
          CreationTime, ExecutionStatus, Status, StatusReason, Capabilities, Tags, Changes, NextToken,
          IncludeNestedStacks, OnStackFailure, ImportExistingResources)

struct ExecuteChangeSetRequest {
  std::string ChangeSetName;
  std::optional<std::string> StackName;
  std::optional<std::string> ClientRequestToken;
  std::optional<bool> DisableRollback;
  std::optional<bool> RetainExceptOnCreate;
};
AWS_SHAPE(ExecuteChangeSetRequest, ChangeSetName, StackName, ClientRequestToken, DisableRollback,
          RetainExceptOnCreate)

struct ExecuteChangeSetResponse {};
AWS_SHAPE(ExecuteChangeSetResponse)

struct DeleteChangeSetRequest {
  std::string ChangeSetName;
  std::optional<std::string> StackName;
};
AWS_SHAPE(DeleteChangeSetRequest, ChangeSetName, StackName)

struct DeleteChangeSetResponse {};
AWS_SHAPE(DeleteChangeSetResponse)

struct ListChangeSetsRequest {
  std::string StackName;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListChangeSetsRequest, StackName, NextToken)

struct ChangeSetSummary {
  std::optional<std::string> StackId;
  std::optional<std::string> StackName;
  std::optional<std::string> ChangeSetId;
  std::optional<std::string> ChangeSetName;
  std::optional<std::string> ExecutionStatus;
  std::optional<std::string> Status;
  std::optional<std::string> StatusReason;
  std::optional<wire::Timestamp> CreationTime;
  std::optional<std::string> Description;
};
AWS_SHAPE(ChangeSetSummary, StackId, StackName, ChangeSetId, ChangeSetName, ExecutionStatus, Status,
          StatusReason, CreationTime, Description)

struct ListChangeSetsResponse {
  std::vector<ChangeSetSummary> Summaries;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListChangeSetsResponse, Summaries, NextToken)

struct ListExportsRequest {
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListExportsRequest, NextToken)

struct Export {
  std::optional<std::string> ExportingStackId;
  std::optional<std::string> Name;
  std::optional<std::string> Value;
};
AWS_SHAPE(Export, ExportingStackId, Name, Value)

struct ListExportsResponse {
  std::vector<Export> Exports;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListExportsResponse, Exports, NextToken)

struct ListImportsRequest {
  std::string ExportName;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListImportsRequest, ExportName, NextToken)

struct ListImportsResponse {
  std::vector<std::string> Imports;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(ListImportsResponse, Imports, NextToken)

struct ParameterConstraints {
  std::vector<std::string> AllowedValues;
};
AWS_SHAPE(ParameterConstraints, AllowedValues)

struct ParameterDeclaration {
  std::optional<std::string> ParameterKey;
  std::optional<std::string> DefaultValue;
  std::optional<std::string> ParameterType;
  std::optional<bool> NoEcho;
  std::optional<std::string> Description;
  std::optional<cloudformation::ParameterConstraints> ParameterConstraints;
};
AWS_SHAPE(ParameterDeclaration, ParameterKey, DefaultValue, ParameterType, NoEcho, Description,
          ParameterConstraints)

struct GetTemplateSummaryRequest {
  std::optional<std::string> TemplateBody;
  std::optional<std::string> TemplateURL;
  std::optional<std::string> StackName;
};
AWS_SHAPE(GetTemplateSummaryRequest, TemplateBody, TemplateURL, StackName)

struct GetTemplateSummaryResponse {
  std::vector<ParameterDeclaration> Parameters;
  std::optional<std::string> Description;
  std::vector<std::string> Capabilities;
  std::optional<std::string> CapabilitiesReason;
  std::vector<std::string> ResourceTypes;
  std::optional<std::string> Version;
  std::optional<std::string> Metadata;
  std::vector<std::string> DeclaredTransforms;
};
AWS_SHAPE(GetTemplateSummaryResponse, Parameters, Description, Capabilities, CapabilitiesReason,
          ResourceTypes, Version, Metadata, DeclaredTransforms)

}  // namespace berth::cloudformation
