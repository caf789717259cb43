#include "berth/services/autoscaling/group_parts.hpp"

#include "berth/fleet/network.hpp"

#include <algorithm>
#include <string_view>

namespace berth::autoscaling {

namespace {

void authorize_profile(const AutoScaling& service, const Call& call, const std::string& profile_name) {
  if (profile_name.empty()) return;
  const auto* profile = service.directory.find_instance_profile(call.account, profile_name);
  const auto* role = profile ? service.directory.find_role(call.account, profile->role) : nullptr;
  if (role) call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
}

}  // namespace

std::optional<std::vector<std::string>> read_subnets(const AutoScaling& service, const Call& call,
                                                     const std::optional<std::string>& vpc_zone_identifier,
                                                     const std::vector<std::string>& zones) {
  const fleet::Network network = fleet::default_network(call.account, call.region);
  std::vector<std::string> subnets;
  if (vpc_zone_identifier && !vpc_zone_identifier->empty()) {
    std::string_view rest = *vpc_zone_identifier;
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string id(rest.substr(0, comma));
      if (!service.fleet.network().find_subnet(call.account, call.region, id))
        throw refused("The subnet ID '" + id + "' does not exist");
      subnets.push_back(std::move(id));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return subnets;
  }
  for (const std::string& zone : zones) {
    const auto found =
        std::ranges::find_if(network.subnets, [&](const auto& subnet) { return subnet.zone.name == zone; });
    if (found == network.subnets.end()) throw refused("Invalid availability zone: [" + zone + "]");
    subnets.push_back(found->id);
  }
  return subnets.empty() ? std::nullopt : std::optional(std::move(subnets));
}

std::pair<std::string, std::string> read_template(const AutoScaling& service, const Call& call,
                                                  const LaunchTemplateSpecification& given) {
  if (given.LaunchTemplateId.has_value() == given.LaunchTemplateName.has_value())
    throw refused("Valid requests must contain either launchTemplateId or LaunchTemplateName");
  const std::string& named = given.LaunchTemplateId ? *given.LaunchTemplateId : *given.LaunchTemplateName;
  const auto* found = service.fleet.launch_templates().find({call.account, call.region, named});
  if (!found)
    throw refused("You must use a valid fully-formed launch template. The specified launch template, " +
                  named + ", does not exist.");
  std::string number = given.Version.value_or("");
  if (const auto* version = found->find_version(number))
    authorize_profile(service, call, version->launch.iam_instance_profile);
  return {found->id, std::move(number)};
}

}  // namespace berth::autoscaling
