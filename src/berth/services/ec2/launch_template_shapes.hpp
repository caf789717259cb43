/// Launch templates as they travel.
#pragma once

#include "berth/services/ec2/shapes.hpp"
#include "berth/wire/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct TemplateProfile {
  std::optional<std::string> Arn;
  std::optional<std::string> Name;
};
AWS_SHAPE(TemplateProfile, Arn, Name)

struct TemplateMonitoring {
  std::optional<bool> Enabled;
};
AWS_SHAPE(TemplateMonitoring, Enabled)

struct TemplateEbs {
  std::optional<bool> Encrypted;
  std::optional<bool> DeleteOnTermination;
  std::optional<int> Iops;
  std::optional<std::string> KmsKeyId;
  std::optional<std::string> SnapshotId;
  std::optional<int> VolumeSize;
  std::optional<std::string> VolumeType;
  std::optional<int> Throughput;
};
AWS_SHAPE(TemplateEbs, Encrypted, DeleteOnTermination, Iops, KmsKeyId, SnapshotId, VolumeSize, VolumeType,
          Throughput)

struct TemplateBlockDevice {
  std::optional<std::string> DeviceName;
  std::optional<std::string> VirtualName;
  std::optional<TemplateEbs> Ebs;
  std::optional<std::string> NoDevice;
};
AWS_SHAPE(TemplateBlockDevice, DeviceName, VirtualName, Ebs, NoDevice)

struct TemplateMetadataOptions {
  std::optional<std::string> HttpTokens;
  std::optional<int> HttpPutResponseHopLimit;
  std::optional<std::string> HttpEndpoint;
  std::optional<std::string> HttpProtocolIpv6;
  std::optional<std::string> InstanceMetadataTags;
};
AWS_SHAPE(TemplateMetadataOptions, HttpTokens, HttpPutResponseHopLimit, HttpEndpoint, HttpProtocolIpv6,
          InstanceMetadataTags)

struct TagSpecification {
  std::optional<std::string> ResourceType;
  Named<std::vector<Tag>, "Tag"> Tags;
};
AWS_SHAPE(TagSpecification, ResourceType, Tags)

struct TagSpecificationShown {
  std::optional<std::string> ResourceType;
  Named<std::vector<Tag>, "tagSet"> Tags;
};
AWS_SHAPE(TagSpecificationShown, ResourceType, Tags)

/// A member that is refused whatever it says: only that it is there is read.
struct Refused {};
AWS_SHAPE(Refused)

struct TemplatePlacement {
  std::optional<std::string> AvailabilityZone;
  std::optional<std::string> Affinity;
  std::optional<std::string> GroupName;
  std::optional<std::string> Tenancy;
};
AWS_SHAPE(TemplatePlacement, AvailabilityZone, Affinity, GroupName, Tenancy)

struct TemplateCredits {
  std::string CpuCredits;
};
AWS_SHAPE(TemplateCredits, CpuCredits)

struct TemplateCpuOptions {
  std::optional<int> CoreCount;
  std::optional<int> ThreadsPerCore;
};
AWS_SHAPE(TemplateCpuOptions, CoreCount, ThreadsPerCore)

struct TemplateHibernation {
  std::optional<bool> Configured;
};
AWS_SHAPE(TemplateHibernation, Configured)

struct TemplateEnclave {
  std::optional<bool> Enabled;
};
AWS_SHAPE(TemplateEnclave, Enabled)

struct TemplateSpotOptions {
  std::optional<std::string> MaxPrice;
  std::optional<std::string> SpotInstanceType;
  std::optional<std::string> InstanceInterruptionBehavior;
};
AWS_SHAPE(TemplateSpotOptions, MaxPrice, SpotInstanceType, InstanceInterruptionBehavior)

struct TemplateMarketOptions {
  std::optional<std::string> MarketType;
  std::optional<TemplateSpotOptions> SpotOptions;
};
AWS_SHAPE(TemplateMarketOptions, MarketType, SpotOptions)

struct TemplateInterface {
  std::optional<bool> AssociatePublicIpAddress;
  std::optional<bool> DeleteOnTermination;
  std::optional<std::string> Description;
  std::optional<int> DeviceIndex;
  Named<std::vector<std::string>, "SecurityGroupId"> Groups;
  std::optional<std::string> InterfaceType;
  std::optional<std::string> SubnetId;
  std::optional<int> NetworkCardIndex;
};
AWS_SHAPE(TemplateInterface, AssociatePublicIpAddress, DeleteOnTermination, Description, DeviceIndex, Groups,
          InterfaceType, SubnetId, NetworkCardIndex)

struct TemplateInterfaceShown {
  std::optional<bool> AssociatePublicIpAddress;
  std::optional<bool> DeleteOnTermination;
  std::optional<std::string> Description;
  std::optional<int> DeviceIndex;
  Named<std::vector<std::string>, "groupSet"> Groups;
  std::optional<std::string> InterfaceType;
  std::optional<std::string> SubnetId;
  std::optional<int> NetworkCardIndex;
};
AWS_SHAPE(TemplateInterfaceShown, AssociatePublicIpAddress, DeleteOnTermination, Description, DeviceIndex,
          Groups, InterfaceType, SubnetId, NetworkCardIndex)

/// What a version is made of, as a request gives it: kept and shown, or refused by name (launch_template_data.hpp).
struct RequestLaunchTemplateData {
  std::optional<bool> EbsOptimized;
  std::optional<TemplateProfile> IamInstanceProfile;
  Named<std::vector<TemplateBlockDevice>, "BlockDeviceMapping"> BlockDeviceMappings;
  std::optional<std::string> ImageId;
  std::optional<std::string> InstanceType;
  std::optional<std::string> KeyName;
  std::optional<TemplateMonitoring> Monitoring;
  std::optional<bool> DisableApiTermination;
  std::optional<std::string> InstanceInitiatedShutdownBehavior;
  std::optional<std::string> UserData;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
  Named<std::vector<std::string>, "SecurityGroupId"> SecurityGroupIds;
  Named<std::vector<std::string>, "SecurityGroup"> SecurityGroups;
  std::optional<TemplateMetadataOptions> MetadataOptions;
  std::optional<std::string> KernelId;
  std::optional<std::string> RamDiskId;
  std::optional<bool> DisableApiStop;
  std::optional<TemplatePlacement> Placement;
  std::optional<TemplateCredits> CreditSpecification;
  std::optional<TemplateCpuOptions> CpuOptions;
  std::optional<TemplateHibernation> HibernationOptions;
  std::optional<TemplateEnclave> EnclaveOptions;
  std::optional<TemplateMarketOptions> InstanceMarketOptions;
  Named<std::vector<TemplateInterface>, "NetworkInterface"> NetworkInterfaces;
  Named<std::vector<Refused>, "ElasticGpuSpecification"> ElasticGpuSpecifications;
  Named<std::vector<Refused>, "ElasticInferenceAccelerator"> ElasticInferenceAccelerators;
  std::optional<Refused> CapacityReservationSpecification;
  Named<std::vector<Refused>, "LicenseSpecification"> LicenseSpecifications;
  std::optional<Refused> InstanceRequirements;
  std::optional<Refused> PrivateDnsNameOptions;
  std::optional<Refused> MaintenanceOptions;
  std::optional<Refused> Operator;
  std::optional<Refused> NetworkPerformanceOptions;
  Named<std::vector<Refused>, "SecondaryInterface"> SecondaryInterfaces;
};
AWS_SHAPE(RequestLaunchTemplateData, EbsOptimized, IamInstanceProfile, BlockDeviceMappings, ImageId,
          InstanceType, KeyName, Monitoring, DisableApiTermination, InstanceInitiatedShutdownBehavior,
          UserData, TagSpecifications, SecurityGroupIds, SecurityGroups, MetadataOptions, KernelId, RamDiskId,
          DisableApiStop, Placement, CreditSpecification, CpuOptions, HibernationOptions, EnclaveOptions,
          InstanceMarketOptions, NetworkInterfaces, ElasticGpuSpecifications, ElasticInferenceAccelerators,
          CapacityReservationSpecification, LicenseSpecifications, InstanceRequirements,
          PrivateDnsNameOptions, MaintenanceOptions, Operator, NetworkPerformanceOptions, SecondaryInterfaces)

/// The same as an answer shows it: the same members under other names on the wire.
struct ResponseLaunchTemplateData {
  std::optional<bool> EbsOptimized;
  std::optional<TemplateProfile> IamInstanceProfile;
  Named<std::vector<TemplateBlockDevice>, "blockDeviceMappingSet"> BlockDeviceMappings;
  std::optional<std::string> ImageId;
  std::optional<std::string> InstanceType;
  std::optional<std::string> KeyName;
  std::optional<TemplateMonitoring> Monitoring;
  std::optional<bool> DisableApiTermination;
  std::optional<std::string> InstanceInitiatedShutdownBehavior;
  std::optional<std::string> UserData;
  Named<std::vector<TagSpecificationShown>, "tagSpecificationSet"> TagSpecifications;
  Named<std::vector<std::string>, "securityGroupIdSet"> SecurityGroupIds;
  Named<std::vector<std::string>, "securityGroupSet"> SecurityGroups;
  std::optional<TemplateMetadataOptions> MetadataOptions;
  std::optional<std::string> KernelId;
  std::optional<std::string> RamDiskId;
  std::optional<bool> DisableApiStop;
  std::optional<TemplatePlacement> Placement;
  std::optional<TemplateCredits> CreditSpecification;
  std::optional<TemplateCpuOptions> CpuOptions;
  std::optional<TemplateHibernation> HibernationOptions;
  std::optional<TemplateEnclave> EnclaveOptions;
  std::optional<TemplateMarketOptions> InstanceMarketOptions;
  Named<std::vector<TemplateInterfaceShown>, "networkInterfaceSet"> NetworkInterfaces;
};
AWS_SHAPE(ResponseLaunchTemplateData, EbsOptimized, IamInstanceProfile, BlockDeviceMappings, ImageId,
          InstanceType, KeyName, Monitoring, DisableApiTermination, InstanceInitiatedShutdownBehavior,
          UserData, TagSpecifications, SecurityGroupIds, SecurityGroups, MetadataOptions, KernelId, RamDiskId,
          DisableApiStop, Placement, CreditSpecification, CpuOptions, HibernationOptions, EnclaveOptions,
          InstanceMarketOptions, NetworkInterfaces)

struct LaunchTemplate {
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  std::optional<wire::Timestamp> CreateTime;
  std::optional<std::string> CreatedBy;
  std::optional<std::int64_t> DefaultVersionNumber;
  std::optional<std::int64_t> LatestVersionNumber;
  Named<std::vector<Tag>, "tagSet"> Tags;
};
AWS_SHAPE(LaunchTemplate, LaunchTemplateId, LaunchTemplateName, CreateTime, CreatedBy, DefaultVersionNumber,
          LatestVersionNumber, Tags)

struct LaunchTemplateVersion {
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  std::optional<std::int64_t> VersionNumber;
  std::optional<std::string> VersionDescription;
  std::optional<wire::Timestamp> CreateTime;
  std::optional<std::string> CreatedBy;
  std::optional<bool> DefaultVersion;
  std::optional<ResponseLaunchTemplateData> LaunchTemplateData;
};
AWS_SHAPE(LaunchTemplateVersion, LaunchTemplateId, LaunchTemplateName, VersionNumber, VersionDescription,
          CreateTime, CreatedBy, DefaultVersion, LaunchTemplateData)

struct CreateLaunchTemplateRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> ClientToken;
  std::string LaunchTemplateName;
  std::optional<std::string> VersionDescription;
  RequestLaunchTemplateData LaunchTemplateData;
  Named<std::vector<TagSpecification>, "TagSpecification"> TagSpecifications;
};
AWS_SHAPE(CreateLaunchTemplateRequest, DryRun, ClientToken, LaunchTemplateName, VersionDescription,
          LaunchTemplateData, TagSpecifications)

struct CreateLaunchTemplateResult {
  std::optional<ec2::LaunchTemplate> LaunchTemplate;
};
AWS_SHAPE(CreateLaunchTemplateResult, LaunchTemplate)

struct CreateLaunchTemplateVersionRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> ClientToken;
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  std::optional<std::string> SourceVersion;
  std::optional<std::string> VersionDescription;
  RequestLaunchTemplateData LaunchTemplateData;
};
AWS_SHAPE(CreateLaunchTemplateVersionRequest, DryRun, ClientToken, LaunchTemplateId, LaunchTemplateName,
          SourceVersion, VersionDescription, LaunchTemplateData)

struct CreateLaunchTemplateVersionResult {
  std::optional<ec2::LaunchTemplateVersion> LaunchTemplateVersion;
};
AWS_SHAPE(CreateLaunchTemplateVersionResult, LaunchTemplateVersion)

struct ModifyLaunchTemplateRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> ClientToken;
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  Named<std::optional<std::string>, "SetDefaultVersion"> DefaultVersion;
};
AWS_SHAPE(ModifyLaunchTemplateRequest, DryRun, ClientToken, LaunchTemplateId, LaunchTemplateName,
          DefaultVersion)

struct ModifyLaunchTemplateResult {
  std::optional<ec2::LaunchTemplate> LaunchTemplate;
};
AWS_SHAPE(ModifyLaunchTemplateResult, LaunchTemplate)

struct DeleteLaunchTemplateRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
};
AWS_SHAPE(DeleteLaunchTemplateRequest, DryRun, LaunchTemplateId, LaunchTemplateName)

struct DeleteLaunchTemplateResult {
  std::optional<ec2::LaunchTemplate> LaunchTemplate;
};
AWS_SHAPE(DeleteLaunchTemplateResult, LaunchTemplate)

struct DescribeLaunchTemplatesRequest {
  std::optional<bool> DryRun;
  Named<std::vector<std::string>, "LaunchTemplateId"> LaunchTemplateIds;
  Named<std::vector<std::string>, "LaunchTemplateName"> LaunchTemplateNames;
  Named<std::vector<Filter>, "Filter"> Filters;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
};
AWS_SHAPE(DescribeLaunchTemplatesRequest, DryRun, LaunchTemplateIds, LaunchTemplateNames, Filters, NextToken,
          MaxResults)

struct DescribeLaunchTemplatesResult {
  Named<std::vector<LaunchTemplate>, "launchTemplates"> LaunchTemplates;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeLaunchTemplatesResult, LaunchTemplates, NextToken)

struct DescribeLaunchTemplateVersionsRequest {
  std::optional<bool> DryRun;
  std::optional<std::string> LaunchTemplateId;
  std::optional<std::string> LaunchTemplateName;
  Named<std::vector<std::string>, "LaunchTemplateVersion"> Versions;
  std::optional<std::string> MinVersion;
  std::optional<std::string> MaxVersion;
  std::optional<std::string> NextToken;
  std::optional<int> MaxResults;
  Named<std::vector<Filter>, "Filter"> Filters;
};
AWS_SHAPE(DescribeLaunchTemplateVersionsRequest, DryRun, LaunchTemplateId, LaunchTemplateName, Versions,
          MinVersion, MaxVersion, NextToken, MaxResults, Filters)

struct DescribeLaunchTemplateVersionsResult {
  Named<std::vector<LaunchTemplateVersion>, "launchTemplateVersionSet"> LaunchTemplateVersions;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeLaunchTemplateVersionsResult, LaunchTemplateVersions, NextToken)

}  // namespace berth::ec2
