/// What the types of a network have in common: each is one part of services/ec2/network_parts.hpp, with tags, whose id is
/// the resource's. A type's file says which attributes its properties become.
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"
#include "berth/services/ec2/network_parts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::cloudformation {

inline constexpr std::string_view kept_only =
    "kept and shown; tasks use this machine's network, and nothing is routed or filtered";

/// Sets the tags of the part to those of the stack and the resource, and `change` among its attributes, if that is not
/// how it is. Throws what EC2 throws, AccessDenied.
void change_network_part(Environment& environment, const Call& call, const ResourceRequest& request,
                         std::string_view kind, const ec2::PartAttributes& change,
                         const std::vector<ResourceTag>& tags);

/// One that is gone is no error.
void remove_network_part(Environment& environment, const Call& call, const ResourceRequest& request,
                         std::string_view kind);

bool has_network_part(const Environment& environment, const ResourceRequest& request, std::string_view kind,
                      const std::string& id);

std::string to_attribute(const std::optional<bool>& value, bool otherwise);

/// "arn:aws:ec2:…:KIND/ID", with * while there is no id.
template <char const* Kind>
std::vector<std::string> network_arns(const Environment&, const ResourceRequest& request,
                                      const std::string&) {
  return {arn_start("ec2", request) + Kind + "/" +
          (request.physical_id.empty() ? std::string("*") : request.physical_id)};
}

}  // namespace berth::cloudformation
