/// The model of a template: its sections as plain data, structure checked, nothing resolved yet.
#pragma once

#include "berth/stack/document.hpp"

#include <boost/describe/enum.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

struct ParameterDefinition {
  std::string name, type, description, constraint_description;
  std::optional<std::string> default_value;  ///< lists as text, separated by commas
  std::vector<std::string> allowed_values;
  std::optional<std::string> allowed_pattern;
  std::optional<std::size_t> min_length, max_length;
  std::optional<double> min_value, max_value;
  bool no_echo = false;
};

/// RetainExceptOnCreate keeps the resource when its stack is deleted, but not when its creation is rolled
/// back.
enum class DeletionPolicy { Delete, Retain, RetainExceptOnCreate };
BOOST_DESCRIBE_ENUM(DeletionPolicy, Delete, Retain, RetainExceptOnCreate)

struct ResourceDefinition {
  std::string logical_id, type;
  json::object properties;
  std::vector<std::string> depends_on;
  std::optional<std::string> condition;
  DeletionPolicy deletion_policy = DeletionPolicy::Delete;
  DeletionPolicy replace_policy = DeletionPolicy::Delete;  ///< UpdateReplacePolicy
  json::object metadata;                                   ///< e.g. AWS::CloudFormation::Init
  json::object creation_policy;                            ///< e.g. ResourceSignal {Count, Timeout}
  json::object update_policy;                              ///< kept for the report: instances are not rolled
};

struct OutputDefinition {
  std::string name, description;
  json::value value;
  std::optional<std::string> condition;
  json::value export_name;  ///< null if it has none
};

struct Template {
  std::string description;
  std::vector<ParameterDefinition> parameters;  ///< all in the template's order
  json::object mappings, conditions, metadata, rules;
  std::vector<ResourceDefinition> resources;
  std::vector<OutputDefinition> outputs;

  const ParameterDefinition* parameter(std::string_view name) const;
  const ResourceDefinition* resource(std::string_view logical_id) const;
};

/// Throws TemplateError with CloudFormation's sentence.
Template parse_template(std::string_view text);

/// "AWS::IAM::Role" with a name of its own needs CAPABILITY_NAMED_IAM, other IAM types CAPABILITY_IAM; empty
/// if the template needs neither. `resources` are those types, for CapabilitiesReason.
struct RequiredCapability {
  std::string capability;
  std::vector<std::string> types;
};
RequiredCapability required_capability(const Template& definition);

}  // namespace berth::stack
