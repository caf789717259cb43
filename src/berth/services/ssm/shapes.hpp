/// SSM's parameters as they travel. API 2014-11-06.
#pragma once

#include "berth/wire/shape.hpp"

namespace berth::ssm {

struct Parameter {
  std::optional<std::string> Name;
  std::optional<std::string> Type;
  std::optional<std::string> Value;
  std::optional<std::int64_t> Version;
  std::optional<std::string> Selector;
  std::optional<wire::Timestamp> LastModifiedDate;
  std::optional<std::string> ARN;
  std::optional<std::string> DataType;
};
AWS_SHAPE(Parameter, Name, Type, Value, Version, Selector, LastModifiedDate, ARN, DataType)

struct GetParameterRequest {
  std::string Name;
  std::optional<bool> WithDecryption;
};
AWS_SHAPE(GetParameterRequest, Name, WithDecryption)
struct GetParameterResult {
  std::optional<ssm::Parameter> Parameter;
};
AWS_SHAPE(GetParameterResult, Parameter)

struct GetParametersRequest {
  wire::Required<std::vector<std::string>> Names;
  std::optional<bool> WithDecryption;
};
AWS_SHAPE(GetParametersRequest, Names, WithDecryption)
struct GetParametersResult {
  std::vector<Parameter> Parameters;
  std::vector<std::string> InvalidParameters;
};
AWS_SHAPE(GetParametersResult, Parameters, InvalidParameters)

struct ParameterStringFilter {
  std::string Key;
  std::optional<std::string> Option;
  std::vector<std::string> Values;
};
AWS_SHAPE(ParameterStringFilter, Key, Option, Values)

struct GetParametersByPathRequest {
  std::string Path;
  std::optional<bool> Recursive;
  std::vector<ParameterStringFilter> ParameterFilters;
  std::optional<bool> WithDecryption;
  std::optional<int> MaxResults;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(GetParametersByPathRequest, Path, Recursive, ParameterFilters, WithDecryption, MaxResults,
          NextToken)
struct GetParametersByPathResult {
  std::vector<Parameter> Parameters;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(GetParametersByPathResult, Parameters, NextToken)

struct Tag {
  std::string Key;
  std::string Value;
};
AWS_SHAPE(Tag, Key, Value)

struct PutParameterRequest {
  std::string Name;
  std::optional<std::string> Description;
  std::string Value;
  std::optional<std::string> Type;
  std::optional<std::string> KeyId;
  std::optional<bool> Overwrite;
  std::optional<std::string> AllowedPattern;
  std::vector<Tag> Tags;
  std::optional<std::string> Tier;
  std::optional<std::string> Policies;
  std::optional<std::string> DataType;
};
AWS_SHAPE(PutParameterRequest, Name, Description, Value, Type, KeyId, Overwrite, AllowedPattern, Tags, Tier,
          Policies, DataType)
struct PutParameterResult {
  std::optional<std::int64_t> Version;
  std::optional<std::string> Tier;
};
AWS_SHAPE(PutParameterResult, Version, Tier)

struct DeleteParameterRequest {
  std::string Name;
};
AWS_SHAPE(DeleteParameterRequest, Name)
struct DeleteParameterResult {};
AWS_SHAPE(DeleteParameterResult)

struct DeleteParametersRequest {
  wire::Required<std::vector<std::string>> Names;
};
AWS_SHAPE(DeleteParametersRequest, Names)
struct DeleteParametersResult {
  std::vector<std::string> DeletedParameters;
  std::vector<std::string> InvalidParameters;
};
AWS_SHAPE(DeleteParametersResult, DeletedParameters, InvalidParameters)

struct ParametersFilter {
  std::string Key;
  wire::Required<std::vector<std::string>> Values;
};
AWS_SHAPE(ParametersFilter, Key, Values)

struct DescribeParametersRequest {
  std::vector<ParametersFilter> Filters;
  std::vector<ParameterStringFilter> ParameterFilters;
  std::optional<int> MaxResults;
  std::optional<std::string> NextToken;
  std::optional<bool> Shared;
};
AWS_SHAPE(DescribeParametersRequest, Filters, ParameterFilters, MaxResults, NextToken, Shared)
struct ParameterMetadata {
  std::optional<std::string> Name;
  std::optional<std::string> ARN;
  std::optional<std::string> Type;
  std::optional<wire::Timestamp> LastModifiedDate;
  std::optional<std::string> LastModifiedUser;
  std::optional<std::string> Description;
  std::optional<std::string> AllowedPattern;
  std::optional<std::int64_t> Version;
  std::optional<std::string> Tier;
  std::optional<std::string> DataType;
};
AWS_SHAPE(ParameterMetadata, Name, ARN, Type, LastModifiedDate, LastModifiedUser, Description, AllowedPattern,
          Version, Tier, DataType)
struct DescribeParametersResult {
  std::vector<ParameterMetadata> Parameters;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeParametersResult, Parameters, NextToken)

struct GetParameterHistoryRequest {
  std::string Name;
  std::optional<bool> WithDecryption;
  std::optional<int> MaxResults;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(GetParameterHistoryRequest, Name, WithDecryption, MaxResults, NextToken)
struct ParameterHistory {
  std::optional<std::string> Name;
  std::optional<std::string> Type;
  std::optional<wire::Timestamp> LastModifiedDate;
  std::optional<std::string> LastModifiedUser;
  std::optional<std::string> Description;
  std::optional<std::string> Value;
  std::optional<std::string> AllowedPattern;
  std::optional<std::int64_t> Version;
  std::vector<std::string> Labels;
  std::optional<std::string> Tier;
  std::optional<std::string> DataType;
};
AWS_SHAPE(ParameterHistory, Name, Type, LastModifiedDate, LastModifiedUser, Description, Value,
          AllowedPattern, Version, Labels, Tier, DataType)
struct GetParameterHistoryResult {
  std::vector<ParameterHistory> Parameters;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(GetParameterHistoryResult, Parameters, NextToken)

struct AddTagsToResourceRequest {
  std::string ResourceType;
  std::string ResourceId;
  wire::Required<std::vector<Tag>> Tags;
};
AWS_SHAPE(AddTagsToResourceRequest, ResourceType, ResourceId, Tags)
struct AddTagsToResourceResult {};
AWS_SHAPE(AddTagsToResourceResult)

struct RemoveTagsFromResourceRequest {
  std::string ResourceType;
  std::string ResourceId;
  wire::Required<std::vector<std::string>> TagKeys;
};
AWS_SHAPE(RemoveTagsFromResourceRequest, ResourceType, ResourceId, TagKeys)
struct RemoveTagsFromResourceResult {};
AWS_SHAPE(RemoveTagsFromResourceResult)

struct ListTagsForResourceRequest {
  std::string ResourceType;
  std::string ResourceId;
};
AWS_SHAPE(ListTagsForResourceRequest, ResourceType, ResourceId)
struct ListTagsForResourceResult {
  std::vector<Tag> TagList;
};
AWS_SHAPE(ListTagsForResourceResult, TagList)

}  // namespace berth::ssm
