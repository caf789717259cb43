/// Roles, profiles and policies in and out of their rows. Private to this folder.
#pragma once

#include "berth/identity/directory.hpp"

#include <string>
#include <string_view>

namespace berth::iam {

std::string to_text(const identity::Role& role);
std::string to_text(const identity::InstanceProfile& profile);
std::string to_text(const identity::ManagedPolicy& policy);

// Each throws base::Failure for what was not written by the above.
identity::Role read_role(std::string_view json);
identity::InstanceProfile read_profile(std::string_view json);
identity::ManagedPolicy read_managed(std::string_view json);

}  // namespace berth::iam
