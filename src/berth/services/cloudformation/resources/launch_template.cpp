#include "base/described_json.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/services/cloudformation/resources/joined_cluster.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ec2/launch_template_data.hpp"

namespace berth::cloudformation {
namespace {

// The API's own shape of the data is the property's. What of it is refused, EC2 says itself, by name
// (services/ec2/launch_template_data.cpp).
struct LaunchTemplateProperties {
  std::optional<std::string> LaunchTemplateName;
  ec2::RequestLaunchTemplateData LaunchTemplateData;
  std::optional<std::string> VersionDescription;
  std::vector<ec2::TagSpecification> TagSpecifications;
};
AWS_SHAPE(LaunchTemplateProperties, LaunchTemplateName, LaunchTemplateData, VersionDescription,
          TagSpecifications)

constexpr PropertyRow rows[] = {
    {"LaunchTemplateName", Standing::Honoured, "", replaces},
    {"LaunchTemplateData", Standing::Honoured},
    {"LaunchTemplateData.InstanceType", Standing::Emulated,
     "an instance is a slice of this machine, at most as large as the type"},
    {"LaunchTemplateData.UserData", Standing::Emulated, "read for ECS_CLUSTER, never executed"},
    {"LaunchTemplateData.ImageId", Standing::Ignored,
     "instances are slices of this machine; nothing is booted"},
    {"LaunchTemplateData.KernelId", Standing::Ignored, "the kernel is this machine's"},
    {"LaunchTemplateData.RamDiskId", Standing::Ignored, "nothing is booted"},
    {"LaunchTemplateData.SecurityGroupIds", Standing::Ignored,
     "this machine's network is not filtered by them"},
    {"LaunchTemplateData.SecurityGroups", Standing::Ignored,
     "this machine's network is not filtered by them"},
    {"LaunchTemplateData.NetworkInterfaces", Standing::Ignored, "instances share this machine's network"},
    {"LaunchTemplateData.KeyName", Standing::Ignored, "nobody logs in to a slice"},
    {"LaunchTemplateData.BlockDeviceMappings", Standing::Ignored, "instances share the machine's disk"},
    {"LaunchTemplateData.EbsOptimized", Standing::Ignored, "instances share the machine's disk"},
    {"LaunchTemplateData.Monitoring", Standing::Ignored, "no metrics of instances are kept"},
    {"LaunchTemplateData.MetadataOptions", Standing::Ignored,
     "tasks get credentials from their own endpoint"},
    {"LaunchTemplateData.TagSpecifications", Standing::Ignored,
     "kept and shown; what a group launches is not tagged"},
    {"LaunchTemplateData.Placement", Standing::Ignored, "there is one machine"},
    {"LaunchTemplateData.CreditSpecification", Standing::Ignored, "CPU time is not metered"},
    {"LaunchTemplateData.CpuOptions", Standing::Ignored, "an instance's CPU units are shares of the machine"},
    {"LaunchTemplateData.HibernationOptions", Standing::Ignored, "a slice does not sleep"},
    {"LaunchTemplateData.EnclaveOptions", Standing::Ignored, "there are no enclaves"},
    {"LaunchTemplateData.InstanceMarketOptions", Standing::Ignored, "nobody takes the machine away"},
    {"LaunchTemplateData.DisableApiStop", Standing::Ignored, "instances are not stopped by API"},
    {"LaunchTemplateData.DisableApiTermination", Standing::Ignored, "only their group ends instances"},
    {"LaunchTemplateData.InstanceInitiatedShutdownBehavior", Standing::Ignored, "a slice does not shut down"},
    {"VersionDescription", Standing::Honoured},
    {"TagSpecifications", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"LaunchTemplateId", "LatestVersionNumber", "DefaultVersionNumber"};

Attributes attributes_of(const fleet::LaunchTemplate& made) {
  return {{"LaunchTemplateId", made.id},
          {"LatestVersionNumber", std::to_string(made.latest_version)},
          {"DefaultVersionNumber", std::to_string(made.default_version)}};
}

fleet::LaunchTemplateVersion version_of(Environment& environment, const Call& call,
                                        const ResourceRequest& request,
                                        const LaunchTemplateProperties& properties) {
  const ec2::RequestLaunchTemplateData& data = properties.LaunchTemplateData;
  auto version = ec2::launch_template_version_of(environment.ec2, call, properties.VersionDescription, data);
  version.launch.cluster = joined_cluster(request, "LaunchTemplateData.UserData", data.UserData);
  note_size(environment.fleet.machine(), request, "LaunchTemplateData.InstanceType",
            data.InstanceType.value_or(""));
  return version;
}

std::map<std::string, std::string> tags_of(const ResourceRequest& request,
                                           const LaunchTemplateProperties& properties) {
  auto tags = request.tags;
  for (const ec2::TagSpecification& each : properties.TagSpecifications) {
    if (each.ResourceType != "launch-template")
      throw PropertyError(
          "TagSpecifications: ResourceType must be launch-template. Tags of instances belong "
          "in LaunchTemplateData.TagSpecifications.");
    for (const ec2::Tag& tag : each.Tags) tags[tag.Key.value_or("")] = tag.Value.value_or("");
  }
  return tags;
}

/// One that is to be made has no id yet: EC2 then asks on all of them.
std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  const bool made = !request.physical_id.empty();
  return {arn_start("ec2", request) + "launch-template/" + (made ? request.physical_id : "*")};
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              LaunchTemplateProperties properties) {
  auto tags = tags_of(request, properties);
  const auto made = environment.fleet.launch_templates().create(
      request.account, request.region, properties.LaunchTemplateName.value_or(""), std::move(tags),
      version_of(environment, call, request, properties));
  if (!made) throw ResourceFailure(made.error().message);
  request.initiated(made->id);
  co_return attributes_of(*made);
}

/// A change is a new version; the default one stays.
Making update(Environment& environment, const Call& call, ResourceRequest& request,
              LaunchTemplateProperties wanted, LaunchTemplateProperties) {
  fleet::LaunchTemplates& templates = environment.fleet.launch_templates();
  const fleet::Key key{request.account, request.region, request.physical_id};
  const fleet::LaunchTemplate* found = templates.find(key);
  if (found == nullptr)
    throw ResourceFailure("The specified launch template, with template ID " + key.name +
                          ", does not exist.");
  const std::string arn = arns(environment, request, key.name).front();
  fleet::LaunchTemplateVersion version = version_of(environment, call, request, wanted);
  const fleet::LaunchTemplateVersion* latest = found->find_version("$Latest");
  const bool same = latest != nullptr && latest->document == version.document &&
                    latest->description == version.description &&
                    latest->launch.cluster == version.launch.cluster;
  if (!same) {
    call.authorize("ec2:CreateLaunchTemplateVersion", arn);
    templates.add_version(key, std::move(version));
  }
  auto tags = tags_of(request, wanted);
  if (tags != found->tags) {
    call.authorize("ec2:CreateTags", arn);
    templates.set_tags(key, std::move(tags));
  }
  co_return attributes_of(*found);
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  environment.fleet.launch_templates().remove({request.account, request.region, request.physical_id});
  co_return;
}

}  // namespace

const ResourceType launch_template =
    resource_type<&create, &remove, &update>({"AWS::EC2::LaunchTemplate", rows, attributes},
                                             {.property = "LaunchTemplateName", .style = {.longest = 128}},
                                             {"ec2:CreateLaunchTemplate", "ec2:DeleteLaunchTemplate", &arns});

}  // namespace berth::cloudformation
