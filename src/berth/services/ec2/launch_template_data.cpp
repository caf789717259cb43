#include "berth/services/ec2/launch_template_data.hpp"

#include "berth/services/ec2/data_documents.hpp"
#include "berth/services/ec2/errors.hpp"

namespace berth::ec2 {

namespace {

void check_refused(const RequestLaunchTemplateData& data) {
  const struct {
    bool given;
    const char *member, *instead;
  } refused[] = {
      {data.InstanceRequirements.has_value(), "InstanceRequirements",
       "a group has one type of instance: use InstanceType"},
      {!data.ElasticGpuSpecifications.empty(), "ElasticGpuSpecifications",
       "use an InstanceType that has GPUs"},
      {!data.ElasticInferenceAccelerators.empty(), "ElasticInferenceAccelerators",
       "use an InstanceType that has GPUs"},
      {data.CapacityReservationSpecification.has_value(), "CapacityReservationSpecification",
       "this machine's capacity is not reserved: leave it out"},
      {!data.LicenseSpecifications.empty(), "LicenseSpecifications",
       "nothing is licensed here: leave it out"},
      {data.PrivateDnsNameOptions.has_value(), "PrivateDnsNameOptions",
       "instances have no names of their own: leave it out"},
      {data.MaintenanceOptions.has_value(), "MaintenanceOptions",
       "instances are not recovered: leave it out"},
      {data.Operator.has_value(), "Operator", "instances have no other operator: leave it out"},
      {data.NetworkPerformanceOptions.has_value(), "NetworkPerformanceOptions",
       "instances share this machine's network: leave it out"},
      {!data.SecondaryInterfaces.empty(), "SecondaryInterfaces",
       "instances share this machine's network: leave it out"},
  };
  for (const auto& each : refused)
    if (each.given) throw unsupported_template_member(each.member, each.instead);
}

/// Whoever makes a template hands on the role in its instance profile.
void authorize_profile(const Ec2& ec2, const Call& call, const std::string& name_or_arn) {
  if (name_or_arn.empty()) return;
  const auto* profile = ec2.directory.find_instance_profile(call.account, name_or_arn);
  if (!profile) throw invalid_instance_profile(name_or_arn);
  if (const auto* role = ec2.directory.find_role(call.account, profile->role))
    call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
}

}  // namespace

fleet::LaunchTemplateVersion launch_template_version_of(const Ec2& ec2, const Call& call,
                                                        const std::optional<std::string>& description,
                                                        const RequestLaunchTemplateData& data) {
  check_refused(data);
  fleet::LaunchTemplateVersion version;
  version.description = description.value_or("");
  version.created_by = call.principal.arn;
  version.launch.instance_type = data.InstanceType.value_or("");
  version.launch.image_id = data.ImageId.value_or("");
  version.launch.user_data = data.UserData.value_or("");
  version.launch.key_name = data.KeyName.value_or("");
  version.launch.security_groups = data.SecurityGroupIds;
  for (const TemplateInterface& each : data.NetworkInterfaces)
    version.launch.security_groups.insert(version.launch.security_groups.end(), each.Groups.begin(),
                                          each.Groups.end());
  if (data.IamInstanceProfile)
    version.launch.iam_instance_profile =
        data.IamInstanceProfile->Arn.value_or(data.IamInstanceProfile->Name.value_or(""));
  authorize_profile(ec2, call, version.launch.iam_instance_profile);
  version.document = base::to_text(base::to_document(data));
  return version;
}

}  // namespace berth::ec2
