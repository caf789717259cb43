#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct GatewayProperties {
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(GatewayProperties, Tags)

constexpr PropertyRow rows[] = {
    {"Tags", Standing::Emulated, kept_only},
};
constexpr std::string_view attributes[] = {"InternetGatewayId"};
constexpr char kind[] = "internet-gateway";

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              GatewayProperties properties) {
  const auto made =
      ec2::make_part(environment.ec2, call, kind, {}, merge_tags(request.tags, properties.Tags));
  request.initiated(made.id);
  request.note({"", std::string(kept_only), "emulated"});
  co_return Attributes{{"InternetGatewayId", made.id}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, GatewayProperties wanted,
              GatewayProperties) {
  change_network_part(environment, call, request, kind, {}, wanted.Tags);
  request.note({"", std::string(kept_only), "emulated"});
  co_return Attributes{{"InternetGatewayId", request.physical_id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

}  // namespace

const ResourceType ec2_internet_gateway = resource_type<&create, &remove, &update>(
    {"AWS::EC2::InternetGateway", rows, attributes}, {},
    {"ec2:CreateInternetGateway", "ec2:DeleteInternetGateway", &network_arns<kind>});

}  // namespace berth::cloudformation
