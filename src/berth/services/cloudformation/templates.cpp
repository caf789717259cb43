#include "berth/services/cloudformation/templates.hpp"

#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/template_url.hpp"
#include "berth/stack/conditions.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/policy.hpp"
#include "berth/stack/shapes.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

constexpr std::size_t body_limit = 51'200, object_limit = 1'048'576, policy_limit = 16'384;

/// One that a condition leaves out is never made: what tools write for every case, such as keys of KMS, may stand
/// there. If the condition holds after all, making it fails by name.
void check_types(const CloudFormation& service, const stack::Template& definition) {
  std::vector<std::string> unknown;
  for (const stack::ResourceDefinition& resource : definition.resources)
    if (service.host.find_type(resource.type) == nullptr &&
        !(resource.condition && resource.type.starts_with("AWS::")) &&
        std::ranges::find(unknown, resource.type) == unknown.end())
      unknown.push_back(resource.type);
  if (!unknown.empty())
    throw stack::TemplateError(
        fmt::format("Template format error: Unrecognized resource types: [{}]", fmt::join(unknown, ", ")));
}

void check_attributes(const CloudFormation& service, const stack::Template& definition) {
  for (const auto& [logical_id, attribute] : stack::references_in(definition).uses) {
    const stack::ResourceDefinition* resource = definition.resource(logical_id);
    const ResourceTypeInfo* type = resource == nullptr ? nullptr : service.host.find_type(resource->type);
    if (type != nullptr && !has_attribute(*type, attribute))
      throw stack::TemplateError(
          fmt::format("Template error: resource {} does not support attribute type {} in Fn::GetAtt",
                      logical_id, attribute));
  }
}

}  // namespace

base::Async<std::string> read_template(CloudFormation& service, const Call& call,
                                       std::optional<std::string> body, std::optional<std::string> url) {
  if (body.has_value() == url.has_value())
    throw validation_error("Either Template URL or Template Body must be specified.");
  if (body) {
    if (body->size() > body_limit)
      throw validation_error(fmt::format(
          "1 validation error detected: Value at 'templateBody' failed to satisfy constraint: Member must "
          "have length less than or equal to {}",
          body_limit));
    co_return std::move(*body);
  }
  const auto address = parse_template_url(*url, call.host);
  if (!address) throw template_url_not_ours();
  std::string text = co_await service.host.read_object(call, address->bucket, address->key);
  if (text.size() > object_limit)
    throw validation_error(fmt::format("Template may not exceed {} bytes in size.", object_limit));
  co_return text;
}

base::Async<std::optional<std::string>> read_policy(CloudFormation& service, const Call& call,
                                                    std::optional<std::string> body,
                                                    std::optional<std::string> url) {
  if (!body && !url) co_return std::nullopt;
  if (body && url) throw validation_error("You cannot specify both StackPolicyURL and StackPolicyBody");
  std::string text;
  if (body) {
    text = std::move(*body);
  } else {
    const auto address = parse_template_url(*url, call.host);
    if (!address) throw template_url_not_ours();
    text = co_await service.host.read_object(call, address->bucket, address->key);
  }
  if (text.empty() || text.size() > policy_limit)
    throw validation_error(fmt::format("A stack policy has 1 to {} bytes", policy_limit));
  try {
    stack::check_policy(text);
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
  co_return text;
}

stack::Template check_template(const CloudFormation& service, const std::string& text) {
  try {
    stack::Template definition = stack::parse_template(text);
    stack::check_functions(definition);
    stack::check_references(definition);
    stack::check_conditions(definition);
    check_types(service, definition);
    check_attributes(service, definition);
    return definition;
  } catch (const stack::TemplateError& error) {
    throw validation_error(error.what());
  }
}

EstimateTemplateCostResponse estimate_template_cost(CloudFormation&, const Call&,
                                                    EstimateTemplateCostRequest) {
  throw validation_error(
      "EstimateTemplateCost is not supported here: this machine's resources have no price, and there is no "
      "calculator to lead to");
}

base::Async<ValidateTemplateResponse> validate_template(CloudFormation& service, const Call& call,
                                                        ValidateTemplateRequest in) {
  const std::string text =
      co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  const stack::Template definition = check_template(service, text);
  ValidateTemplateResponse out;
  for (const stack::ParameterDefinition& parameter : definition.parameters) {
    TemplateParameter shape;
    shape.ParameterKey = parameter.name;
    shape.DefaultValue = parameter.default_value;
    shape.NoEcho = parameter.no_echo;
    if (!parameter.description.empty()) shape.Description = parameter.description;
    out.Parameters.push_back(std::move(shape));
  }
  if (!definition.description.empty()) out.Description = definition.description;
  if (const auto required = stack::required_capability(definition); !required.capability.empty()) {
    out.Capabilities.push_back(required.capability);
    out.CapabilitiesReason =
        fmt::format("The following resource(s) require capabilities: [{}]", fmt::join(required.types, ", "));
  }
  co_return out;
}

}  // namespace berth::cloudformation
