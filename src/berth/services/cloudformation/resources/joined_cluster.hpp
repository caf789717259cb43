/// What launch configurations and launch templates have in common: which cluster their instances join, and how large
/// they really are.
#pragma once

#include "berth/fleet/machine.hpp"
#include "berth/services/cloudformation/resources/resource.hpp"

#include <optional>
#include <string>

namespace berth::cloudformation {

/// From the user data, else from the resource's AWS::CloudFormation::Init metadata; nothing if it stands in neither. A
/// note for the report says from where; `property` is how the template spells the user data's place.
std::optional<std::string> joined_cluster(const ResourceRequest& request, const std::string& property,
                                          const std::optional<std::string>& user_data);

/// Notes it if the instance type is larger than the machine.
void note_size(const fleet::MachineCapacity& machine, const ResourceRequest& request,
               const std::string& property, const std::string& instance_type);

}  // namespace berth::cloudformation
