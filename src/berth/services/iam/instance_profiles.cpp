#include "berth/services/iam/api.hpp"
#include "berth/services/iam/describe.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/pages.hpp"

namespace berth::iam {

CreateInstanceProfileResponse create_instance_profile(Iam& iam, const Call& call,
                                                      CreateInstanceProfileRequest in) {
  return {.InstanceProfile = to_shape(iam,
                                      iam.create_instance_profile(call.account, in.InstanceProfileName,
                                                                  in.Path.value_or("/"), read_tags(in.Tags)),
                                      true)};
}

GetInstanceProfileResponse get_instance_profile(Iam& iam, const Call& call, GetInstanceProfileRequest in) {
  return {.InstanceProfile = to_shape(iam, find_profile(iam, call, in.InstanceProfileName), true)};
}

ListInstanceProfilesResponse list_instance_profiles(Iam& iam, const Call& call,
                                                    ListInstanceProfilesRequest in) {
  std::vector<InstanceProfile> profiles;
  for (const identity::InstanceProfile* each : iam.directory().instance_profiles(call.account))
    if (is_below(in.PathPrefix, each->path)) profiles.push_back(to_shape(iam, *each, false));
  ListInstanceProfilesResponse out;
  fill_page(in, out, &ListInstanceProfilesResponse::InstanceProfiles, std::move(profiles),
            [](const InstanceProfile& each) { return each.InstanceProfileName; });
  return out;
}

void delete_instance_profile(Iam& iam, const Call& call, DeleteInstanceProfileRequest in) {
  find_profile(iam, call, in.InstanceProfileName);
  iam.delete_instance_profile(call.account, in.InstanceProfileName);
}

void add_role_to_instance_profile(Iam& iam, const Call& call, AddRoleToInstanceProfileRequest in) {
  find_profile(iam, call, in.InstanceProfileName);
  if (const identity::Role* role = iam.directory().find_role(call.account, in.RoleName))
    call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
  iam.add_role_to_instance_profile(call.account, in.InstanceProfileName, in.RoleName);
}

void remove_role_from_instance_profile(Iam& iam, const Call& call, RemoveRoleFromInstanceProfileRequest in) {
  find_profile(iam, call, in.InstanceProfileName);
  iam.remove_role_from_instance_profile(call.account, in.InstanceProfileName, in.RoleName);
}

ListInstanceProfilesForRoleResponse list_instance_profiles_for_role(Iam& iam, const Call& call,
                                                                    ListInstanceProfilesForRoleRequest in) {
  const identity::Role& role = find_role(iam, call, in.RoleName);
  std::vector<InstanceProfile> profiles;
  for (const identity::InstanceProfile* each : iam.directory().instance_profiles(call.account))
    if (each->role == role.name) profiles.push_back(to_shape(iam, *each, false));
  ListInstanceProfilesForRoleResponse out;
  fill_page(in, out, &ListInstanceProfilesForRoleResponse::InstanceProfiles, std::move(profiles),
            [](const InstanceProfile& each) { return each.InstanceProfileName; });
  return out;
}

}  // namespace berth::iam
