#include "berth/services/iam/describe.hpp"

#include "base/encoding.hpp"
#include "berth/services/iam/errors.hpp"

namespace berth::iam {

namespace {

/// The table line asked about the path "/".
void ask_about_path(const wire::Call& call, const std::string& path, const std::string& arn) {
  if (path != "/") call.authorize("iam:" + call.operation, arn);
}

}  // namespace

const identity::Role& find_role(const Iam& iam, const wire::Call& call, const std::string& name) {
  const identity::Role* found =
      name.starts_with("arn:") ? nullptr : iam.directory().find_role(call.account, name);
  if (found == nullptr) throw no_such_role(name);
  ask_about_path(call, found->path, found->arn());
  return *found;
}

const identity::InstanceProfile& find_profile(const Iam& iam, const wire::Call& call,
                                              const std::string& name) {
  const identity::InstanceProfile* found =
      name.starts_with("arn:") ? nullptr : iam.directory().find_instance_profile(call.account, name);
  if (found == nullptr) throw no_such_instance_profile(name);
  ask_about_path(call, found->path, found->arn());
  return *found;
}

std::string encoded(const std::string& document) { return base::percent_encode(document); }

std::vector<Tag> to_shape(const std::map<std::string, std::string>& tags) {
  std::vector<Tag> shapes;
  for (const auto& [key, value] : tags) shapes.push_back({.Key = key, .Value = value});
  return shapes;
}

Role to_shape(const identity::Role& role, bool with_tags) {
  Role shape{.Path = role.path,
             .RoleName = role.name,
             .RoleId = role.id,
             .Arn = role.arn(),
             .CreateDate = {role.created},
             .AssumeRolePolicyDocument = encoded(role.trust.text),
             .Description = {},
             .MaxSessionDuration = static_cast<int>(role.max_session.count()),
             .Tags = {}};
  if (!role.description.empty()) shape.Description = role.description;
  if (with_tags && !role.tags.empty()) shape.Tags = to_shape(role.tags);
  return shape;
}

InstanceProfile to_shape(const Iam& iam, const identity::InstanceProfile& profile, bool with_tags) {
  InstanceProfile shape{.Path = profile.path,
                        .InstanceProfileName = profile.name,
                        .InstanceProfileId = profile.id,
                        .Arn = profile.arn(),
                        .CreateDate = {profile.created},
                        .Roles = {},
                        .Tags = {}};
  if (!profile.role.empty())
    if (const identity::Role* role = iam.directory().find_role(profile.account, profile.role))
      shape.Roles.push_back(to_shape(*role, false));
  if (with_tags && !profile.tags.empty()) shape.Tags = to_shape(profile.tags);
  return shape;
}

std::map<std::string, std::string> read_tags(const std::vector<Tag>& tags) {
  std::map<std::string, std::string> read;
  for (const Tag& tag : tags) {
    if (tag.Key.starts_with("aws:")) throw reserved_tag();
    if (!read.emplace(tag.Key, tag.Value).second) throw doubled_tag();
  }
  return read;
}

}  // namespace berth::iam
