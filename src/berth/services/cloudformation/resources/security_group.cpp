#include "berth/fleet/network.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"

#include <fmt/format.h>

namespace berth::cloudformation {
namespace {

struct SecurityGroupProperties {
  std::optional<std::string> GroupName;
  std::string GroupDescription;
  std::optional<std::string> VpcId;
  std::optional<wire::Document> SecurityGroupIngress;
  std::optional<wire::Document> SecurityGroupEgress;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(SecurityGroupProperties, GroupName, GroupDescription, VpcId, SecurityGroupIngress,
          SecurityGroupEgress, Tags)

constexpr PropertyRow rows[] = {
    {"GroupName", Standing::Honoured, "", replaces},
    {"GroupDescription", Standing::Honoured, "", replaces},
    {"VpcId", Standing::Honoured, "", replaces},
    {"SecurityGroupIngress", Standing::Ignored, "this machine's network is not filtered by it"},
    {"SecurityGroupEgress", Standing::Ignored, "this machine's network is not filtered by it"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"GroupId", "VpcId", "Id"};

Making create(Environment& environment, const Call&, ResourceRequest& request,
              SecurityGroupProperties properties) {
  const fleet::Network network = fleet::default_network(request.account, request.region);
  fleet::SecurityGroup group;
  group.name = properties.GroupName.value_or("");
  group.description = properties.GroupDescription;
  group.vpc_id = properties.VpcId.value_or(network.vpc_id);
  group.tags = merge_tags(request.tags, properties.Tags);
  if (group.vpc_id != network.vpc_id)
    throw ResourceFailure(fmt::format("The vpc ID '{}' does not exist", group.vpc_id));
  auto made = environment.security_groups.create(request.account, request.region, std::move(group));
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(made->id);
  co_return Attributes{{"GroupId", made->id}, {"Id", made->id}, {"VpcId", made->vpc_id}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              SecurityGroupProperties wanted, SecurityGroupProperties) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  const fleet::SecurityGroup* group = environment.security_groups.find(key);
  if (group == nullptr)
    throw ResourceFailure(fmt::format("The security group '{}' does not exist", request.physical_id));
  const std::string vpc = group->vpc_id;
  auto tags = merge_tags(request.tags, wanted.Tags);
  if (group->tags != tags) {
    call.authorize("ec2:CreateTags", arn_start("ec2", request) + "security-group/" + request.physical_id);
    environment.security_groups.set_tags(key, std::move(tags));
  }
  co_return Attributes{{"GroupId", key.name}, {"Id", key.name}, {"VpcId", vpc}};
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  environment.security_groups.remove({request.account, request.region, request.physical_id});
  co_return;
}

/// One that is to be made has no id yet: EC2 then asks on all of them.
std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const bool made = !request.physical_id.empty();
  return {arn_start("ec2", request) + "security-group/" + (made ? request.physical_id : "*")};
}

}  // namespace

const ResourceType security_group = resource_type<&create, &remove, &update>(
    {"AWS::EC2::SecurityGroup", rows, attributes}, {.property = "GroupName"},
    {"ec2:CreateSecurityGroup", "ec2:DeleteSecurityGroup", &arns});

}  // namespace berth::cloudformation
