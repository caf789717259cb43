#include "berth/services/cloudformation/resources/network_part.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct AttachmentProperties {
  std::string VpcId;
  std::optional<std::string> InternetGatewayId;
  std::optional<std::string> VpnGatewayId;
};
AWS_SHAPE(AttachmentProperties, VpcId, InternetGatewayId, VpnGatewayId)

constexpr PropertyRow rows[] = {
    {"VpcId", Standing::Emulated, kept_only, replaces},
    {"InternetGatewayId", Standing::Emulated, kept_only},
    {"VpnGatewayId", Standing::Refused, "there are no VPN gateways; use InternetGatewayId"},
};
constexpr std::string_view attributes[] = {"AttachmentType"};

/// AWS's own: "IGW|VPC".
std::string id_of(const AttachmentProperties& properties) { return "IGW|" + properties.VpcId; }

std::string gateway_of(const AttachmentProperties& properties) {
  if (!properties.InternetGatewayId) throw PropertyError("Property InternetGatewayId cannot be empty.");
  return *properties.InternetGatewayId;
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              AttachmentProperties properties) {
  ec2::attach_gateway(environment.ec2, call, gateway_of(properties), properties.VpcId);
  request.initiated(id_of(properties));
  co_return Attributes{{"AttachmentType", "IGW"}};
}

void detach(Environment& environment, const Call& call, const ResourceRequest& request) {
  const std::string vpc = request.physical_id.substr(request.physical_id.find('|') + 1);
  const auto attached = environment.fleet.network().with(request.account, request.region, "internet-gateway",
                                                         "attachment.vpc-id", vpc);
  if (!attached.empty()) ec2::detach_gateway(environment.ec2, call, std::string(attached.front()->id), vpc);
}

Making update(Environment& environment, const Call& call, ResourceRequest& request,
              AttachmentProperties wanted, AttachmentProperties) {
  const std::string arn = arn_start("ec2", request) + "internet-gateway/" + gateway_of(wanted);
  call.authorize("ec2:AttachInternetGateway", arn);
  detach(environment, call, request);
  ec2::attach_gateway(environment.ec2, call, gateway_of(wanted), wanted.VpcId);
  co_return Attributes{{"AttachmentType", "IGW"}};
}

Removing remove(Environment& environment, const Call& call, const ResourceRequest& request) {
  detach(environment, call, request);
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const auto* gateway = request.properties.if_contains("InternetGatewayId");
  return {arn_start("ec2", request) + "internet-gateway/" +
          (gateway != nullptr && gateway->is_string() ? std::string(gateway->get_string()) : "*")};
}

}  // namespace

const ResourceType ec2_vpc_gateway_attachment = resource_type<&create, &remove, &update>(
    {"AWS::EC2::VPCGatewayAttachment", rows, attributes}, {},
    {"ec2:AttachInternetGateway", "ec2:DetachInternetGateway", &arns});

}  // namespace berth::cloudformation
