#include "berth/stack/parameters.hpp"

#include "berth/stack/arguments.hpp"
#include "berth/stack/pattern.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace berth::stack {
namespace {

constexpr std::size_t max_value_size = 4096;

/// A parameter's type taken apart.
struct Type {
  std::string element;  // String, Number, or an AWS type
  bool list = false;
  bool stored = false;  // AWS::SSM::Parameter::Value<element>: the value given is a name
};

bool unwrap(std::string& type, std::string_view prefix) {
  if (!type.starts_with(prefix) || !type.ends_with('>')) return false;
  type = type.substr(prefix.size(), type.size() - prefix.size() - 1);
  return true;
}

Type parse_type(std::string text) {
  Type type;
  type.stored = unwrap(text, "AWS::SSM::Parameter::Value<");
  if (text == "CommaDelimitedList")
    text = "String", type.list = true;
  else
    type.list = unwrap(text, "List<");
  type.element = std::move(text);
  return type;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

[[noreturn]] void refuse(const ParameterDefinition& parameter, const std::string& why) {
  if (!parameter.constraint_description.empty())
    throw TemplateError(fmt::format("Parameter '{}' failed to satisfy constraint: {}", parameter.name,
                                    parameter.constraint_description));
  throw TemplateError(fmt::format("Parameter '{}' {}", parameter.name, why));
}

void check_number(const ParameterDefinition& parameter, const std::string& value) {
  const auto number = parse_number(value);
  if (!number) refuse(parameter, "must be a number");
  if (parameter.min_value && *number < *parameter.min_value)
    refuse(parameter, fmt::format("must be a number not less than {}", *parameter.min_value));
  if (parameter.max_value && *number > *parameter.max_value)
    refuse(parameter, fmt::format("must be a number not greater than {}", *parameter.max_value));
}

void check_value(const ParameterDefinition& parameter, const std::string& type, const std::string& value,
                 const Surroundings& surroundings) {
  if (!parameter.allowed_values.empty() &&
      std::ranges::find(parameter.allowed_values, value) == parameter.allowed_values.end())
    refuse(parameter, "must be one of AllowedValues");
  if (parameter.allowed_pattern && !matches_pattern(*parameter.allowed_pattern, value))
    refuse(parameter, "must match pattern " + *parameter.allowed_pattern);
  if (parameter.min_length && value.size() < *parameter.min_length)
    refuse(parameter, fmt::format("must contain at least {} characters", *parameter.min_length));
  if (parameter.max_length && value.size() > *parameter.max_length)
    refuse(parameter, fmt::format("must contain at most {} characters", *parameter.max_length));
  if (type == "Number") check_number(parameter, value);
  if (type != "String" && type != "Number" && !surroundings.has(type, value))
    throw TemplateError(
        fmt::format("Parameter validation failed: parameter value {} for parameter name {} does not exist",
                    value, parameter.name));
}

BoundParameter bind(const ParameterDefinition& parameter, std::string text, const Type& type,
                    const Surroundings& surroundings) {
  if (text.size() > max_value_size)
    refuse(parameter, fmt::format("must contain at most {} characters", max_value_size));
  BoundParameter bound{parameter.name, text, {}, parameter.no_echo, false};
  if (type.stored) {
    auto value = surroundings.stored_parameter(text);
    if (!value)
      throw TemplateError(
          fmt::format("Unable to fetch parameters [{}] from parameter store for this account.", text));
    text = std::move(*value);
  }
  if (!type.list) {
    check_value(parameter, type.element, text, surroundings);
    bound.value = json::string(text);
    return bound;
  }
  json::array list;
  if (!text.empty()) {
    for (const std::string& element : split(text)) {
      check_value(parameter, type.element, element, surroundings);
      list.emplace_back(element);
    }
  }
  bound.value = std::move(list);
  return bound;
}

/// Two checks of names: all given exist in the template, none is given twice.
void check_given(const Template& definition, const std::vector<GivenParameter>& given) {
  std::vector<std::string> unknown;
  std::set<std::string> seen;
  for (const GivenParameter& parameter : given) {
    if (definition.parameter(parameter.name) == nullptr) unknown.push_back(parameter.name);
    if (!seen.insert(parameter.name).second)
      throw TemplateError(fmt::format("Parameters: [{}] must not be given twice", parameter.name));
  }
  if (!unknown.empty())
    throw TemplateError(
        fmt::format("Parameters: [{}] do not exist in the template", fmt::join(unknown, ", ")));
}

}  // namespace

std::vector<BoundParameter> bind_parameters(const Template& definition,
                                            const std::vector<GivenParameter>& given,
                                            const Surroundings& surroundings) {
  check_given(definition, given);
  std::vector<BoundParameter> bound;
  std::vector<std::string> missing;
  for (const ParameterDefinition& parameter : definition.parameters) {
    const Type type = parse_type(parameter.type);
    if (type.element != "String" && type.element != "Number" && !surroundings.knows_type(type.element))
      throw TemplateError(
          fmt::format("Template format error: Unrecognized parameter type: {}", parameter.type));
    const auto found = std::ranges::find(given, parameter.name, &GivenParameter::name);
    std::optional<std::string> text = parameter.default_value;
    bool stood_in = false;
    if (found != given.end()) {
      text = found->value;
    } else if (!text && !type.stored) {
      text = surroundings.stand_in(type.element, type.list);
      stood_in = text.has_value();
    }
    if (!text) {
      missing.push_back(parameter.name);
      continue;
    }
    bound.push_back(bind(parameter, std::move(*text), type, surroundings));
    bound.back().stood_in = stood_in;
  }
  if (!missing.empty())
    throw TemplateError(fmt::format("Parameters: [{}] must have values", fmt::join(missing, ", ")));
  return bound;
}

}  // namespace berth::stack
