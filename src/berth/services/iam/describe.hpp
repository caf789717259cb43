/// Roles and tags as shapes, and lookups with IAM's errors. Private to this folder.
#pragma once

#include "berth/identity/directory.hpp"
#include "berth/services/iam/iam.hpp"
#include "berth/services/iam/shapes.hpp"
#include "berth/wire/call.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::iam {

/// Throws NoSuchEntity, or AccessDenied if the caller may not do what it calls on the role's true ARN.
const identity::Role& find_role(const Iam& iam, const wire::Call& call, const std::string& name);
const identity::InstanceProfile& find_profile(const Iam& iam, const wire::Call& call,
                                              const std::string& name);

/// IAM hands documents out percent-encoded (RFC 3986).
std::string encoded(const std::string& document);
Role to_shape(const identity::Role& role, bool with_tags);
InstanceProfile to_shape(const Iam& iam, const identity::InstanceProfile& profile, bool with_tags);

std::vector<Tag> to_shape(const std::map<std::string, std::string>& tags);
/// Throws InvalidInput for AWS's own keys (aws:…), ValidationError for a key that stands twice.
std::map<std::string, std::string> read_tags(const std::vector<Tag>& tags);

}  // namespace berth::iam
