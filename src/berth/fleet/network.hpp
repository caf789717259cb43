/// The default VPC of a region, its subnets and zones: what templates with AWS::EC2::VPC::Id and
/// List<AWS::EC2::Subnet::Id> parameters are met with. It stands for this machine's own network, so it has no
/// state: ids are made from account and region and never change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::fleet {

struct AvailabilityZone {
  std::string name;  ///< "us-east-1a"
  std::string id;    ///< "use1-az1"
};

struct Subnet {
  std::string id;
  std::string cidr;
  AvailabilityZone zone;
  int free_addresses = 4091;
};

struct Network {
  std::string vpc_id;
  std::string vpc_cidr;  ///< 172.31.0.0/16, as AWS's default VPCs
  std::string dhcp_options_id;
  std::string default_security_group_id;
  std::vector<Subnet> subnets;  ///< one a zone
};

Network default_network(std::string_view account, std::string_view region);

}  // namespace berth::fleet
