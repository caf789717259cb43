#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ssm/errors.hpp"
#include "berth/services/ssm/parameter_rules.hpp"
#include "berth/services/ssm/ssm.hpp"

namespace berth::cloudformation {
namespace {

struct ParameterProperties {
  std::optional<std::string> Name;
  std::string Type;
  std::string Value;
  std::optional<std::string> Description;
  std::optional<std::string> AllowedPattern;
  std::optional<std::string> DataType;
  std::optional<std::string> Tier;
  std::optional<std::string> Policies;
  std::map<std::string, std::string> Tags;
};
AWS_SHAPE(ParameterProperties, Name, Type, Value, Description, AllowedPattern, DataType, Tier, Policies, Tags)

constexpr PropertyRow rows[] = {
    {"Name", Standing::Honoured, "", replaces},
    {"Type", Standing::Honoured},
    {"Value", Standing::Honoured},
    {"Description", Standing::Honoured},
    {"AllowedPattern", Standing::Honoured},
    {"DataType", Standing::Honoured},
    {"Tier", Standing::Honoured},
    {"Policies", Standing::Refused, "parameters do not expire; delete the stack when it is no longer needed"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Type", "Value"};

/// Everything is given, so that what the template no longer says is no longer there.
ssm::PutParameterRequest request_of(const ParameterProperties& properties) {
  ssm::PutParameterRequest in;
  in.Name = properties.Name.value_or("");
  in.Type = properties.Type;
  in.Value = properties.Value;
  in.Description = properties.Description.value_or("");
  in.AllowedPattern = properties.AllowedPattern.value_or("");
  in.DataType = properties.DataType.value_or("text");
  in.Tier = properties.Tier;
  return in;
}

std::map<std::string, std::string> tags_of(const ResourceRequest& request,
                                           const ParameterProperties& properties) {
  auto tags = request.tags;
  for (const auto& [key, value] : properties.Tags) tags[key] = value;
  ssm::check_tags(tags);
  return tags;
}

Attributes attributes_of(const ParameterProperties& properties) {
  return {{"Type", properties.Type}, {"Value", properties.Value}};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              ParameterProperties properties) {
  const std::string name = properties.Name.value_or("");
  auto tags = tags_of(request, properties);
  ssm::put_parameter(environment.ssm, call, request_of(properties));
  if (!tags.empty())
    environment.ssm.parameters.set_tags({request.account, request.region}, name, std::move(tags));
  request.initiated(name);
  co_return attributes_of(properties);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              ParameterProperties wanted, ParameterProperties) {
  const ssm::ParameterStore::Scope scope{request.account, request.region};
  const std::string& name = request.physical_id;
  const ssm::StoredParameter* found = environment.ssm.parameters.find(scope, name);
  if (found == nullptr) throw ssm::parameter_not_found(name);
  auto tags = tags_of(request, wanted);
  ssm::PutParameterRequest in = request_of(wanted);
  const ssm::StoredVersion& latest = found->latest();
  const bool same = found->type == wanted.Type && latest.value == in.Value &&
                    latest.description == in.Description && latest.allowed_pattern == in.AllowedPattern &&
                    latest.data_type == in.DataType && latest.tier == ssm::tier_for(in);
  if (!same) {
    call.authorize("ssm:PutParameter", ssm::parameter_arn(call, name));
    in.Name = name;
    in.Overwrite = true;
    ssm::put_parameter(environment.ssm, call, std::move(in));
  }
  if (tags != environment.ssm.parameters.find(scope, name)->tags) {
    call.authorize("ssm:AddTagsToResource", ssm::parameter_arn(call, name));
    environment.ssm.parameters.set_tags(scope, name, std::move(tags));
  }
  co_return attributes_of(wanted);
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  environment.ssm.parameters.remove({request.account, request.region}, request.physical_id);
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("ssm", request) + "parameter" + (name.starts_with('/') ? "" : "/") + name};
}

}  // namespace

const ResourceType ssm_parameter = resource_type<&create, &remove, &update>(
    {"AWS::SSM::Parameter", rows, attributes}, {.property = "Name", .style = {.longest = 1011}},
    {"ssm:PutParameter", "ssm:DeleteParameter", &arns});

}  // namespace berth::cloudformation
