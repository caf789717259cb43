#include "berth/services/ec2/operations.hpp"

namespace berth::ec2 {

namespace {

using wire::Action;
using wire::op;
using wire::resource;

std::string new_template(const Call& call, const CreateLaunchTemplateRequest&) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":launch-template/*";
}
/// One that is given by name is asked about as any: the line does not know its id.
template <class Request>
std::string launch_template(const Call& call, const Request& in) {
  return "arn:aws:ec2:" + call.region + ":" + call.account + ":launch-template/" +
         in.LaunchTemplateId.value_or("*");
}

// Everything fits in one page.
constexpr std::string_view paging[] = {"MaxResults", "NextToken"};

constexpr std::string_view token[] = {"ClientToken"};

constexpr wire::Operation<Ec2> table[] = {
    op<&describe_vpcs>("DescribeVpcs", Action{"ec2:DescribeVpcs"}).ignoring(paging),
    op<&describe_vpc_attribute>("DescribeVpcAttribute", Action{"ec2:DescribeVpcAttribute"}),
    op<&describe_subnets>("DescribeSubnets", Action{"ec2:DescribeSubnets"}).ignoring(paging),
    op<&describe_availability_zones>("DescribeAvailabilityZones", Action{"ec2:DescribeAvailabilityZones"}),
    op<&describe_security_groups>("DescribeSecurityGroups", Action{"ec2:DescribeSecurityGroups"})
        .ignoring(paging),
    op<&describe_key_pairs>("DescribeKeyPairs", Action{"ec2:DescribeKeyPairs"}),
    op<&describe_images>("DescribeImages", Action{"ec2:DescribeImages"}).ignoring(paging),
    op<&describe_instances>("DescribeInstances", Action{"ec2:DescribeInstances"}).ignoring(paging),
    op<&describe_instance_types>("DescribeInstanceTypes", Action{"ec2:DescribeInstanceTypes"})
        .ignoring(paging),
    op<&create_launch_template>("CreateLaunchTemplate", Action{"ec2:CreateLaunchTemplate"},
                                resource<&new_template>)
        .ignoring(token),
    op<&create_launch_template_version>("CreateLaunchTemplateVersion",
                                        Action{"ec2:CreateLaunchTemplateVersion"},
                                        resource<&launch_template<CreateLaunchTemplateVersionRequest>>)
        .ignoring(token),
    op<&modify_launch_template>("ModifyLaunchTemplate", Action{"ec2:ModifyLaunchTemplate"},
                                resource<&launch_template<ModifyLaunchTemplateRequest>>)
        .ignoring(token),
    op<&delete_launch_template>("DeleteLaunchTemplate", Action{"ec2:DeleteLaunchTemplate"},
                                resource<&launch_template<DeleteLaunchTemplateRequest>>),
    op<&describe_launch_templates>("DescribeLaunchTemplates", Action{"ec2:DescribeLaunchTemplates"})
        .ignoring(paging),
    op<&describe_launch_template_versions>("DescribeLaunchTemplateVersions",
                                           Action{"ec2:DescribeLaunchTemplateVersions"})
        .ignoring(paging),
};

}  // namespace

std::span<const wire::Operation<Ec2>> operations() { return table; }

}  // namespace berth::ec2
