// Internet gateways, elastic addresses and NAT gateways.
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/network_describe.hpp"
#include "berth/services/ec2/network_parts.hpp"
#include "berth/services/ec2/pages.hpp"

namespace berth::ec2 {

CreateInternetGatewayResult create_internet_gateway(Ec2& ec2, const Call& call,
                                                    CreateInternetGatewayRequest in) {
  check_dry_run(in.DryRun);
  const auto made =
      make_part(ec2, call, "internet-gateway", {}, tags_in(in.TagSpecifications, "internet-gateway"));
  return {.InternetGateway = to_internet_gateway(call, made)};
}

void delete_internet_gateway(Ec2& ec2, const Call& call, DeleteInternetGatewayRequest in) {
  check_dry_run(in.DryRun);
  remove_part(ec2, call, "internet-gateway", in.InternetGatewayId);
}

void attach_internet_gateway(Ec2& ec2, const Call& call, AttachInternetGatewayRequest in) {
  check_dry_run(in.DryRun);
  attach_gateway(ec2, call, in.InternetGatewayId, in.VpcId);
}

void detach_internet_gateway(Ec2& ec2, const Call& call, DetachInternetGatewayRequest in) {
  check_dry_run(in.DryRun);
  detach_gateway(ec2, call, in.InternetGatewayId, in.VpcId);
}

DescribeInternetGatewaysResult describe_internet_gateways(Ec2& ec2, const Call& call,
                                                          DescribeInternetGatewaysRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.InternetGatewayIds, "InternetGatewayIds", in.MaxResults);
  DescribeInternetGatewaysResult out;
  const FilterValues others{{"attachment.vpc-id", ""}, {"attachment.state", "available"}};
  for (const auto* each : described(ec2, call, "internet-gateway", "internet-gateway-id",
                                    in.InternetGatewayIds, in.Filters, others))
    out.InternetGateways.push_back(to_internet_gateway(call, *each));
  return out;
}

AllocateAddressResult allocate_address(Ec2& ec2, const Call& call, AllocateAddressRequest in) {
  check_dry_run(in.DryRun);
  const auto made = make_address(ec2, call, tags_in(in.TagSpecifications, "elastic-ip"));
  return {.AllocationId = made.id,
          .NetworkBorderGroup = call.region,
          .Domain = "vpc",
          .PublicIp = made.attribute("public-ip")};
}

void release_address(Ec2& ec2, const Call& call, ReleaseAddressRequest in) {
  check_dry_run(in.DryRun);
  if (!in.AllocationId)
    throw wire::ServiceError("MissingParameter", "The request must contain the parameter AllocationId");
  const std::string address = find_part(ec2, call, "elastic-ip", *in.AllocationId).attribute("public-ip");
  if (!ec2.fleet.network()
           .with(call.account, call.region, "natgateway", "allocation-id", *in.AllocationId)
           .empty())
    throw wire::ServiceError("InvalidIPAddress.InUse", "Address " + address + " is in use.");
  remove_part(ec2, call, "elastic-ip", *in.AllocationId);
}

DescribeAddressesResult describe_addresses(Ec2& ec2, const Call& call, DescribeAddressesRequest in) {
  check_dry_run(in.DryRun);
  DescribeAddressesResult out;
  for (const auto* each : described(ec2, call, "elastic-ip", "allocation-id", in.AllocationIds, in.Filters)) {
    Address shape = to_address(ec2, call, *each);
    const auto& wanted = in.PublicIps;
    if (wanted.empty() || std::ranges::find(wanted, *shape.PublicIp) != wanted.end())
      out.Addresses.push_back(std::move(shape));
  }
  return out;
}

CreateNatGatewayResult create_nat_gateway(Ec2& ec2, const Call& call, CreateNatGatewayRequest in) {
  check_dry_run(in.DryRun);
  if (!in.SubnetId)
    throw wire::ServiceError("MissingParameter", "The request must contain the parameter SubnetId");
  const auto made =
      make_nat_gateway(ec2, call, *in.SubnetId, in.AllocationId.value_or(""),
                       in.ConnectivityType.value_or("public"), tags_in(in.TagSpecifications, "natgateway"));
  return {.NatGateway = to_nat_gateway(made)};
}

DeleteNatGatewayResult delete_nat_gateway(Ec2& ec2, const Call& call, DeleteNatGatewayRequest in) {
  check_dry_run(in.DryRun);
  remove_part(ec2, call, "natgateway", in.NatGatewayId);
  return {.NatGatewayId = in.NatGatewayId};
}

DescribeNatGatewaysResult describe_nat_gateways(Ec2& ec2, const Call& call, DescribeNatGatewaysRequest in) {
  check_dry_run(in.DryRun);
  DescribeNatGatewaysResult out;
  for (const auto* each : described(ec2, call, "natgateway", "nat-gateway-id", in.NatGatewayIds, in.Filter))
    out.NatGateways.push_back(to_nat_gateway(*each));
  return out;
}

}  // namespace berth::ec2
