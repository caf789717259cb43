#include "berth/services/cloudformation/requests.hpp"

#include "berth/services/cloudformation/errors.hpp"
#include "berth/stack/rules.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::cloudformation {
namespace {

constexpr std::size_t max_tags = 50;

void check_capabilities(const stack::Template& definition, const std::vector<std::string>& given) {
  constexpr std::array known = {"CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"};
  for (const std::string& capability : given)
    if (std::ranges::find(known, capability) == known.end())
      throw validation_error(fmt::format(
          "1 validation error detected: Value '[{}]' at 'capabilities' failed to satisfy constraint: Member "
          "must satisfy constraint: [Member must satisfy enum value set: [CAPABILITY_IAM, "
          "CAPABILITY_NAMED_IAM, CAPABILITY_AUTO_EXPAND]]",
          capability));
  const std::string required = stack::required_capability(definition).capability;
  const auto has = [&](std::string_view capability) {
    return std::ranges::find(given, capability) != given.end();
  };
  if (required.empty() || has(required) || (required == "CAPABILITY_IAM" && has("CAPABILITY_NAMED_IAM")))
    return;
  throw needs_capability(required);
}

/// ResourceTypes of the request: AWS::ECS::Cluster, AWS::ECS::*, AWS::*.
void check_allowed_types(const stack::Template& definition, const std::vector<std::string>& allowed) {
  if (allowed.empty()) return;
  for (const stack::ResourceDefinition& resource : definition.resources) {
    const bool fits = std::ranges::any_of(allowed, [&](const std::string& pattern) {
      return pattern.ends_with('*') ? resource.type.starts_with(pattern.substr(0, pattern.size() - 1))
                                    : resource.type == pattern;
    });
    if (!fits)
      throw validation_error(
          fmt::format("Resource type {} is not allowed by parameter ResourceTypes", resource.type));
  }
}

std::string previous_value(const Parameter& parameter, const stack::StackRecord* previous) {
  const auto* list = previous == nullptr ? nullptr : &previous->parameters;
  if (list != nullptr)
    if (const auto found = std::ranges::find(*list, *parameter.ParameterKey, &stack::ParameterRecord::name);
        found != list->end())
      return found->text;
  throw validation_error(
      fmt::format("Invalid input for parameter key {}. Cannot specify usePreviousValue as true "
                  "for a parameter key not in the previous template",
                  *parameter.ParameterKey));
}

std::vector<stack::GivenParameter> given_parameters(const std::vector<Parameter>& parameters,
                                                    const stack::StackRecord* previous) {
  std::vector<stack::GivenParameter> given;
  for (const Parameter& parameter : parameters) {
    if (!parameter.ParameterKey) throw validation_error("Parameters: every one needs a ParameterKey");
    if (parameter.UsePreviousValue.value_or(false)) {
      if (parameter.ParameterValue)
        throw validation_error(fmt::format(
            "Invalid input for parameter key {}. Either specify usePreviousValue as true or a value for it",
            *parameter.ParameterKey));
      given.push_back({*parameter.ParameterKey, previous_value(parameter, previous)});
      continue;
    }
    if (!parameter.ParameterValue)
      throw validation_error(fmt::format("Parameters: [{}] must have values", *parameter.ParameterKey));
    given.push_back({*parameter.ParameterKey, *parameter.ParameterValue});
  }
  return given;
}

void apply_rules(const Checked& checked, const Call& call) {
  if (checked.definition.rules.empty()) return;
  stack::Scope scope;
  scope.values = stack::pseudo_parameters(call.account, call.region, "", "");
  scope.values.erase("AWS::StackName");  // a rule is about what is given
  scope.values.erase("AWS::StackId");
  for (const stack::BoundParameter& parameter : checked.parameters)
    scope.values.insert_or_assign(parameter.name, parameter.value);
  scope.mappings = checked.definition.mappings;
  scope.region = call.region;
  stack::apply_rules(checked.definition, scope);
}

}  // namespace

bool is_stack_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= 128 && letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

std::map<std::string, std::string> tags_of(const std::vector<Tag>& tags) {
  if (tags.size() > max_tags) throw validation_error(fmt::format("Tags: at most {} are allowed", max_tags));
  std::map<std::string, std::string> result;
  for (const Tag& tag : tags)
    if (!result.emplace(tag.Key, tag.Value).second)
      throw validation_error(fmt::format("Duplicate tag keys found: {}", tag.Key));
  return result;
}

Checked check_request(const CloudFormation& service, const Call& call, std::string template_text,
                      const TemplateInput& input, const stack::StackRecord* previous) {
  Checked checked;
  checked.text = std::move(template_text);
  checked.definition = check_template(service, checked.text);
  check_allowed_types(checked.definition, input.resource_types);
  const auto given = given_parameters(input.parameters, previous);
  const auto surroundings = service.host.surroundings(call.account, call.region);
  try {
    checked.parameters = stack::bind_parameters(checked.definition, given, *surroundings);
    apply_rules(checked, call);
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
  check_capabilities(checked.definition, input.capabilities);
  if (input.retain_except_on_create) retain_except_on_create(checked.definition);
  return checked;
}

void retain_except_on_create(stack::Template& definition) {
  for (stack::ResourceDefinition& resource : definition.resources)
    if (resource.deletion_policy == stack::DeletionPolicy::Retain)
      resource.deletion_policy = stack::DeletionPolicy::RetainExceptOnCreate;
}

const stack::StackRecord& root_of(const CloudFormation& service, const stack::StackRecord& stack) {
  if (!stack.is_nested()) return stack;
  const stack::StackRecord* root = service.engine.find(stack.account, stack.region, stack.root_id);
  return root == nullptr ? stack : *root;  // one that was retained has outlived its root
}

std::string acting_for(const CloudFormation& service, const Call& call, const stack::StackRecord& stack,
                       const std::optional<std::string>& role) {
  if (role) return service.host.acting_as(call, *role);
  return stack.role_arn.empty() ? service.host.acting_as(call, "") : std::string();
}

}  // namespace berth::cloudformation
