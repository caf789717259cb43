/// Images, instances, their types and key pairs as they travel.
#pragma once

#include "berth/services/ec2/shapes.hpp"
#include "berth/wire/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct KeyPairInfo {
  std::optional<std::string> KeyPairId;
  std::optional<std::string> KeyName;
};
AWS_SHAPE(KeyPairInfo, KeyPairId, KeyName)

struct DescribeKeyPairsRequest {
  Named<std::vector<std::string>, "KeyName"> KeyNames;
  Named<std::vector<std::string>, "KeyPairId"> KeyPairIds;
  std::optional<bool> IncludePublicKey;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeKeyPairsRequest, KeyNames, KeyPairIds, IncludePublicKey, DryRun, Filters)

struct DescribeKeyPairsResult {
  Named<std::vector<KeyPairInfo>, "keySet"> KeyPairs;
};
AWS_SHAPE(DescribeKeyPairsResult, KeyPairs)

struct Image {
  std::optional<std::string> PlatformDetails;
  std::optional<std::string> Description;
  std::optional<bool> EnaSupport;
  std::optional<std::string> Hypervisor;
  std::optional<std::string> ImageOwnerAlias;
  std::optional<std::string> Name;
  std::optional<std::string> RootDeviceType;
  std::optional<std::string> VirtualizationType;
  std::optional<std::string> ImageId;
  std::optional<std::string> ImageLocation;
  Named<std::optional<std::string>, "imageState"> State;
  Named<std::optional<std::string>, "imageOwnerId"> OwnerId;
  std::optional<std::string> CreationDate;
  Named<std::optional<bool>, "isPublic"> Public;
  std::optional<std::string> Architecture;
  std::optional<std::string> ImageType;
};
AWS_SHAPE(Image, PlatformDetails, Description, EnaSupport, Hypervisor, ImageOwnerAlias, Name, RootDeviceType,
          VirtualizationType, ImageId, ImageLocation, State, OwnerId, CreationDate, Public, Architecture,
          ImageType)

struct DescribeImagesRequest {
  Named<std::vector<std::string>, "ExecutableBy"> ExecutableUsers;
  Named<std::vector<std::string>, "ImageId"> ImageIds;
  Named<std::vector<std::string>, "Owner"> Owners;
  std::optional<bool> IncludeDeprecated;
  std::optional<bool> IncludeDisabled;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeImagesRequest, ExecutableUsers, ImageIds, Owners, IncludeDeprecated, IncludeDisabled,
          NextToken, MaxResults, DryRun, Filters)

struct DescribeImagesResult {
  Named<std::vector<Image>, "imagesSet"> Images;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeImagesResult, Images, NextToken)

struct InstanceState {
  std::optional<int> Code;
  std::optional<std::string> Name;
};
AWS_SHAPE(InstanceState, Code, Name)

struct IamInstanceProfile {
  std::optional<std::string> Arn;
  std::optional<std::string> Id;
};
AWS_SHAPE(IamInstanceProfile, Arn, Id)

struct Placement {
  std::optional<std::string> AvailabilityZone;
  std::optional<std::string> Tenancy;
};
AWS_SHAPE(Placement, AvailabilityZone, Tenancy)

struct Instance {
  std::optional<std::string> Architecture;
  std::optional<ec2::IamInstanceProfile> IamInstanceProfile;
  Named<std::vector<Tag>, "tagSet"> Tags;
  std::optional<std::string> InstanceId;
  std::optional<std::string> ImageId;
  Named<std::optional<InstanceState>, "instanceState"> State;
  std::optional<std::string> InstanceType;
  std::optional<wire::Timestamp> LaunchTime;
  std::optional<ec2::Placement> Placement;
  std::optional<std::string> SubnetId;
  std::optional<std::string> VpcId;
};
AWS_SHAPE(Instance, Architecture, IamInstanceProfile, Tags, InstanceId, ImageId, State, InstanceType,
          LaunchTime, Placement, SubnetId, VpcId)

struct Reservation {
  std::optional<std::string> ReservationId;
  std::optional<std::string> OwnerId;
  Named<std::vector<Instance>, "instancesSet"> Instances;
};
AWS_SHAPE(Reservation, ReservationId, OwnerId, Instances)

struct DescribeInstancesRequest {
  Named<std::vector<std::string>, "InstanceId"> InstanceIds;
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
};
AWS_SHAPE(DescribeInstancesRequest, InstanceIds, DryRun, Filters, NextToken, MaxResults)

struct DescribeInstancesResult {
  Named<std::vector<Reservation>, "reservationSet"> Reservations;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeInstancesResult, Reservations, NextToken)

struct VCpuInfo {
  std::optional<int> DefaultVCpus;
};
AWS_SHAPE(VCpuInfo, DefaultVCpus)

struct MemoryInfo {
  std::optional<std::int64_t> SizeInMiB;
};
AWS_SHAPE(MemoryInfo, SizeInMiB)

struct GpuDeviceInfo {
  std::optional<std::string> Name;
  std::optional<std::string> Manufacturer;
  std::optional<int> Count;
};
AWS_SHAPE(GpuDeviceInfo, Name, Manufacturer, Count)

struct GpuInfo {
  std::vector<GpuDeviceInfo> Gpus;
};
AWS_SHAPE(GpuInfo, Gpus)

struct InstanceTypeInfo {
  std::optional<std::string> InstanceType;
  std::optional<ec2::VCpuInfo> VCpuInfo;
  std::optional<ec2::MemoryInfo> MemoryInfo;
  std::optional<ec2::GpuInfo> GpuInfo;
};
AWS_SHAPE(InstanceTypeInfo, InstanceType, VCpuInfo, MemoryInfo, GpuInfo)

struct DescribeInstanceTypesRequest {
  std::optional<bool> DryRun;
  Named<std::vector<std::string>, "InstanceType"> InstanceTypes;
  Named<std::vector<Filter>, "Filter"> Filters;
  std::optional<int> MaxResults;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeInstanceTypesRequest, DryRun, InstanceTypes, Filters, MaxResults, NextToken)

struct DescribeInstanceTypesResult {
  Named<std::vector<InstanceTypeInfo>, "instanceTypeSet"> InstanceTypes;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeInstanceTypesResult, InstanceTypes, NextToken)

}  // namespace berth::ec2
