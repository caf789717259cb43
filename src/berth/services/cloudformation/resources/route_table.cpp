#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct RouteTableProperties {
  std::string VpcId;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(RouteTableProperties, VpcId, Tags)

constexpr PropertyRow rows[] = {
    {"VpcId", Standing::Emulated, kept_only, replaces},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"RouteTableId"};
constexpr char kind[] = "route-table";

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              RouteTableProperties properties) {
  ec2::PartAttributes wanted{{"vpc-id", properties.VpcId}};
  const auto made = ec2::make_part(environment.ec2, call, kind, std::move(wanted),
                                   merge_tags(request.tags, properties.Tags));
  request.initiated(made.id);
  co_return Attributes{{"RouteTableId", made.id}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              RouteTableProperties wanted, RouteTableProperties) {
  change_network_part(environment, call, request, kind, {}, wanted.Tags);
  co_return Attributes{{"RouteTableId", request.physical_id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

}  // namespace

const ResourceType ec2_route_table = resource_type<&create, &remove, &update>(
    {"AWS::EC2::RouteTable", rows, attributes}, {},
    {"ec2:CreateRouteTable", "ec2:DeleteRouteTable", &network_arns<kind>});

}  // namespace berth::cloudformation
