#include "berth/fleet/fleet.hpp"
#include "berth/services/cloudformation/resources/joined_cluster.hpp"
#include "berth/services/cloudformation/resources/passed_profile.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

struct LaunchConfigurationProperties {
  std::optional<std::string> LaunchConfigurationName;
  std::string ImageId;
  std::string InstanceType;
  std::optional<std::string> IamInstanceProfile;
  std::optional<std::string> UserData;
  std::vector<std::string> SecurityGroups;
  std::optional<std::string> KeyName;
  std::optional<bool> AssociatePublicIpAddress;
  std::optional<wire::Document> BlockDeviceMappings;
  std::optional<bool> EbsOptimized;
  std::optional<bool> InstanceMonitoring;
  std::optional<std::string> InstanceId;
  std::optional<std::string> KernelId;
  std::optional<std::string> RamDiskId;
  std::optional<wire::Document> MetadataOptions;
  std::optional<std::string> PlacementTenancy;
  std::optional<std::string> SpotPrice;
  std::optional<std::string> ClassicLinkVPCId;
  std::vector<std::string> ClassicLinkVPCSecurityGroups;
};
AWS_SHAPE(LaunchConfigurationProperties, LaunchConfigurationName, ImageId, InstanceType, IamInstanceProfile,
          UserData, SecurityGroups, KeyName, AssociatePublicIpAddress, BlockDeviceMappings, EbsOptimized,
          InstanceMonitoring, InstanceId, KernelId, RamDiskId, MetadataOptions, PlacementTenancy, SpotPrice,
          ClassicLinkVPCId, ClassicLinkVPCSecurityGroups)

constexpr PropertyRow rows[] = {
    {"LaunchConfigurationName", Standing::Honoured, "", replaces},
    {"ImageId", Standing::Ignored, "instances are slices of this machine; nothing is booted", replaces},
    {"InstanceType", Standing::Emulated,
     "an instance is a slice of this machine, at most as large as the type", replaces},
    {"IamInstanceProfile", Standing::Honoured, "", replaces},
    {"UserData", Standing::Emulated, "read for ECS_CLUSTER, never executed", replaces},
    {"SecurityGroups", Standing::Ignored, "this machine's network is not filtered by them", replaces},
    {"KeyName", Standing::Ignored, "nobody logs in to a slice", replaces},
    {"AssociatePublicIpAddress", Standing::Ignored, "instances share the machine's addresses", replaces},
    {"BlockDeviceMappings", Standing::Ignored, "instances share the machine's disk", replaces},
    {"EbsOptimized", Standing::Ignored, "", replaces},
    {"InstanceMonitoring", Standing::Ignored, "", replaces},
    {"InstanceId", Standing::Refused, "there is no instance to copy from", replaces},
    {"KernelId", Standing::Ignored, "the kernel is this machine's", replaces},
    {"RamDiskId", Standing::Ignored, "nothing is booted", replaces},
    {"MetadataOptions", Standing::Ignored, "tasks get credentials from their own endpoint", replaces},
    {"PlacementTenancy", Standing::Ignored, "", replaces},
    {"SpotPrice", Standing::Ignored, "nobody takes the machine away", replaces},
    {"ClassicLinkVPCId", Standing::Ignored, "", replaces},
    {"ClassicLinkVPCSecurityGroups", Standing::Ignored, "", replaces},
};

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              LaunchConfigurationProperties properties) {
  if (properties.IamInstanceProfile) authorize_profile(environment, call, *properties.IamInstanceProfile);
  fleet::LaunchConfiguration configuration;
  configuration.name = properties.LaunchConfigurationName.value_or("");
  configuration.instance_type = properties.InstanceType;
  configuration.image_id = properties.ImageId;
  configuration.iam_instance_profile = properties.IamInstanceProfile.value_or("");
  configuration.user_data = properties.UserData.value_or("");
  configuration.security_groups = properties.SecurityGroups;
  configuration.key_name = properties.KeyName.value_or("");
  configuration.cluster = joined_cluster(request, "UserData", properties.UserData);
  configuration.created_at = environment.clock.now();
  const std::string name = configuration.name;
  const auto made = environment.fleet.create_launch_configuration({request.account, request.region, name},
                                                                  std::move(configuration));
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(name);
  note_size(environment.fleet.machine(), request, "InstanceType", properties.InstanceType);
  co_return Attributes{};
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  const fleet::Key key{request.account, request.region, request.physical_id};
  if (environment.fleet.find_launch_configuration(key) == nullptr) co_return;
  const auto removed = environment.fleet.remove_launch_configuration(key);
  if (!removed) throw ResourceFailure(removed.error().message);
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("autoscaling", request) + "launchConfiguration:*:launchConfigurationName/" + name};
}

}  // namespace

const ResourceType launch_configuration = resource_type<&create, &remove>(
    {"AWS::AutoScaling::LaunchConfiguration", rows, {}}, {.property = "LaunchConfigurationName"},
    {"autoscaling:CreateLaunchConfiguration", "autoscaling:DeleteLaunchConfiguration", &arns});

}  // namespace berth::cloudformation
