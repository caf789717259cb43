#include "berth/stack/template.hpp"

#include "base/json.hpp"
#include "berth/stack/arguments.hpp"
#include "berth/stack/rules.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace berth::stack {
namespace {

constexpr std::size_t max_parameters = 200, max_resources = 500, max_outputs = 200, max_mappings = 200;
constexpr std::size_t max_description = 1024, max_parameter_description = 4000;  // bytes

[[noreturn]] void refuse(const std::string& message) {
  throw TemplateError("Template format error: " + message);
}

bool is_alphanumeric(std::string_view name) {
  return !name.empty() && name.size() <= 255 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

void check_names(const json::object& object, std::string_view what) {
  for (const auto& [name, member] : object)
    if (!is_alphanumeric(name)) refuse(fmt::format("{} name {} is non alphanumeric.", what, to_string(name)));
}

const json::object& object_of(const json::value& value, const std::string& where) {
  const auto* object = value.if_object();
  if (object == nullptr) refuse(where + " must be an object.");
  return *object;
}

json::object optional_object(const json::object& parent, std::string_view name, const std::string& where) {
  const auto* member = parent.if_contains(name);
  return member == nullptr ? json::object() : object_of(*member, fmt::format("{} {}", where, name));
}

std::string text_of(const json::value& value, const std::string& where) {
  if (const auto* text = value.if_string()) return to_string(*text);
  refuse(where + " must be a string.");
}

/// A scalar of any kind as text: numbers and booleans are written where strings belong all the time.
std::string scalar_text(const json::value& value, const std::string& where) {
  if (const auto* text = value.if_string()) return to_string(*text);
  if (value.is_number() || value.is_bool()) return base::to_text(value);
  refuse(where + " must be a string.");
}

/// The section, with at most `limit` members that have alphanumeric names.
json::object section(const json::object& document, std::string_view name, std::string_view member,
                     std::size_t limit) {
  json::object found = optional_object(document, name, "The section");
  check_names(found, member);
  if (found.size() > limit)
    refuse(fmt::format("Number of {}, {}, is greater than maximum allowed, {}", name, found.size(), limit));
  return found;
}

std::optional<double> number_of(const json::value& value) {
  if (value.is_number()) return value.to_number<double>();
  const auto* text = value.if_string();
  return text == nullptr ? std::nullopt : parse_number(*text);
}

double required_number(const json::value& value, const std::string& where) {
  const auto number = number_of(value);
  if (!number) refuse(where + " must be a number.");
  return *number;
}

std::size_t required_length(const json::value& value, const std::string& where) {
  const double number = required_number(value, where);
  if (number < 0 || number > 1e6) refuse(where + " must be a length.");
  return static_cast<std::size_t>(number);
}

bool bool_of(const json::value& value, const std::string& where) {
  if (const auto* flag = value.if_bool()) return *flag;
  if (value == "true" || value == "True") return true;
  if (value == "false" || value == "False") return false;
  refuse(where + " must be true or false.");
}

void check_description(const std::string& text, std::size_t limit) {
  if (text.size() > limit) refuse(fmt::format("'Description' length is greater than {}.", limit));
}

ParameterDefinition read_parameter(json::string_view name, const json::value& value) {
  ParameterDefinition parameter;
  parameter.name = to_string(name);
  const std::string where = "Parameter " + parameter.name;
  for (const auto& [key, member] : object_of(value, where)) {
    const std::string place = fmt::format("{}: {}", where, to_string(key));
    if (key == "Type") {
      parameter.type = text_of(member, place);
    } else if (key == "Default") {
      parameter.default_value = scalar_text(member, place);
    } else if (key == "Description") {
      parameter.description = scalar_text(member, place);
      check_description(parameter.description, max_parameter_description);
    } else if (key == "ConstraintDescription") {
      parameter.constraint_description = scalar_text(member, place);
    } else if (key == "NoEcho") {
      parameter.no_echo = bool_of(member, place);
    } else if (key == "AllowedPattern") {
      parameter.allowed_pattern = text_of(member, place);
    } else if (key == "AllowedValues") {
      const auto* list = member.if_array();
      if (list == nullptr || list->empty()) refuse(place + " must be a list.");
      for (const json::value& allowed : *list)
        parameter.allowed_values.push_back(scalar_text(allowed, place));
    } else if (key == "MinLength") {
      parameter.min_length = required_length(member, place);
    } else if (key == "MaxLength") {
      parameter.max_length = required_length(member, place);
    } else if (key == "MinValue") {
      parameter.min_value = required_number(member, place);
    } else if (key == "MaxValue") {
      parameter.max_value = required_number(member, place);
    } else {
      throw TemplateError(fmt::format("Invalid template parameter property '{}'", to_string(key)));
    }
  }
  if (parameter.type.empty()) refuse("Every Parameters object must contain a Type member.");
  return parameter;
}

void check_mappings(const json::object& mappings) {
  for (const auto& [name, keys] : mappings) {
    if (!keys.is_object()) refuse("Every Mappings member " + to_string(name) + " must be a map");
    for (const auto& [key, attributes] : keys.get_object()) {
      if (!attributes.is_object())
        refuse(fmt::format("Every Mappings member {} must be a map", to_string(key)));
      for (const auto& [attribute, value] : attributes.get_object()) {
        const auto* list = value.if_array();
        const bool scalars = list != nullptr && std::ranges::all_of(*list, [](const json::value& element) {
                               return !element.is_object() && !element.is_array();
                             });
        if (value.is_object() || (list != nullptr && !scalars))
          refuse("Every Mappings attribute must be a String or a List.");
      }
    }
  }
}

std::vector<std::string> read_depends_on(const json::value& value, const std::string& where) {
  std::vector<std::string> names;
  if (const auto* list = value.if_array()) {
    for (const json::value& name : *list) names.push_back(text_of(name, where + ": DependsOn"));
  } else {
    names.push_back(text_of(value, where + ": DependsOn"));
  }
  return names;
}

DeletionPolicy read_deletion_policy(const json::value& value, const std::string& where) {
  const std::string text = text_of(value, where + ": DeletionPolicy");
  if (text == "Delete") return DeletionPolicy::Delete;
  if (text == "Retain") return DeletionPolicy::Retain;
  if (text == "RetainExceptOnCreate") return DeletionPolicy::RetainExceptOnCreate;
  if (text == "Snapshot")
    refuse(where + ": DeletionPolicy Snapshot is not supported for this resource type.");
  refuse("Unrecognized DeletionPolicy " + text + " for resource " + where);
}

ResourceDefinition read_resource(json::string_view name, const json::value& value) {
  ResourceDefinition resource;
  resource.logical_id = to_string(name);
  const auto* object = value.if_object();
  if (object == nullptr) refuse("Resource " + resource.logical_id + " must be an object.");
  if (!object->contains("Type")) refuse("Every Resources object must contain a Type member.");
  for (const auto& [key, member] : *object) {
    const std::string& where = resource.logical_id;
    if (key == "Type") {
      resource.type = text_of(member, where + ": Type");
    } else if (key == "Properties") {
      resource.properties = object_of(member, where + ": Properties");
    } else if (key == "DependsOn") {
      resource.depends_on = read_depends_on(member, where);
    } else if (key == "Condition") {
      resource.condition = text_of(member, where + ": Condition");
    } else if (key == "DeletionPolicy") {
      resource.deletion_policy = read_deletion_policy(member, where);
    } else if (key == "UpdateReplacePolicy") {
      resource.replace_policy = read_deletion_policy(member, where);
    } else if (key == "Metadata") {
      resource.metadata = object_of(member, where + ": Metadata");
    } else if (key == "CreationPolicy") {
      resource.creation_policy = object_of(member, where + ": CreationPolicy");
    } else if (key == "UpdatePolicy") {
      resource.update_policy = object_of(member, where + ": UpdatePolicy");
    } else {
      throw TemplateError(fmt::format("Invalid template resource property '{}'", to_string(key)));
    }
  }
  return resource;
}

OutputDefinition read_output(json::string_view name, const json::value& value) {
  OutputDefinition output;
  output.name = to_string(name);
  const std::string where = "Output " + output.name;
  for (const auto& [key, member] : object_of(value, where)) {
    if (key == "Value") {
      output.value = member;
    } else if (key == "Description") {
      output.description = scalar_text(member, where + ": Description");
      check_description(output.description, max_description);
    } else if (key == "Condition") {
      output.condition = text_of(member, where + ": Condition");
    } else if (key == "Export") {
      const auto* named = object_of(member, where + ": Export").if_contains("Name");
      if (named == nullptr) refuse(where + ": Export must have a Name.");
      output.export_name = *named;
    } else {
      throw TemplateError(fmt::format("Invalid template output property '{}'", to_string(key)));
    }
  }
  if (output.value.is_null()) refuse("Every Outputs member must contain a Value object");
  return output;
}

void check_sections(const json::object& document) {
  constexpr std::array known = {"AWSTemplateFormatVersion",
                                "Description",
                                "Metadata",
                                "Parameters",
                                "Rules",
                                "Mappings",
                                "Conditions",
                                "Resources",
                                "Outputs"};
  constexpr std::array not_done = {"Transform", "Hooks"};
  std::vector<std::string> unknown;
  for (const auto& [name, member] : document) {
    if (std::ranges::find(not_done, std::string_view(name)) != not_done.end())
      refuse(fmt::format("the section {} is not supported here: remove it.", to_string(name)));
    if (std::ranges::find(known, std::string_view(name)) == known.end()) unknown.push_back(to_string(name));
  }
  if (!unknown.empty())
    throw TemplateError(
        fmt::format("Invalid template property or properties [{}]", fmt::join(unknown, ", ")));
  if (const auto* version = document.if_contains("AWSTemplateFormatVersion");
      version != nullptr && *version != "2010-09-09")
    refuse(fmt::format("{} is not a supported value for AWSTemplateFormatVersion.",
                       scalar_text(*version, "AWSTemplateFormatVersion")));
}

}  // namespace

const ParameterDefinition* Template::parameter(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &ParameterDefinition::name);
  return found == parameters.end() ? nullptr : &*found;
}

const ResourceDefinition* Template::resource(std::string_view logical_id) const {
  const auto found = std::ranges::find(resources, logical_id, &ResourceDefinition::logical_id);
  return found == resources.end() ? nullptr : &*found;
}

Template parse_template(std::string_view text) {
  const json::value parsed = parse_document(text);
  const json::object& document = parsed.get_object();
  check_sections(document);
  Template result;
  if (const auto* description = document.if_contains("Description"))
    result.description = text_of(*description, "Description");
  check_description(result.description, max_description);
  result.metadata = optional_object(document, "Metadata", "The section");
  result.mappings = section(document, "Mappings", "Mapping", max_mappings);
  check_mappings(result.mappings);
  result.rules = section(document, "Rules", "Rule", max_parameters);
  check_rules(result.rules);
  result.conditions = section(document, "Conditions", "Condition", max_parameters);
  for (const auto& [name, value] : section(document, "Parameters", "Parameter", max_parameters))
    result.parameters.push_back(read_parameter(name, value));
  for (const auto& [name, value] : section(document, "Resources", "Resource", max_resources))
    result.resources.push_back(read_resource(name, value));
  for (const auto& [name, value] : section(document, "Outputs", "Output", max_outputs))
    result.outputs.push_back(read_output(name, value));
  if (result.resources.empty()) refuse("At least one Resources member must be defined.");
  return result;
}

RequiredCapability required_capability(const Template& definition) {
  RequiredCapability required;
  for (const ResourceDefinition& resource : definition.resources) {
    if (!resource.type.starts_with("AWS::IAM::")) continue;
    if (std::ranges::find(required.types, resource.type) == required.types.end())
      required.types.push_back(resource.type);
    // A policy's PolicyName is not a name that others could meet, so it does not count.
    constexpr std::array names = {"RoleName", "InstanceProfileName", "ManagedPolicyName", "UserName",
                                  "GroupName"};
    const bool named =
        std::ranges::any_of(names, [&](const char* name) { return resource.properties.contains(name); });
    if (named)
      required.capability = "CAPABILITY_NAMED_IAM";
    else if (required.capability.empty())
      required.capability = "CAPABILITY_IAM";
  }
  return required;
}

}  // namespace berth::stack
