#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/iam.hpp"

namespace berth::cloudformation {
namespace {

struct InstanceProfileProperties {
  std::optional<std::string> InstanceProfileName;
  std::optional<std::string> Path;
  wire::Required<std::vector<std::string>> Roles;
};
AWS_SHAPE(InstanceProfileProperties, InstanceProfileName, Path, Roles)

constexpr PropertyRow rows[] = {
    {"InstanceProfileName", Standing::Honoured, "", replaces},
    {"Path", Standing::Honoured, "", replaces},
    {"Roles", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn"};

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  const auto* path = request.properties.if_contains("Path");
  return {"arn:aws:iam::" + request.account + ":instance-profile" +
          (path != nullptr && path->is_string() ? std::string(path->get_string()) : "/") + name};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              InstanceProfileProperties properties) {
  if (properties.Roles.size() != 1) throw ResourceFailure("Property Roles must have exactly one role");
  const std::string& role_name = properties.Roles.front();
  const identity::Role* role = environment.iam.directory().find_role(request.account, role_name);
  if (role == nullptr) throw iam::no_such_role(role_name);
  const std::string own = arns(environment, request, properties.InstanceProfileName.value_or("")).front();
  call.authorize("iam:AddRoleToInstanceProfile", own);
  call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
  const identity::InstanceProfile& made = environment.iam.create_instance_profile(
      request.account, properties.InstanceProfileName.value_or(""), properties.Path.value_or("/"));
  const std::string name = made.name, arn = made.arn();
  request.initiated(name);
  environment.iam.add_role_to_instance_profile(request.account, name, role->name);
  co_return Attributes{{"Arn", arn}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              InstanceProfileProperties wanted, InstanceProfileProperties) {
  if (wanted.Roles.size() != 1) throw ResourceFailure("Property Roles must have exactly one role");
  const auto& directory = environment.iam.directory();
  const identity::InstanceProfile* profile =
      directory.find_instance_profile(request.account, request.physical_id);
  if (profile == nullptr) throw iam::no_such_instance_profile(request.physical_id);
  const identity::Role* role = directory.find_role(request.account, wanted.Roles.front());
  if (role == nullptr) throw iam::no_such_role(wanted.Roles.front());
  const std::string arn = profile->arn();
  if (profile->role != role->name) {
    call.authorize("iam:RemoveRoleFromInstanceProfile", arn);
    call.authorize("iam:AddRoleToInstanceProfile", arn);
    call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
    if (!profile->role.empty())
      environment.iam.remove_role_from_instance_profile(request.account, profile->name,
                                                        std::string(profile->role));
    environment.iam.add_role_to_instance_profile(request.account, profile->name, role->name);
  }
  co_return Attributes{{"Arn", arn}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  const identity::InstanceProfile* profile =
      environment.iam.directory().find_instance_profile(request.account, request.physical_id);
  if (profile == nullptr) co_return;
  if (!profile->role.empty()) call.authorize("iam:RemoveRoleFromInstanceProfile", profile->arn());
  if (!profile->role.empty())
    environment.iam.remove_role_from_instance_profile(request.account, profile->name,
                                                      std::string(profile->role));
  environment.iam.delete_instance_profile(request.account, request.physical_id);
}

}  // namespace

const ResourceType iam_instance_profile = resource_type<&create, &remove, &update>(
    {"AWS::IAM::InstanceProfile", rows, attributes},
    {.property = "InstanceProfileName", .style = {.longest = 128}},
    {"iam:CreateInstanceProfile", "iam:DeleteInstanceProfile", &arns});

}  // namespace berth::cloudformation
