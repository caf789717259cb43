#include "berth/services/autoscaling/describe.hpp"

namespace berth::autoscaling {

std::string group_arn(const wire::Call& call, const std::string& group) {
  return "arn:aws:autoscaling:" + call.region + ":" + call.account +
         ":autoScalingGroup:*:autoScalingGroupName/" + group;
}

std::optional<std::string> text(const std::string& value) {
  return value.empty() ? std::nullopt : std::optional(value);
}

std::optional<LaunchTemplateSpecification> template_of(const fleet::Fleet& fleet, const wire::Call& call,
                                                       const std::string& id, const std::string& version) {
  if (id.empty()) return std::nullopt;
  LaunchTemplateSpecification shape{
      .LaunchTemplateId = id, .LaunchTemplateName = {}, .Version = text(version)};
  if (const auto* found = fleet.launch_templates().find({call.account, call.region, id}))
    shape.LaunchTemplateName = found->name;
  return shape;
}

std::vector<TagDescription> tags_of(const fleet::Group& group) {
  std::vector<TagDescription> tags;
  for (const auto& [key, value] : group.tags)
    tags.push_back({.ResourceId = group.name,
                    .ResourceType = "auto-scaling-group",
                    .Key = key,
                    .Value = value,
                    .PropagateAtLaunch = group.propagated_tags.contains(key)});
  return tags;
}

Instance describe(const fleet::Fleet& fleet, const wire::Call& call, const fleet::Instance& instance) {
  const fleet::InstanceRecord& record = instance.record;
  return {.InstanceId = record.id,
          .InstanceType = record.instance_type,
          .AvailabilityZone = record.availability_zone,
          .LifecycleState = record.terminating ? "Terminating" : "InService",
          .HealthStatus = "Healthy",
          .LaunchConfigurationName = text(record.launch_configuration),
          .LaunchTemplate = template_of(fleet, call, record.launch_template, record.launch_template_version),
          .ImageId = record.image_id};
}

Activity describe(const wire::Call& call, const std::string& group, const fleet::ScalingActivity& activity) {
  return {.ActivityId = activity.id,
          .AutoScalingGroupName = group,
          .Description = activity.description,
          .Cause = activity.cause,
          .StartTime = {activity.at},
          .EndTime = wire::Timestamp{activity.at},
          .StatusCode = activity.status,
          .StatusMessage = text(activity.message),
          .Progress = 100,
          .AutoScalingGroupARN = group_arn(call, group)};
}

}  // namespace berth::autoscaling
