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

}  // namespace berth::ssm
