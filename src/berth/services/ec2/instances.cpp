// What runs, of what it is made, and what could: instances are slices of this machine, images are names.
#include "base/time_format.hpp"
#include "berth/fleet/instance_type.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/fleet/made_id.hpp"
#include "berth/fleet/network.hpp"
#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/filters.hpp"
#include "berth/services/ec2/pages.hpp"

#include <algorithm>

namespace berth::ec2 {

namespace {

constexpr const char* amazon = "591542846629";  // the account that publishes the images for ECS

bool is_wanted(const std::vector<std::string>& ids, std::string_view id) {
  return ids.empty() || std::ranges::find(ids, id) != ids.end();
}

void check_dry_run(const std::optional<bool>& flag) {
  if (flag.value_or(false)) throw dry_run();
}

/// A group's tags, and Auto Scaling's own.
std::map<std::string, std::string> tags_of(const Ec2& ec2, const fleet::Instance& instance) {
  const std::string& name = instance.record.group;
  const fleet::Group* group = ec2.fleet.find_group({instance.account, instance.region, name});
  std::map<std::string, std::string> tags;
  if (group) tags = group->tags;
  if (!name.empty()) tags["aws:autoscaling:groupName"] = name;
  return tags;
}

std::optional<IamInstanceProfile> profile_of(const Ec2& ec2, const fleet::Instance& instance) {
  const auto* found =
      ec2.directory.find_instance_profile(instance.account, instance.record.iam_instance_profile);
  if (!found) return std::nullopt;
  return IamInstanceProfile{.Arn = found->arn(), .Id = found->id};
}

Instance describe(const Ec2& ec2, const fleet::Instance& instance,
                  const std::map<std::string, std::string>& tags) {
  const fleet::InstanceRecord& record = instance.record;
  Instance shape;
  const auto architecture = instance.attributes.find("ecs.cpu-architecture");
  if (architecture != instance.attributes.end()) shape.Architecture = architecture->second;
  shape.IamInstanceProfile = profile_of(ec2, instance);
  for (const auto& [key, value] : tags) shape.Tags.push_back({.Key = key, .Value = value});
  shape.InstanceId = record.id;
  shape.ImageId = record.image_id;
  const int code = record.terminating ? 32 : 16;
  shape.State.emplace(InstanceState{.Code = code, .Name = record.terminating ? "shutting-down" : "running"});
  shape.InstanceType = record.instance_type;
  shape.LaunchTime = wire::Timestamp{record.launched_at};
  shape.Placement = Placement{.AvailabilityZone = record.availability_zone, .Tenancy = "default"};
  shape.SubnetId = record.subnet_id;
  const auto* subnet = ec2.fleet.network().find({instance.account, instance.region, record.subnet_id});
  shape.VpcId =
      subnet ? subnet->attribute("vpc-id") : fleet::default_network(instance.account, instance.region).vpc_id;
  return shape;
}

}  // namespace

DescribeKeyPairsResult describe_key_pairs(Ec2&, const Call&, DescribeKeyPairsRequest in) {
  check_dry_run(in.DryRun);
  if (!in.KeyNames.empty()) throw key_pair_not_found(in.KeyNames.front());
  if (!in.KeyPairIds.empty()) throw key_pair_not_found(in.KeyPairIds.front());
  return {};
}

DescribeImagesResult describe_images(Ec2&, const Call& call, DescribeImagesRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.ImageIds, "imageIdsSet", in.MaxResults, "maxResults");
  for (const std::string& id : in.ImageIds)
    if (!fleet::find_machine_image(call.region, id)) throw image_not_found(id);
  const bool owned = in.Owners.empty() || is_wanted(in.Owners, "amazon") || is_wanted(in.Owners, amazon);
  DescribeImagesResult out;
  for (const fleet::MachineImage& image : fleet::machine_images()) {
    const std::string id = image.id(call.region);
    const bool wanted = matches(in.Filters, {{"architecture", std::string(image.architecture)},
                                             {"description", std::string(image.description)},
                                             {"hypervisor", "xen"},
                                             {"image-id", id},
                                             {"image-type", "machine"},
                                             {"is-public", "true"},
                                             {"name", std::string(image.name)},
                                             {"owner-alias", "amazon"},
                                             {"owner-id", amazon},
                                             {"root-device-type", "ebs"},
                                             {"state", "available"},
                                             {"virtualization-type", "hvm"}});
    if (!wanted || !owned || !is_wanted(in.ImageIds, id)) continue;
    Image shape;
    shape.PlatformDetails = "Linux/UNIX";
    shape.Description = image.description;
    shape.EnaSupport = true;
    shape.Hypervisor = "xen";
    shape.ImageOwnerAlias = "amazon";
    shape.Name = image.name;
    shape.RootDeviceType = "ebs";
    shape.VirtualizationType = "hvm";
    shape.ImageId = id;
    shape.ImageLocation = "amazon/" + std::string(image.name);
    shape.State.emplace("available");
    shape.OwnerId.emplace(amazon);
    shape.CreationDate = base::to_iso8601(fleet::images_published_at());
    shape.Public.emplace(true);
    shape.Architecture = image.architecture;
    shape.ImageType = "machine";
    out.Images.push_back(std::move(shape));
  }
  return out;
}

DescribeInstancesResult describe_instances(Ec2& ec2, const Call& call, DescribeInstancesRequest in) {
  check_dry_run(in.DryRun);
  check_named_or_paged(in.InstanceIds, "instancesSet", in.MaxResults, "maxResults");
  for (const std::string& id : in.InstanceIds) {
    const fleet::Instance* found = ec2.fleet.find_instance(call.account, call.region, id);
    if (!found || found->record.id != id) throw instance_not_found(id);
  }
  DescribeInstancesResult out;
  for (const fleet::Instance* instance : ec2.fleet.instances(call.account, call.region)) {
    const auto tags = tags_of(ec2, *instance);
    const Instance shape = describe(ec2, *instance, tags);
    const auto filters = without_tags(in.Filters, tags);
    if (!filters || !is_wanted(in.InstanceIds, *shape.InstanceId)) continue;
    if (!matches(*filters, {{"architecture", shape.Architecture.value_or("")},
                            {"availability-zone", instance->record.availability_zone},
                            {"iam-instance-profile.arn",
                             shape.IamInstanceProfile ? shape.IamInstanceProfile->Arn.value_or("") : ""},
                            {"image-id", *shape.ImageId},
                            {"instance-id", *shape.InstanceId},
                            {"instance-state-code", std::to_string(*shape.State->Code)},
                            {"instance-state-name", *shape.State->Name},
                            {"instance-type", *shape.InstanceType},
                            {"owner-id", call.account},
                            {"subnet-id", *shape.SubnetId},
                            {"vpc-id", *shape.VpcId}}))
      continue;
    Reservation reservation;
    reservation.ReservationId = fleet::made_id("r", call.account, call.region, *shape.InstanceId);
    reservation.OwnerId = call.account;
    reservation.Instances.push_back(shape);
    out.Reservations.push_back(std::move(reservation));
  }
  return out;
}

DescribeInstanceTypesResult describe_instance_types(Ec2&, const Call&, DescribeInstanceTypesRequest in) {
  check_dry_run(in.DryRun);
  for (const std::string& name : in.InstanceTypes)
    if (!fleet::find_instance_type(name)) throw invalid_instance_type(name);
  DescribeInstanceTypesResult out;
  for (const fleet::InstanceType& type : fleet::instance_types()) {
    const bool wanted = matches(in.Filters, {{"instance-type", std::string(type.name)},
                                             {"memory-info.size-in-mib", std::to_string(type.memory_mib)},
                                             {"vcpu-info.default-vcpus", std::to_string(type.vcpus)}});
    if (!wanted || !is_wanted(in.InstanceTypes, type.name)) continue;
    InstanceTypeInfo shape;
    shape.InstanceType = type.name;
    shape.VCpuInfo = VCpuInfo{.DefaultVCpus = type.vcpus};
    shape.MemoryInfo = MemoryInfo{.SizeInMiB = type.memory_mib};
    if (type.gpus > 0) {
      GpuInfo gpus;
      gpus.Gpus.push_back({.Name = std::string(type.gpu_kind), .Manufacturer = "NVIDIA", .Count = type.gpus});
      shape.GpuInfo = std::move(gpus);
    }
    out.InstanceTypes.push_back(std::move(shape));
  }
  return out;
}

}  // namespace berth::ec2
