/// Requests and replies about what is kept with buckets and objects beside their bytes: tags, access lists, the
/// configurations of a bucket.
#pragma once

#include "berth/services/s3/shapes.hpp"
#include "berth/services/s3/tag.hpp"

namespace berth::s3 {

/// Of every operation that reads (or removes) one setting of a bucket.
struct BucketRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(BucketRequest, Bucket, ExpectedBucketOwner)
/// The same of an object.
struct ObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Query<std::string, "versionId"> VersionId;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(ObjectRequest, Bucket, Key, VersionId, ExpectedBucketOwner)

// ---- tags ----

struct Tagging {
  wire::Required<Items<Tag, "Tag">> TagSet;
};
AWS_SHAPE(Tagging, TagSet)
struct GetTaggingOutput {
  Items<Tag, "Tag"> TagSet;
};
AWS_SHAPE(GetTaggingOutput, TagSet)
struct PutBucketTaggingRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::Tagging> Tagging;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutBucketTaggingRequest, Bucket, Tagging, ExpectedBucketOwner)
struct PutObjectTaggingRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Query<std::string, "versionId"> VersionId;
  Payload<s3::Tagging> Tagging;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(PutObjectTaggingRequest, Bucket, Key, VersionId, Tagging, ExpectedBucketOwner)

// ---- attributes of an object ----

struct GetObjectAttributesRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Query<std::string, "versionId"> VersionId;
  Header<int, "x-amz-max-parts"> MaxParts;
  Header<int, "x-amz-part-number-marker"> PartNumberMarker;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  RequiredHeader<std::string, "x-amz-object-attributes"> ObjectAttributes;  // names with commas between them
};
AWS_SHAPE(GetObjectAttributesRequest, Bucket, Key, VersionId, MaxParts, PartNumberMarker,
          SSECustomerAlgorithm, ExpectedBucketOwner, ObjectAttributes)
struct Checksum {
  std::optional<std::string> ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256,
      ChecksumType;
};
AWS_SHAPE(Checksum, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256,
          ChecksumType)
struct ObjectPart {
  int PartNumber = 0;
  std::int64_t Size = 0;
  std::optional<std::string> ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256;
};
AWS_SHAPE(ObjectPart, PartNumber, Size, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
          ChecksumSHA256)
struct GetObjectAttributesParts {
  wire::Named<std::optional<int>, "PartsCount"> TotalPartsCount;
  std::optional<int> PartNumberMarker, NextPartNumberMarker, MaxParts;
  std::optional<bool> IsTruncated;
  Flat<ObjectPart, "Part"> Parts;
};
AWS_SHAPE(GetObjectAttributesParts, TotalPartsCount, PartNumberMarker, NextPartNumberMarker, MaxParts,
          IsTruncated, Parts)
struct GetObjectAttributesOutput {
  Header<Timestamp, "Last-Modified"> LastModified;
  std::optional<std::string> ETag;  // without quotes, here alone
  std::optional<s3::Checksum> Checksum;
  std::optional<GetObjectAttributesParts> ObjectParts;
  std::optional<std::string> StorageClass;
  std::optional<std::int64_t> ObjectSize;
};
AWS_SHAPE(GetObjectAttributesOutput, LastModified, ETag, Checksum, ObjectParts, StorageClass, ObjectSize)

// ---- access lists ----

/// Grantees tell their kind in an attribute of their element, which no structure can say: the document is written by
/// hand.
struct GetAclOutput {
  TextHeader<"Content-Type"> ContentType;
  Payload<std::string> Document;
};
AWS_SHAPE(GetAclOutput, ContentType, Document)

// ---- configurations of buckets ----

struct GetBucketAccelerateConfigurationOutput {
  std::optional<std::string> Status;
};
AWS_SHAPE(GetBucketAccelerateConfigurationOutput, Status)
struct LoggingEnabled {
  std::string TargetBucket, TargetPrefix;
};
AWS_SHAPE(LoggingEnabled, TargetBucket, TargetPrefix)
struct GetBucketLoggingOutput {
  std::optional<s3::LoggingEnabled> LoggingEnabled;
};
AWS_SHAPE(GetBucketLoggingOutput, LoggingEnabled)
struct TopicConfiguration {
  wire::Named<std::string, "Topic"> TopicArn;
  Flat<std::string, "Event"> Events;
};
AWS_SHAPE(TopicConfiguration, TopicArn, Events)
struct GetBucketNotificationConfigurationOutput {
  Flat<TopicConfiguration, "TopicConfiguration"> TopicConfigurations;
};
AWS_SHAPE(GetBucketNotificationConfigurationOutput, TopicConfigurations)
struct GetBucketRequestPaymentOutput {
  std::string Payer;
};
AWS_SHAPE(GetBucketRequestPaymentOutput, Payer)

// ---- versions ----

struct ListObjectVersionsRequest {
  Label<"Bucket"> Bucket;
  Query<std::string, "prefix"> Prefix;
  Query<std::string, "delimiter"> Delimiter;
  Query<std::string, "encoding-type"> EncodingType;
  Query<int, "max-keys"> MaxKeys;
  Query<std::string, "key-marker"> KeyMarker;
  Query<std::string, "version-id-marker"> VersionIdMarker;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(ListObjectVersionsRequest, Bucket, Prefix, Delimiter, EncodingType, MaxKeys, KeyMarker,
          VersionIdMarker, ExpectedBucketOwner)
struct ObjectVersion {
  std::string Key, VersionId;
  bool IsLatest = true;
  Timestamp LastModified;
  std::string ETag;
  std::int64_t Size = 0;
  std::string StorageClass;
  std::optional<s3::Owner> Owner;
};
AWS_SHAPE(ObjectVersion, Key, VersionId, IsLatest, LastModified, ETag, Size, StorageClass, Owner)
struct ListObjectVersionsOutput {
  std::string Name, Prefix, KeyMarker, VersionIdMarker;
  std::optional<std::string> NextKeyMarker, NextVersionIdMarker;
  int MaxKeys = 0;
  std::optional<std::string> Delimiter, EncodingType;
  bool IsTruncated = false;
  Flat<ObjectVersion, "Version"> Versions;
  Flat<CommonPrefix, "CommonPrefixes"> CommonPrefixes;
};
AWS_SHAPE(ListObjectVersionsOutput, Name, Prefix, KeyMarker, VersionIdMarker, NextKeyMarker,
          NextVersionIdMarker, MaxKeys, Delimiter, EncodingType, IsTruncated, Versions, CommonPrefixes)

}  // namespace berth::s3
