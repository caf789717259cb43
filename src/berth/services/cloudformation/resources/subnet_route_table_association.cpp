#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct AssociationProperties {
  std::string RouteTableId;
  std::string SubnetId;
};
AWS_SHAPE(AssociationProperties, RouteTableId, SubnetId)

constexpr PropertyRow rows[] = {
    {"RouteTableId", Standing::Emulated, kept_only, replaces},
    {"SubnetId", Standing::Emulated, kept_only, replaces},
};
constexpr std::string_view attributes[] = {"Id"};
constexpr char kind[] = "association";

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              AssociationProperties properties) {
  const std::string id =
      ec2::associate(environment.ec2, call, properties.RouteTableId, properties.SubnetId).id;
  request.initiated(id);
  co_return Attributes{{"Id", id}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  remove_network_part(environment, call, request, kind);
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const auto* table = request.properties.if_contains("RouteTableId");
  return {arn_start("ec2", request) + "route-table/" +
          (table != nullptr && table->is_string() ? std::string(table->get_string()) : "*")};
}

}  // namespace

const ResourceType ec2_subnet_route_table_association =
    resource_type<&create, &remove>({"AWS::EC2::SubnetRouteTableAssociation", rows, attributes}, {},
                                    {"ec2:AssociateRouteTable", "ec2:DisassociateRouteTable", &arns});

}  // namespace berth::cloudformation
