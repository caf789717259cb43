// Putting and deleting parameters, and their tags.
#include "berth/services/ssm/errors.hpp"
#include "berth/services/ssm/parameter_rules.hpp"
#include "berth/services/ssm/ssm.hpp"

namespace berth::ssm {

namespace {

constexpr std::size_t most_names = 10;

ParameterStore::Scope scope_of(const Call& call) { return {call.account, call.region}; }

void check_unsupported(const PutParameterRequest& in) {
  if (in.Policies && !in.Policies->empty() && *in.Policies != "[]" && *in.Policies != "{}")
    throw wire::ServiceError(
        "InvalidPolicyTypeException",
        "Policies are not supported here: parameters do not expire. Delete the parameter "
        "when it is no longer needed.");
  if (in.KeyId)
    throw wire::ServiceError("InvalidKeyId",
                             "KeyId is for SecureString, which is not supported here. Leave it out.");
}

/// The tagged parameter's name. Throws InvalidResourceType, InvalidResourceId.
const StoredParameter& tagged(Ssm& ssm, const Call& call, const std::string& type, const std::string& name) {
  if (type != "Parameter")
    throw wire::ServiceError(
        "InvalidResourceType",
        "Of what Systems Manager tags, there are parameters here. Use ResourceType Parameter.");
  const StoredParameter* found = ssm.parameters.find(scope_of(call), name);
  if (!found) throw wire::ServiceError("InvalidResourceId", "There is no parameter " + name + ".");
  return *found;
}

}  // namespace

PutParameterResult put_parameter(Ssm& ssm, const Call& call, PutParameterRequest in) {
  check_name(in.Name);
  if (in.Type) check_type(*in.Type);
  check_unsupported(in);
  check_value(in);
  std::map<std::string, std::string> tags;
  for (const Tag& tag : in.Tags) tags[tag.Key] = tag.Value;
  check_tags(tags);
  const StoredParameter* there = ssm.parameters.find(scope_of(call), in.Name);
  const bool overwrite = in.Overwrite.value_or(false);
  if (overwrite && !tags.empty()) throw tags_with_overwrite();
  if (there && !overwrite) throw parameter_exists();
  if (!there && !in.Type) throw type_required();
  if (there && in.Type && *in.Type != there->type) throw type_changed();
  if (!tags.empty()) call.authorize("ssm:AddTagsToResource", parameter_arn(call, in.Name));
  // What an overwriting request leaves out stays.
  const StoredVersion before = there ? there->latest() : StoredVersion();
  StoredVersion version{
      .value = in.Value,
      .description = in.Description.value_or(before.description),
      .allowed_pattern = in.AllowedPattern.value_or(before.allowed_pattern),
      .tier = tier_for(in),
      .data_type = in.DataType.value_or(before.data_type.empty() ? "text" : before.data_type),
      .at = call.time,
      .by = call.principal.arn};
  if (before.tier == "Advanced") version.tier = before.tier;  // there is no way back
  const StoredVersion& added =
      ssm.parameters.add(scope_of(call), in.Name, in.Type.value_or(""), std::move(version));
  if (!tags.empty()) ssm.parameters.set_tags(scope_of(call), in.Name, std::move(tags));
  return {.Version = added.number, .Tier = added.tier};
}

DeleteParameterResult delete_parameter(Ssm& ssm, const Call& call, DeleteParameterRequest in) {
  if (!ssm.parameters.remove(scope_of(call), in.Name)) throw parameter_not_found(in.Name);
  return {};
}

DeleteParametersResult delete_parameters(Ssm& ssm, const Call& call, DeleteParametersRequest in) {
  if (in.Names.empty() || in.Names.size() > most_names)
    throw constraint_broken(
        std::to_string(in.Names.size()) + " names", "names",
        in.Names.empty() ? "have length greater than or equal to 1" : "have length less than or equal to 10");
  DeleteParametersResult out;
  for (const std::string& name : in.Names) {
    call.authorize("ssm:DeleteParameters", parameter_arn(call, name));
    (ssm.parameters.remove(scope_of(call), name) ? out.DeletedParameters : out.InvalidParameters)
        .push_back(name);
  }
  return out;
}

AddTagsToResourceResult add_tags_to_resource(Ssm& ssm, const Call& call, AddTagsToResourceRequest in) {
  auto tags = tagged(ssm, call, in.ResourceType, in.ResourceId).tags;
  for (const Tag& tag : in.Tags) tags[tag.Key] = tag.Value;
  check_tags(tags);
  ssm.parameters.set_tags(scope_of(call), in.ResourceId, std::move(tags));
  return {};
}

RemoveTagsFromResourceResult remove_tags_from_resource(Ssm& ssm, const Call& call,
                                                       RemoveTagsFromResourceRequest in) {
  auto tags = tagged(ssm, call, in.ResourceType, in.ResourceId).tags;
  for (const std::string& key : in.TagKeys) tags.erase(key);
  ssm.parameters.set_tags(scope_of(call), in.ResourceId, std::move(tags));
  return {};
}

ListTagsForResourceResult list_tags_for_resource(Ssm& ssm, const Call& call, ListTagsForResourceRequest in) {
  ListTagsForResourceResult out;
  for (const auto& [key, value] : tagged(ssm, call, in.ResourceType, in.ResourceId).tags)
    out.TagList.push_back({key, value});
  return out;
}

}  // namespace berth::ssm
