#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/templates.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::cloudformation {
namespace {

constexpr std::size_t max_stacks = 2000, max_tags = 50;

bool is_stack_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= 128 && letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

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

stack::OnFailure on_failure_of(const CreateStackRequest& in) {
  if (in.OnFailure && in.DisableRollback)
    throw validation_error("Only one of DisableRollback or OnFailure may be specified.");
  if (in.DisableRollback)
    return *in.DisableRollback ? stack::OnFailure::DO_NOTHING : stack::OnFailure::ROLLBACK;
  stack::OnFailure chosen = stack::OnFailure::ROLLBACK;
  if (in.OnFailure && !boost::describe::enum_from_string(in.OnFailure->c_str(), chosen))
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'onFailure' failed to satisfy constraint: Member must "
        "satisfy enum value set: [ROLLBACK, DO_NOTHING, DELETE]",
        *in.OnFailure));
  return chosen;
}

std::vector<stack::GivenParameter> given_parameters(const std::vector<Parameter>& parameters) {
  std::vector<stack::GivenParameter> given;
  for (const Parameter& parameter : parameters) {
    if (!parameter.ParameterKey) throw validation_error("Parameters: every one needs a ParameterKey");
    if (parameter.UsePreviousValue.value_or(false))
      throw validation_error(
          fmt::format("Invalid input for parameter key {}. Cannot specify usePreviousValue as true "
                      "for a parameter key not in the previous template",
                      *parameter.ParameterKey));
    if (!parameter.ParameterValue)
      throw validation_error(fmt::format("Parameters: [{}] must have values", *parameter.ParameterKey));
    given.push_back({*parameter.ParameterKey, *parameter.ParameterValue});
  }
  return given;
}

std::map<std::string, std::string> tags_of(const std::vector<Tag>& tags) {
  if (tags.size() > max_tags) throw validation_error(fmt::format("Tags: at most {} are allowed", max_tags));
  std::map<std::string, std::string> result;
  for (const Tag& tag : tags)
    if (!result.emplace(tag.Key, tag.Value).second)
      throw validation_error(fmt::format("Duplicate tag keys found: {}", tag.Key));
  return result;
}

}  // namespace

base::Async<CreateStackResponse> create_stack(CloudFormation& service, const Call& call,
                                              CreateStackRequest in) {
  if (!is_stack_name(in.StackName)) throw invalid_stack_name(in.StackName);
  if (in.TimeoutInMinutes && *in.TimeoutInMinutes < 1)
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'timeoutInMinutes' failed to satisfy constraint: "
        "Member must have value greater than or equal to 1",
        *in.TimeoutInMinutes));
  stack::NewStack made;
  made.template_text =
      co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  made.definition = check_template(service, made.template_text);
  check_allowed_types(made.definition, in.ResourceTypes);
  const auto given = given_parameters(in.Parameters);
  const auto surroundings = service.host.surroundings(call.account, call.region);
  try {
    made.parameters = stack::bind_parameters(made.definition, given, *surroundings);
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
  check_capabilities(made.definition, in.Capabilities);
  if (const stack::StackRecord* other = service.engine.find(call.account, call.region, in.StackName)) {
    if (in.ClientRequestToken && *in.ClientRequestToken == other->client_request_token)
      co_return CreateStackResponse{other->id()};  // the same call, sent again
    throw stack_exists(in.StackName);
  }
  if (service.engine.stacks(call.account, call.region).size() >= max_stacks) throw too_many_stacks();

  made.account = call.account;
  made.region = call.region;
  made.name = std::move(in.StackName);
  made.capabilities = std::move(in.Capabilities);
  made.tags = tags_of(in.Tags);
  made.on_failure = on_failure_of(in);
  made.timeout_minutes = in.TimeoutInMinutes.value_or(0);
  made.termination_protection = in.EnableTerminationProtection.value_or(false);
  made.role_arn = in.RoleARN.value_or("");
  made.client_request_token = in.ClientRequestToken.value_or("");
  made.caller = service.host.acting_as(call, made.role_arn);
  if (in.RetainExceptOnCreate.value_or(false))
    for (stack::ResourceDefinition& resource : made.definition.resources)
      if (resource.deletion_policy == stack::DeletionPolicy::Retain)
        resource.deletion_policy = stack::DeletionPolicy::RetainExceptOnCreate;
  try {
    co_return CreateStackResponse{service.engine.create(std::move(made)).id()};
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
}

void delete_stack(CloudFormation& service, const Call& call, DeleteStackRequest in) {
  const stack::StackRecord* found = service.engine.find(call.account, call.region, in.StackName);
  if (found == nullptr) return;  // CloudFormation has nothing against deleting what is not there
  if (found->termination_protection) throw termination_protected(found->name);
  std::set<std::string> retain(in.RetainResources.begin(), in.RetainResources.end());
  const std::string mode = in.DeletionMode.value_or("STANDARD");
  if (mode != "STANDARD" && mode != "FORCE_DELETE_STACK")
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'deletionMode' failed to satisfy constraint: Member "
        "must satisfy enum value set: [STANDARD, FORCE_DELETE_STACK]",
        mode));
  const bool failed = found->status == stack::StackStatus::DELETE_FAILED;
  if ((!retain.empty() || mode != "STANDARD") && !failed)
    throw validation_error(
        fmt::format("Invalid operation on stack [{}]. When you delete a stack, specify which "
                    "resources to retain only when the stack is in the DELETE_FAILED state.",
                    found->id()));
  for (const std::string& id : retain)
    if (found->resource(id) == nullptr) throw resource_does_not_exist(id, found->name);
  if (mode == "FORCE_DELETE_STACK")
    for (const stack::ResourceRecord& resource : found->resources)
      if (resource.status == stack::ResourceStatus::DELETE_FAILED) retain.insert(resource.logical_id);
  service.engine.remove(*found, retain, service.host.acting_as(call, in.RoleARN.value_or("")));
}

}  // namespace berth::cloudformation
