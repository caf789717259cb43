#include "berth/services/cloudformation/resources/network_part.hpp"

#include <algorithm>

namespace berth::cloudformation {

void change_network_part(Environment& environment, const Call& call, const ResourceRequest& request,
                         std::string_view kind, const ec2::PartAttributes& change,
                         const std::vector<ResourceTag>& tags) {
  const fleet::NetworkThing& part = ec2::find_part(environment.ec2, call, kind, request.physical_id);
  const std::string arn = arn_start("ec2", request) + std::string(kind) + "/" + request.physical_id;
  const bool same = std::ranges::all_of(
      change, [&](const auto& each) { return part.attribute(each.first) == each.second; });
  if (!same) {
    call.authorize(kind == "subnet" ? "ec2:ModifySubnetAttribute" : "ec2:ModifyVpcAttribute", arn);
    ec2::change_part(environment.ec2, call, kind, request.physical_id, change);
  }
  auto wanted = merge_tags(request.tags, tags);
  if (wanted == ec2::find_part(environment.ec2, call, kind, request.physical_id).tags) return;
  call.authorize("ec2:CreateTags", arn);
  environment.fleet.network().set_tags({request.account, request.region, request.physical_id},
                                       std::move(wanted));
}

bool has_network_part(const Environment& environment, const ResourceRequest& request, std::string_view kind,
                      const std::string& id) {
  const auto* found = environment.fleet.network().find({request.account, request.region, id});
  return found != nullptr && found->kind == kind;
}

void remove_network_part(Environment& environment, const Call& call, const ResourceRequest& request,
                         std::string_view kind) {
  if (has_network_part(environment, request, kind, request.physical_id))
    ec2::remove_part(environment.ec2, call, kind, request.physical_id);
}

std::string to_attribute(const std::optional<bool>& value, bool otherwise) {
  return value.value_or(otherwise) ? "true" : "false";
}

}  // namespace berth::cloudformation
