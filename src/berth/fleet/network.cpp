#include "berth/fleet/network.hpp"

#include "berth/fleet/made_id.hpp"

namespace berth::fleet {

namespace {

/// "us-east-1" → "use1", as AWS begins its zone ids.
std::string zone_prefix(std::string_view region) {
  std::string prefix;
  for (std::size_t part = 0, at = 0; at < region.size(); ++part) {
    const std::size_t end = std::min(region.find('-', at), region.size());
    const std::string_view word = region.substr(at, end - at);
    if (word == "northeast" || word == "northwest" || word == "southeast" || word == "southwest")
      prefix += {word[0], word[5]};
    else
      prefix += part == 0 ? word.substr(0, 2) : word.substr(0, 1);
    at = end + 1;
  }
  return prefix;
}

}  // namespace

Network default_network(std::string_view account, std::string_view region) {
  Network network{.vpc_id = made_id("vpc", account, region, "default"),
                  .vpc_cidr = "172.31.0.0/16",
                  .dhcp_options_id = made_id("dopt", account, region, "default"),
                  .default_security_group_id = made_id("sg", account, region, "default")};
  for (int i = 0; i < 3; ++i) {
    const char letter = static_cast<char>('a' + i);
    network.subnets.push_back(
        {.id = made_id("subnet", account, region, std::string(1, letter)),
         .cidr = "172.31." + std::to_string(16 * i) + ".0/20",
         .zone = {std::string(region) + letter, zone_prefix(region) + "-az" + std::to_string(i + 1)}});
  }
  return network;
}

}  // namespace berth::fleet
