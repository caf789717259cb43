#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/rule_property.hpp"

namespace berth::cloudformation {

ec2::PartAttributes rule_of(const RuleProperty& property, const std::string& group, bool egress) {
  const bool names_other = egress ? property.SourceSecurityGroupId || property.SourceSecurityGroupName ||
                                        property.SourcePrefixListId
                                  : property.DestinationSecurityGroupId || property.DestinationPrefixListId;
  if (names_other)
    throw PropertyError(egress ? "A rule of SecurityGroupEgress has a destination, not a source."
                               : "A rule of SecurityGroupIngress has a source, not a destination.");
  const auto& group_named = egress                           ? property.DestinationSecurityGroupId
                            : property.SourceSecurityGroupId ? property.SourceSecurityGroupId
                                                             : property.SourceSecurityGroupName;
  const auto& list = egress ? property.DestinationPrefixListId : property.SourcePrefixListId;
  const bool all_ports = property.IpProtocol == "-1";
  ec2::PartAttributes rule{{"group-id", group},
                           {"is-egress", egress ? "true" : "false"},
                           {"ip-protocol", property.IpProtocol},
                           {"cidr-ipv4", property.CidrIp.value_or("")},
                           {"cidr-ipv6", property.CidrIpv6.value_or("")},
                           {"prefix-list-id", list.value_or("")},
                           {"referenced-group-id", group_named.value_or("")},
                           {"description", property.Description.value_or("")}};
  if (property.FromPort && !all_ports) rule["from-port"] = std::to_string(*property.FromPort);
  if (property.ToPort && !all_ports) rule["to-port"] = std::to_string(*property.ToPort);
  std::erase_if(rule, [](const auto& each) { return each.second.empty(); });
  return rule;
}

namespace {

struct IngressProperties {
  std::optional<std::string> GroupId;
  std::optional<std::string> GroupName;
  std::string IpProtocol;
  std::optional<int> FromPort;
  std::optional<int> ToPort;
  std::optional<std::string> CidrIp;
  std::optional<std::string> CidrIpv6;
  std::optional<std::string> Description;
  std::optional<std::string> SourceSecurityGroupId;
  std::optional<std::string> SourceSecurityGroupName;
  std::optional<std::string> SourceSecurityGroupOwnerId;
  std::optional<std::string> SourcePrefixListId;
};
AWS_SHAPE(IngressProperties, GroupId, GroupName, IpProtocol, FromPort, ToPort, CidrIp, CidrIpv6, Description,
          SourceSecurityGroupId, SourceSecurityGroupName, SourceSecurityGroupOwnerId, SourcePrefixListId)

struct EgressProperties {
  std::string GroupId;
  std::string IpProtocol;
  std::optional<int> FromPort;
  std::optional<int> ToPort;
  std::optional<std::string> CidrIp;
  std::optional<std::string> CidrIpv6;
  std::optional<std::string> Description;
  std::optional<std::string> DestinationSecurityGroupId;
  std::optional<std::string> DestinationPrefixListId;
};
AWS_SHAPE(EgressProperties, GroupId, IpProtocol, FromPort, ToPort, CidrIp, CidrIpv6, Description,
          DestinationSecurityGroupId, DestinationPrefixListId)

constexpr PropertyRow ingress_rows[] = {
    {"GroupId", Standing::Emulated, kept_only, replaces},
    {"GroupName", Standing::Emulated, kept_only, replaces},
    {"IpProtocol", Standing::Emulated, kept_only, replaces},
    {"FromPort", Standing::Emulated, kept_only, replaces},
    {"ToPort", Standing::Emulated, kept_only, replaces},
    {"CidrIp", Standing::Emulated, kept_only, replaces},
    {"CidrIpv6", Standing::Emulated, kept_only, replaces},
    {"Description", Standing::Honoured},
    {"SourceSecurityGroupId", Standing::Emulated, kept_only, replaces},
    {"SourceSecurityGroupName", Standing::Emulated, kept_only, replaces},
    {"SourceSecurityGroupOwnerId", Standing::Ignored, "groups are of this account", replaces},
    {"SourcePrefixListId", Standing::Emulated, kept_only, replaces},
};
constexpr PropertyRow egress_rows[] = {
    {"GroupId", Standing::Emulated, kept_only, replaces},
    {"IpProtocol", Standing::Emulated, kept_only, replaces},
    {"FromPort", Standing::Emulated, kept_only, replaces},
    {"ToPort", Standing::Emulated, kept_only, replaces},
    {"CidrIp", Standing::Emulated, kept_only, replaces},
    {"CidrIpv6", Standing::Emulated, kept_only, replaces},
    {"Description", Standing::Honoured},
    {"DestinationSecurityGroupId", Standing::Emulated, kept_only, replaces},
    {"DestinationPrefixListId", Standing::Emulated, kept_only, replaces},
};
constexpr std::string_view attributes[] = {"Id"};
constexpr char kind[] = "security-group-rule";

/// Members that have the same name in both.
template <class From>
RuleProperty common_of(const From& properties) {
  RuleProperty rule;
  rule.IpProtocol = properties.IpProtocol;
  rule.FromPort = properties.FromPort;
  rule.ToPort = properties.ToPort;
  rule.CidrIp = properties.CidrIp;
  rule.CidrIpv6 = properties.CidrIpv6;
  rule.Description = properties.Description;
  return rule;
}

Making make_rule(Environment& environment, const Call& call, ResourceRequest& request,
                 ec2::PartAttributes rule) {
  const std::string id = ec2::add_rules(environment.ec2, call, {std::move(rule)}, {}).front().id;
  request.initiated(id);
  co_return Attributes{{"Id", id}};
}

Making create_ingress(Environment& environment, const Call& call, ResourceRequest& request,
                      IngressProperties properties) {
  const fleet::SecurityGroup group =
      ec2::group_named(environment.ec2, call, properties.GroupId, properties.GroupName);
  RuleProperty rule = common_of(properties);
  rule.SourceSecurityGroupId = properties.SourceSecurityGroupId;
  rule.SourceSecurityGroupName = properties.SourceSecurityGroupName;
  rule.SourcePrefixListId = properties.SourcePrefixListId;
  ec2::PartAttributes wanted = rule_of(rule, group.id, false);
  co_return co_await make_rule(environment, call, request, std::move(wanted));
}

Making create_egress(Environment& environment, const Call& call, ResourceRequest& request,
                     EgressProperties properties) {
  RuleProperty rule = common_of(properties);
  rule.DestinationSecurityGroupId = properties.DestinationSecurityGroupId;
  rule.DestinationPrefixListId = properties.DestinationPrefixListId;
  ec2::PartAttributes wanted = rule_of(rule, properties.GroupId, true);
  co_return co_await make_rule(environment, call, request, std::move(wanted));
}

/// Of a rule that is there, its description changes.
template <class Properties>
Making update(Environment& environment, const Call& call, ResourceRequest& request, Properties wanted,
              Properties) {
  ec2::PartAttributes change{{"description", wanted.Description.value_or("")}};
  call.authorize("ec2:ModifySecurityGroupRules",
                 arn_start("ec2", request) + "security-group-rule/" + request.physical_id);
  ec2::change_part(environment.ec2, call, kind, request.physical_id, change);
  co_return Attributes{{"Id", request.physical_id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const auto* group = request.properties.if_contains("GroupId");
  return {arn_start("ec2", request) + "security-group/" +
          (group != nullptr && group->is_string() ? std::string(group->get_string()) : "*")};
}

}  // namespace

const ResourceType security_group_ingress =
    resource_type<&create_ingress, &remove, &update<IngressProperties>>(
        {"AWS::EC2::SecurityGroupIngress", ingress_rows, attributes}, {},
        {"ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress", &arns});

const ResourceType security_group_egress = resource_type<&create_egress, &remove, &update<EgressProperties>>(
    {"AWS::EC2::SecurityGroupEgress", egress_rows, attributes}, {},
    {"ec2:AuthorizeSecurityGroupEgress", "ec2:RevokeSecurityGroupEgress", &arns});

}  // namespace berth::cloudformation
