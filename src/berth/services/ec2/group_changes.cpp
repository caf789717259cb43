// Security groups and their rules, made and taken away.
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/network_describe.hpp"
#include "berth/services/ec2/security_rules.hpp"

namespace berth::ec2 {

namespace {

/// The older form of a request names one source beside the group.
template <class Request>
std::vector<IpPermission> permissions_in(const Ec2& ec2, const Call& call, const Request& in) {
  std::vector<IpPermission> permissions = in.IpPermissions;
  if (in.CidrIp || in.SourceSecurityGroupName) {
    IpPermission one{.IpProtocol = in.IpProtocol, .FromPort = in.FromPort, .ToPort = in.ToPort};
    if (in.CidrIp) one.IpRanges.push_back({.Description = {}, .CidrIp = in.CidrIp});
    if (in.SourceSecurityGroupName)
      one.UserIdGroupPairs.push_back(
          {.Description = {},
           .UserId = {},
           .GroupName = {},
           .GroupId = group_named(ec2, call, std::nullopt, in.SourceSecurityGroupName).id});
    permissions.push_back(std::move(one));
  }
  return permissions;
}

std::vector<SecurityGroupRule> added(Ec2& ec2, const Call& call, const std::string& group,
                                     const std::vector<IpPermission>& permissions, bool egress,
                                     const std::vector<TagSpecification>& specifications) {
  const auto rules = rules_of(permissions, group, egress);
  if (rules.empty())
    throw wire::ServiceError("MissingParameter", "The request must contain the parameter ipPermissions");
  std::vector<SecurityGroupRule> shapes;
  for (const auto& rule : add_rules(ec2, call, rules, tags_in(specifications, "security-group-rule")))
    shapes.push_back(to_rule(call, rule));
  return shapes;
}

void revoke(Ec2& ec2, const Call& call, const std::string& group,
            const std::vector<IpPermission>& permissions, bool egress, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const auto& rule = find_part(ec2, call, "security-group-rule", id);
    if (rule.attribute("group-id") != group || (rule.attribute("is-egress") == "true") != egress)
      throw wire::ServiceError("InvalidSecurityGroupRuleId.NotFound",
                               "The security group rule ID '" + id + "' does not exist");
  }
  remove_rules(ec2, call, rules_of(permissions, group, egress));
  for (const std::string& id : ids) remove_part(ec2, call, "security-group-rule", id);
}

}  // namespace

CreateSecurityGroupResult create_security_group(Ec2& ec2, const Call& call, CreateSecurityGroupRequest in) {
  check_dry_run(in.DryRun);
  fleet::SecurityGroup group;
  group.name = in.GroupName;
  group.description = in.Description;
  group.vpc_id = in.VpcId.value_or(fleet::default_network(call.account, call.region).vpc_id);
  group.tags = tags_in(in.TagSpecifications, "security-group");
  if (in.GroupName == "default")
    throw wire::ServiceError("InvalidParameterValue", "Cannot use reserved security group name: default");
  if (!ec2.fleet.network().has_vpc(call.account, call.region, group.vpc_id))
    throw vpc_not_found(group.vpc_id);
  const auto made = ec2.security_groups.create(call.account, call.region, std::move(group));
  if (!made) throw wire::ServiceError("InvalidGroup.Duplicate", made.error().message);
  add_first_rules(ec2, call, made->id, false);
  return {
      .GroupId = made->id,
      .Tags = to_tags(made->tags),
      .SecurityGroupArn = "arn:aws:ec2:" + call.region + ":" + call.account + ":security-group/" + made->id};
}

DeleteSecurityGroupResult delete_security_group(Ec2& ec2, const Call& call, DeleteSecurityGroupRequest in) {
  check_dry_run(in.DryRun);
  const fleet::SecurityGroup group = group_named(ec2, call, in.GroupId, in.GroupName);
  if (group.name == "default")
    throw wire::ServiceError("CannotDelete", "the specified group: \"" + group.id +
                                                 "\" name: \"default\" cannot be deleted by a user");
  remove_group(ec2, call, group.id);
  return {.Return = true, .GroupId = group.id};
}

AuthorizeSecurityGroupIngressResult authorize_security_group_ingress(
    Ec2& ec2, const Call& call, AuthorizeSecurityGroupIngressRequest in) {
  check_dry_run(in.DryRun);
  const std::string group = group_named(ec2, call, in.GroupId, in.GroupName).id;
  return {.Return = true,
          .SecurityGroupRules =
              added(ec2, call, group, permissions_in(ec2, call, in), false, in.TagSpecifications)};
}

AuthorizeSecurityGroupEgressResult authorize_security_group_egress(Ec2& ec2, const Call& call,
                                                                   AuthorizeSecurityGroupEgressRequest in) {
  check_dry_run(in.DryRun);
  const std::string group = group_named(ec2, call, in.GroupId, std::nullopt).id;
  return {.Return = true,
          .SecurityGroupRules = added(ec2, call, group, in.IpPermissions, true, in.TagSpecifications)};
}

RevokeSecurityGroupIngressResult revoke_security_group_ingress(Ec2& ec2, const Call& call,
                                                               RevokeSecurityGroupIngressRequest in) {
  check_dry_run(in.DryRun);
  const std::string group = group_named(ec2, call, in.GroupId, in.GroupName).id;
  revoke(ec2, call, group, permissions_in(ec2, call, in), false, in.SecurityGroupRuleIds);
  return {.Return = true};
}

RevokeSecurityGroupEgressResult revoke_security_group_egress(Ec2& ec2, const Call& call,
                                                             RevokeSecurityGroupEgressRequest in) {
  check_dry_run(in.DryRun);
  const std::string group = group_named(ec2, call, in.GroupId, std::nullopt).id;
  revoke(ec2, call, group, in.IpPermissions, true, in.SecurityGroupRuleIds);
  return {.Return = true};
}

DescribeSecurityGroupRulesResult describe_security_group_rules(Ec2& ec2, const Call& call,
                                                               DescribeSecurityGroupRulesRequest in) {
  check_dry_run(in.DryRun);
  DescribeSecurityGroupRulesResult out;
  for (const auto* each : described(ec2, call, "security-group-rule", "security-group-rule-id",
                                    in.SecurityGroupRuleIds, in.Filters))
    out.SecurityGroupRules.push_back(to_rule(call, *each));
  return out;
}

}  // namespace berth::ec2
