#include "berth/services/cloudformation/resources/surroundings.hpp"

#include "berth/fleet/fleet.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/services/ssm/ssm.hpp"

#include <algorithm>
#include <array>

namespace berth::cloudformation {
namespace {

constexpr std::array known = {"AWS::EC2::VPC::Id",
                              "AWS::EC2::Subnet::Id",
                              "AWS::EC2::SecurityGroup::Id",
                              "AWS::EC2::SecurityGroup::GroupName",
                              "AWS::EC2::KeyPair::KeyName",
                              "AWS::EC2::Image::Id",
                              "AWS::EC2::AvailabilityZone::Name"};

bool is_image(std::string_view value) {
  return value.starts_with("ami-") && value.size() > 4 && std::ranges::all_of(value.substr(4), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

MachineSurroundings::MachineSurroundings(const Environment& environment, std::string account,
                                         std::string region)
    : environment_(environment),
      account_(std::move(account)),
      region_(std::move(region)),
      network_(fleet::default_network(account_, region_)) {}

bool MachineSurroundings::knows_type(std::string_view type) const {
  return std::ranges::find(known, type) != known.end();
}

bool MachineSurroundings::has(std::string_view type, const std::string& value) const {
  const fleet::NetworkThings& made = environment_.fleet.network();
  if (type == "AWS::EC2::VPC::Id") return made.has_vpc(account_, region_, value);
  if (type == "AWS::EC2::Subnet::Id") return made.find_subnet(account_, region_, value).has_value();
  if (type == "AWS::EC2::AvailabilityZone::Name")
    return std::ranges::any_of(network_.subnets,
                               [&](const auto& subnet) { return subnet.zone.name == value; });
  if (type == "AWS::EC2::SecurityGroup::Id" || type == "AWS::EC2::SecurityGroup::GroupName") {
    const auto groups = environment_.security_groups.all(account_, region_);
    const bool by_id = type == "AWS::EC2::SecurityGroup::Id";
    return std::ranges::any_of(groups,
                               [&](const auto& group) { return (by_id ? group.id : group.name) == value; });
  }
  if (type == "AWS::EC2::Image::Id") return is_image(value);
  return type == "AWS::EC2::KeyPair::KeyName";  // nothing logs in with it, so any will do
}

std::optional<std::string> MachineSurroundings::stand_in(std::string_view type, bool list) const {
  if (type == "AWS::EC2::VPC::Id") return network_.vpc_id;
  if (type == "AWS::EC2::KeyPair::KeyName") return "none";
  if (type == "AWS::EC2::SecurityGroup::Id") return network_.default_security_group_id;
  if (type != "AWS::EC2::Subnet::Id" || network_.subnets.empty()) return std::nullopt;
  std::string text = network_.subnets.front().id;
  for (std::size_t i = 1; list && i < network_.subnets.size(); ++i) text += "," + network_.subnets[i].id;
  return text;
}

std::optional<std::string> MachineSurroundings::stored_parameter(const std::string& name) const {
  return ssm::parameter_value(environment_.ssm.parameters, {account_, region_}, name);
}

}  // namespace berth::cloudformation
