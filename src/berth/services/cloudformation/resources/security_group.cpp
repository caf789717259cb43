#include "berth/fleet/network.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/rule_property.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct SecurityGroupProperties {
  std::optional<std::string> GroupName;
  std::string GroupDescription;
  std::optional<std::string> VpcId;
  std::vector<RuleProperty> SecurityGroupIngress;
  std::vector<RuleProperty> SecurityGroupEgress;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(SecurityGroupProperties, GroupName, GroupDescription, VpcId, SecurityGroupIngress,
          SecurityGroupEgress, Tags)

constexpr PropertyRow rows[] = {
    {"GroupName", Standing::Honoured, "", replaces},
    {"GroupDescription", Standing::Honoured, "", replaces},
    {"VpcId", Standing::Honoured, "", replaces},
    {"SecurityGroupIngress", Standing::Emulated, kept_only},
    {"SecurityGroupEgress", Standing::Emulated, kept_only},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"GroupId", "VpcId", "Id"};

std::vector<ec2::PartAttributes> rules_of(const SecurityGroupProperties& properties,
                                          const std::string& group) {
  std::vector<ec2::PartAttributes> rules;
  for (const RuleProperty& each : properties.SecurityGroupIngress)
    rules.push_back(rule_of(each, group, false));
  for (const RuleProperty& each : properties.SecurityGroupEgress) rules.push_back(rule_of(each, group, true));
  if (properties.SecurityGroupEgress.empty())  // as EC2 lets everything leave
    rules.push_back(
        {{"group-id", group}, {"is-egress", "true"}, {"ip-protocol", "-1"}, {"cidr-ipv4", "0.0.0.0/0"}});
  return rules;
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              SecurityGroupProperties properties) {
  fleet::SecurityGroup group;
  group.name = properties.GroupName.value_or("");
  group.description = properties.GroupDescription;
  group.vpc_id = properties.VpcId.value_or(fleet::default_network(request.account, request.region).vpc_id);
  group.tags = merge_tags(request.tags, properties.Tags);
  if (!environment.fleet.network().has_vpc(request.account, request.region, group.vpc_id))
    throw ResourceFailure(fmt::format("The vpc ID '{}' does not exist", group.vpc_id));
  auto made = environment.security_groups.create(request.account, request.region, std::move(group));
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(made->id);
  ec2::add_rules(environment.ec2, call, rules_of(properties, made->id), {});
  co_return Attributes{{"GroupId", made->id}, {"Id", made->id}, {"VpcId", made->vpc_id}};
}

/// The rules of the group itself; those that AWS::EC2::SecurityGroupIngress and its like have added stay.
void change_rules(Environment& environment, const Call& call, const std::string& group,
                  const SecurityGroupProperties& wanted, const SecurityGroupProperties& before) {
  const auto had = rules_of(before, group), wants = rules_of(wanted, group);
  const auto there = [&](const ec2::PartAttributes& rule) {
    return ec2::has_rule(environment.ec2, call, rule);
  };
  std::vector<ec2::PartAttributes> gone, added;
  for (const auto& rule : had)
    if (std::ranges::find(wants, rule) == wants.end() && there(rule)) gone.push_back(rule);
  ec2::remove_rules(environment.ec2, call, gone);
  for (const auto& rule : wants)
    if (!there(rule)) added.push_back(rule);
  ec2::add_rules(environment.ec2, call, added, {});
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              SecurityGroupProperties wanted, SecurityGroupProperties before) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  const fleet::SecurityGroup* group = environment.security_groups.find(key);
  if (group == nullptr)
    throw ResourceFailure(fmt::format("The security group '{}' does not exist", request.physical_id));
  const std::string vpc = group->vpc_id;
  const std::string arn = arn_start("ec2", request) + "security-group/" + request.physical_id;
  if (rules_of(wanted, key.name) != rules_of(before, key.name)) {
    call.authorize("ec2:AuthorizeSecurityGroupIngress", arn);
    call.authorize("ec2:RevokeSecurityGroupIngress", arn);
    change_rules(environment, call, key.name, wanted, before);
  }
  auto tags = merge_tags(request.tags, wanted.Tags);
  if (group->tags != tags) {
    call.authorize("ec2:CreateTags", arn);
    environment.security_groups.set_tags(key, std::move(tags));
  }
  co_return Attributes{{"GroupId", key.name}, {"Id", key.name}, {"VpcId", vpc}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  if (environment.security_groups.find({request.account, request.region, request.physical_id}) != nullptr)
    ec2::remove_group(environment.ec2, call, request.physical_id);
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
