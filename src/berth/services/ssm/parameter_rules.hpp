/// What SSM takes as a parameter: names, types, tiers, values, tags. Source: PutParameter in the AWS Systems Manager API
/// Reference. All throw ServiceError.
#pragma once

#include "berth/services/ssm/shapes.hpp"

#include <map>
#include <string>

namespace berth::ssm {

void check_name(const std::string& name);

/// String and StringList; nothing is encrypted here, so SecureString is refused.
void check_type(const std::string& type);

/// The tier that a value of this size goes to: "Standard" up to 4,096 characters, "Advanced" up to 8,192.
std::string tier_for(const PutParameterRequest& request);

/// The value against size, data type and pattern.
void check_value(const PutParameterRequest& request);

void check_tags(const std::map<std::string, std::string>& tags);

}  // namespace berth::ssm
