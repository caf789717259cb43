/// S3's requests and replies, as far as Berth acts on them. Checksums and conditions of bodies are checked by
/// the wire layer before they arrive here; the members are there because the values are kept and given back.
#pragma once

#include "berth/http/body.hpp"
#include "berth/wire/request_body.hpp"
#include "berth/wire/shape.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::s3 {

using wire::Flat;
using wire::Header;
using wire::HeaderMap;
using wire::Items;
using wire::Label;
using wire::Payload;
using wire::Query;
using wire::RequiredHeader;
using wire::RequiredQuery;
using wire::Timestamp;
template <wire::FixedText Name>
using TextHeader = Header<std::string, Name>;

// ---- buckets ----

struct Owner {
  std::optional<std::string> ID, DisplayName;
};
AWS_SHAPE(Owner, ID, DisplayName)

struct Bucket {
  std::string Name;
  Timestamp CreationDate;
  std::optional<std::string> BucketRegion;
};
AWS_SHAPE(Bucket, Name, CreationDate, BucketRegion)

struct ListBucketsRequest {
  Query<int, "max-buckets"> MaxBuckets;
  Query<std::string, "continuation-token"> ContinuationToken;
  Query<std::string, "prefix"> Prefix;
  Query<std::string, "bucket-region"> BucketRegion;
};
AWS_SHAPE(ListBucketsRequest, MaxBuckets, ContinuationToken, Prefix, BucketRegion)
struct ListBucketsOutput {
  std::optional<s3::Owner> Owner;
  Items<Bucket, "Bucket"> Buckets;
  std::optional<std::string> ContinuationToken, Prefix;
};
AWS_SHAPE(ListBucketsOutput, Owner, Buckets, ContinuationToken, Prefix)

struct CreateBucketConfiguration {
  std::optional<std::string> LocationConstraint;
};
AWS_SHAPE(CreateBucketConfiguration, LocationConstraint)
struct CreateBucketRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::CreateBucketConfiguration> CreateBucketConfiguration;
  TextHeader<"x-amz-acl"> ACL;
  TextHeader<"x-amz-grant-full-control"> GrantFullControl;
  TextHeader<"x-amz-grant-read"> GrantRead;
  TextHeader<"x-amz-grant-read-acp"> GrantReadACP;
  TextHeader<"x-amz-grant-write"> GrantWrite;
  TextHeader<"x-amz-grant-write-acp"> GrantWriteACP;
  Header<bool, "x-amz-bucket-object-lock-enabled"> ObjectLockEnabledForBucket;
  TextHeader<"x-amz-object-ownership"> ObjectOwnership;
};
AWS_SHAPE(CreateBucketRequest, Bucket, CreateBucketConfiguration, ACL, GrantFullControl, GrantRead,
          GrantReadACP, GrantWrite, GrantWriteACP, ObjectLockEnabledForBucket, ObjectOwnership)
struct CreateBucketOutput {
  TextHeader<"Location"> Location;
};
AWS_SHAPE(CreateBucketOutput, Location)

struct HeadBucketRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(HeadBucketRequest, Bucket, ExpectedBucketOwner)
struct HeadBucketOutput {
  TextHeader<"x-amz-bucket-region"> BucketRegion;
};
AWS_SHAPE(HeadBucketOutput, BucketRegion)

struct DeleteBucketRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(DeleteBucketRequest, Bucket, ExpectedBucketOwner)

struct GetBucketLocationRequest {
  Label<"Bucket"> Bucket;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(GetBucketLocationRequest, Bucket, ExpectedBucketOwner)
/// The root element is the value itself, which no structure can say: the document is written by hand.
struct GetBucketLocationOutput {
  TextHeader<"Content-Type"> ContentType;
  Payload<std::string> Document;
};
AWS_SHAPE(GetBucketLocationOutput, ContentType, Document)

// ---- objects ----

struct PutObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Payload<wire::RequestBody> Body;
  TextHeader<"Cache-Control"> CacheControl;
  TextHeader<"Content-Disposition"> ContentDisposition;
  TextHeader<"Content-Encoding"> ContentEncoding;
  TextHeader<"Content-Language"> ContentLanguage;
  TextHeader<"Content-Type"> ContentType;
  TextHeader<"Expires"> Expires;  // kept as it was sent, whatever it is
  TextHeader<"If-Match"> IfMatch;
  TextHeader<"If-None-Match"> IfNoneMatch;
  HeaderMap<"x-amz-meta-"> Metadata;
  TextHeader<"x-amz-sdk-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-acl"> ACL;
  TextHeader<"x-amz-grant-full-control"> GrantFullControl;
  TextHeader<"x-amz-grant-read"> GrantRead;
  TextHeader<"x-amz-grant-read-acp"> GrantReadACP;
  TextHeader<"x-amz-grant-write-acp"> GrantWriteACP;
  TextHeader<"x-amz-storage-class"> StorageClass;
  TextHeader<"x-amz-server-side-encryption"> ServerSideEncryption;
  TextHeader<"x-amz-server-side-encryption-aws-kms-key-id"> SSEKMSKeyId;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
  TextHeader<"x-amz-tagging"> Tagging;
  TextHeader<"x-amz-website-redirect-location"> WebsiteRedirectLocation;
  TextHeader<"x-amz-object-lock-mode"> ObjectLockMode;
  TextHeader<"x-amz-object-lock-legal-hold"> ObjectLockLegalHoldStatus;
  TextHeader<"x-amz-write-offset-bytes"> WriteOffsetBytes;
  TextHeader<"x-amz-trailer"> Trailer;  ///< the header of the checksum that comes after the body
};
AWS_SHAPE(PutObjectRequest, Bucket, Key, Body, CacheControl, ContentDisposition, ContentEncoding,
          ContentLanguage, ContentType, Expires, IfMatch, IfNoneMatch, Metadata, ChecksumAlgorithm,
          ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256, ExpectedBucketOwner,
          ACL, GrantFullControl, GrantRead, GrantReadACP, GrantWriteACP, StorageClass, ServerSideEncryption,
          SSEKMSKeyId, SSECustomerAlgorithm, Tagging, WebsiteRedirectLocation, ObjectLockMode,
          ObjectLockLegalHoldStatus, WriteOffsetBytes, Trailer)
struct PutObjectOutput {
  TextHeader<"ETag"> ETag;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
  TextHeader<"x-amz-checksum-type"> ChecksumType;
};
AWS_SHAPE(PutObjectOutput, ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
          ChecksumSHA256, ChecksumType)

/// Of GetObject and HeadObject, which take the same.
struct GetObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  TextHeader<"Range"> Range;
  TextHeader<"If-Match"> IfMatch;
  TextHeader<"If-None-Match"> IfNoneMatch;
  TextHeader<"If-Modified-Since"> IfModifiedSince;  // one that is no date is ignored
  TextHeader<"If-Unmodified-Since"> IfUnmodifiedSince;
  Query<std::string, "response-cache-control"> ResponseCacheControl;
  Query<std::string, "response-content-disposition"> ResponseContentDisposition;
  Query<std::string, "response-content-encoding"> ResponseContentEncoding;
  Query<std::string, "response-content-language"> ResponseContentLanguage;
  Query<std::string, "response-content-type"> ResponseContentType;
  Query<std::string, "response-expires"> ResponseExpires;
  Query<std::string, "versionId"> VersionId;
  Query<int, "partNumber"> PartNumber;
  TextHeader<"x-amz-checksum-mode"> ChecksumMode;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
};
AWS_SHAPE(GetObjectRequest, Bucket, Key, Range, IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince,
          ResponseCacheControl, ResponseContentDisposition, ResponseContentEncoding, ResponseContentLanguage,
          ResponseContentType, ResponseExpires, VersionId, PartNumber, ChecksumMode, ExpectedBucketOwner,
          SSECustomerAlgorithm)
/// Of GetObject (with Body) and HeadObject (with ContentLength).
struct GetObjectOutput {
  wire::Status StatusCode;
  Payload<http::Body> Body;
  TextHeader<"accept-ranges"> AcceptRanges;
  Header<Timestamp, "Last-Modified"> LastModified;
  Header<std::int64_t, "Content-Length"> ContentLength;
  TextHeader<"ETag"> ETag;
  TextHeader<"Content-Range"> ContentRange;
  TextHeader<"Cache-Control"> CacheControl;
  TextHeader<"Content-Disposition"> ContentDisposition;
  TextHeader<"Content-Encoding"> ContentEncoding;
  TextHeader<"Content-Language"> ContentLanguage;
  TextHeader<"Content-Type"> ContentType;
  TextHeader<"Expires"> Expires;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
  TextHeader<"x-amz-checksum-type"> ChecksumType;
  HeaderMap<"x-amz-meta-"> Metadata;
  TextHeader<"x-amz-website-redirect-location"> WebsiteRedirectLocation;
  Header<int, "x-amz-tagging-count"> TagCount;
  Header<int, "x-amz-mp-parts-count"> PartsCount;
};
AWS_SHAPE(GetObjectOutput, StatusCode, Body, AcceptRanges, LastModified, ContentLength, ETag, ContentRange,
          CacheControl, ContentDisposition, ContentEncoding, ContentLanguage, ContentType, Expires,
          ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256, ChecksumType,
          Metadata, WebsiteRedirectLocation, TagCount, PartsCount)

struct DeleteObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Query<std::string, "versionId"> VersionId;
  TextHeader<"If-Match"> IfMatch;
  TextHeader<"x-amz-if-match-last-modified-time"> IfMatchLastModifiedTime;
  TextHeader<"x-amz-if-match-size"> IfMatchSize;
  TextHeader<"x-amz-mfa"> MFA;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(DeleteObjectRequest, Bucket, Key, VersionId, IfMatch, IfMatchLastModifiedTime, IfMatchSize, MFA,
          ExpectedBucketOwner)

struct ObjectIdentifier {
  std::string Key;
  std::optional<std::string> VersionId, ETag;
};
AWS_SHAPE(ObjectIdentifier, Key, VersionId, ETag)
struct Delete {
  Flat<ObjectIdentifier, "Object"> Objects;
  std::optional<bool> Quiet;
};
AWS_SHAPE(Delete, Objects, Quiet)
struct DeleteObjectsRequest {
  Label<"Bucket"> Bucket;
  Payload<s3::Delete> Delete;
  TextHeader<"Content-MD5"> ContentMD5;
  TextHeader<"x-amz-sdk-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-mfa"> MFA;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(DeleteObjectsRequest, Bucket, Delete, ContentMD5, ChecksumAlgorithm, MFA, ExpectedBucketOwner)
struct DeletedObject {
  std::string Key;
};
AWS_SHAPE(DeletedObject, Key)
struct Error {
  std::string Key, Code, Message;
};
AWS_SHAPE(Error, Key, Code, Message)
struct DeleteObjectsOutput {
  Flat<DeletedObject, "Deleted"> Deleted;
  Flat<Error, "Error"> Errors;
};
AWS_SHAPE(DeleteObjectsOutput, Deleted, Errors)

struct CopyObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredHeader<std::string, "x-amz-copy-source"> CopySource;
  TextHeader<"x-amz-copy-source-if-match"> CopySourceIfMatch;
  TextHeader<"x-amz-copy-source-if-none-match"> CopySourceIfNoneMatch;
  TextHeader<"x-amz-copy-source-if-modified-since"> CopySourceIfModifiedSince;
  TextHeader<"x-amz-copy-source-if-unmodified-since"> CopySourceIfUnmodifiedSince;
  TextHeader<"If-Match"> IfMatch;
  TextHeader<"If-None-Match"> IfNoneMatch;
  TextHeader<"x-amz-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-metadata-directive"> MetadataDirective;
  TextHeader<"x-amz-tagging-directive"> TaggingDirective;
  TextHeader<"Cache-Control"> CacheControl;
  TextHeader<"Content-Disposition"> ContentDisposition;
  TextHeader<"Content-Encoding"> ContentEncoding;
  TextHeader<"Content-Language"> ContentLanguage;
  TextHeader<"Content-Type"> ContentType;
  TextHeader<"Expires"> Expires;
  HeaderMap<"x-amz-meta-"> Metadata;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-acl"> ACL;
  TextHeader<"x-amz-storage-class"> StorageClass;
  TextHeader<"x-amz-server-side-encryption"> ServerSideEncryption;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
  TextHeader<"x-amz-tagging"> Tagging;
  TextHeader<"x-amz-website-redirect-location"> WebsiteRedirectLocation;
  TextHeader<"x-amz-object-lock-mode"> ObjectLockMode;
  TextHeader<"x-amz-object-lock-legal-hold"> ObjectLockLegalHoldStatus;
};
AWS_SHAPE(CopyObjectRequest, Bucket, Key, CopySource, CopySourceIfMatch, CopySourceIfNoneMatch,
          CopySourceIfModifiedSince, CopySourceIfUnmodifiedSince, IfMatch, IfNoneMatch, ChecksumAlgorithm,
          MetadataDirective, TaggingDirective, CacheControl, ContentDisposition, ContentEncoding,
          ContentLanguage, ContentType, Expires, Metadata, ExpectedBucketOwner, ACL, StorageClass,
          ServerSideEncryption, SSECustomerAlgorithm, Tagging, WebsiteRedirectLocation, ObjectLockMode,
          ObjectLockLegalHoldStatus)
struct CopyObjectResult {
  std::optional<Timestamp> LastModified;
  std::optional<std::string> ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
      ChecksumSHA256, ChecksumType;
};
AWS_SHAPE(CopyObjectResult, LastModified, ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME,
          ChecksumSHA1, ChecksumSHA256, ChecksumType)
struct CopyObjectOutput {
  Payload<s3::CopyObjectResult> CopyObjectResult;
};
AWS_SHAPE(CopyObjectOutput, CopyObjectResult)

// ---- listings ----

struct Object {
  std::string Key;
  Timestamp LastModified;
  std::string ETag;
  std::int64_t Size = 0;
  std::string StorageClass;
  std::optional<s3::Owner> Owner;
};
AWS_SHAPE(Object, Key, LastModified, ETag, Size, StorageClass, Owner)
struct CommonPrefix {
  std::string Prefix;
};
AWS_SHAPE(CommonPrefix, Prefix)

struct ListObjectsV2Request {
  Label<"Bucket"> Bucket;
  Query<std::string, "prefix"> Prefix;
  Query<std::string, "delimiter"> Delimiter;
  Query<std::string, "encoding-type"> EncodingType;
  Query<int, "max-keys"> MaxKeys;
  Query<std::string, "continuation-token"> ContinuationToken;
  Query<bool, "fetch-owner"> FetchOwner;
  Query<std::string, "start-after"> StartAfter;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(ListObjectsV2Request, Bucket, Prefix, Delimiter, EncodingType, MaxKeys, ContinuationToken,
          FetchOwner, StartAfter, ExpectedBucketOwner)
struct ListObjectsV2Output {
  std::string Name, Prefix;
  std::optional<std::string> StartAfter, ContinuationToken, NextContinuationToken;
  int KeyCount = 0, MaxKeys = 0;
  std::optional<std::string> Delimiter, EncodingType;
  bool IsTruncated = false;
  Flat<Object, "Contents"> Contents;
  Flat<CommonPrefix, "CommonPrefixes"> CommonPrefixes;
};
AWS_SHAPE(ListObjectsV2Output, Name, Prefix, StartAfter, ContinuationToken, NextContinuationToken, KeyCount,
          MaxKeys, Delimiter, EncodingType, IsTruncated, Contents, CommonPrefixes)

struct ListObjectsRequest {
  Label<"Bucket"> Bucket;
  Query<std::string, "prefix"> Prefix;
  Query<std::string, "delimiter"> Delimiter;
  Query<std::string, "encoding-type"> EncodingType;
  Query<int, "max-keys"> MaxKeys;
  Query<std::string, "marker"> Marker;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  Query<std::string, "list-type"> ListType;  ///< 2 is ListObjectsV2, and nothing else is anything
};
AWS_SHAPE(ListObjectsRequest, Bucket, Prefix, Delimiter, EncodingType, MaxKeys, Marker, ExpectedBucketOwner,
          ListType)
struct ListObjectsOutput {
  std::string Name, Prefix, Marker;
  std::optional<std::string> NextMarker;
  int MaxKeys = 0;
  std::optional<std::string> Delimiter, EncodingType;
  bool IsTruncated = false;
  Flat<Object, "Contents"> Contents;
  Flat<CommonPrefix, "CommonPrefixes"> CommonPrefixes;
};
AWS_SHAPE(ListObjectsOutput, Name, Prefix, Marker, NextMarker, MaxKeys, Delimiter, EncodingType, IsTruncated,
          Contents, CommonPrefixes)

// ---- multipart uploads ----

struct CreateMultipartUploadRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  TextHeader<"Cache-Control"> CacheControl;
  TextHeader<"Content-Disposition"> ContentDisposition;
  TextHeader<"Content-Encoding"> ContentEncoding;
  TextHeader<"Content-Language"> ContentLanguage;
  TextHeader<"Content-Type"> ContentType;
  TextHeader<"Expires"> Expires;
  HeaderMap<"x-amz-meta-"> Metadata;
  TextHeader<"x-amz-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-checksum-type"> ChecksumType;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-acl"> ACL;
  TextHeader<"x-amz-grant-full-control"> GrantFullControl;
  TextHeader<"x-amz-grant-read"> GrantRead;
  TextHeader<"x-amz-grant-read-acp"> GrantReadACP;
  TextHeader<"x-amz-grant-write-acp"> GrantWriteACP;
  TextHeader<"x-amz-storage-class"> StorageClass;
  TextHeader<"x-amz-server-side-encryption"> ServerSideEncryption;
  TextHeader<"x-amz-server-side-encryption-aws-kms-key-id"> SSEKMSKeyId;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
  TextHeader<"x-amz-tagging"> Tagging;
  TextHeader<"x-amz-website-redirect-location"> WebsiteRedirectLocation;
  TextHeader<"x-amz-object-lock-mode"> ObjectLockMode;
  TextHeader<"x-amz-object-lock-legal-hold"> ObjectLockLegalHoldStatus;
};
AWS_SHAPE(CreateMultipartUploadRequest, Bucket, Key, CacheControl, ContentDisposition, ContentEncoding,
          ContentLanguage, ContentType, Expires, Metadata, ChecksumAlgorithm, ChecksumType,
          ExpectedBucketOwner, ACL, GrantFullControl, GrantRead, GrantReadACP, GrantWriteACP, StorageClass,
          ServerSideEncryption, SSEKMSKeyId, SSECustomerAlgorithm, Tagging, WebsiteRedirectLocation,
          ObjectLockMode, ObjectLockLegalHoldStatus)
struct CreateMultipartUploadOutput {
  std::string Bucket, Key, UploadId;
  TextHeader<"x-amz-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-checksum-type"> ChecksumType;
};
AWS_SHAPE(CreateMultipartUploadOutput, Bucket, Key, UploadId, ChecksumAlgorithm, ChecksumType)

struct UploadPartRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredQuery<int, "partNumber"> PartNumber;
  RequiredQuery<std::string, "uploadId"> UploadId;
  Payload<wire::RequestBody> Body;
  TextHeader<"x-amz-sdk-checksum-algorithm"> ChecksumAlgorithm;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
  TextHeader<"x-amz-trailer"> Trailer;
};
AWS_SHAPE(UploadPartRequest, Bucket, Key, PartNumber, UploadId, Body, ChecksumAlgorithm, ChecksumCRC32,
          ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256, ExpectedBucketOwner,
          SSECustomerAlgorithm, Trailer)
struct UploadPartOutput {
  TextHeader<"ETag"> ETag;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
};
AWS_SHAPE(UploadPartOutput, ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
          ChecksumSHA256)

struct UploadPartCopyRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredQuery<int, "partNumber"> PartNumber;
  RequiredQuery<std::string, "uploadId"> UploadId;
  RequiredHeader<std::string, "x-amz-copy-source"> CopySource;
  TextHeader<"x-amz-copy-source-range"> CopySourceRange;
  TextHeader<"x-amz-copy-source-if-match"> CopySourceIfMatch;
  TextHeader<"x-amz-copy-source-if-none-match"> CopySourceIfNoneMatch;
  TextHeader<"x-amz-copy-source-if-modified-since"> CopySourceIfModifiedSince;
  TextHeader<"x-amz-copy-source-if-unmodified-since"> CopySourceIfUnmodifiedSince;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
  TextHeader<"x-amz-server-side-encryption-customer-algorithm"> SSECustomerAlgorithm;
};
AWS_SHAPE(UploadPartCopyRequest, Bucket, Key, PartNumber, UploadId, CopySource, CopySourceRange,
          CopySourceIfMatch, CopySourceIfNoneMatch, CopySourceIfModifiedSince, CopySourceIfUnmodifiedSince,
          ExpectedBucketOwner, SSECustomerAlgorithm)
struct CopyPartResult {
  std::optional<Timestamp> LastModified;
  std::optional<std::string> ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
      ChecksumSHA256;
};
AWS_SHAPE(CopyPartResult, LastModified, ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
          ChecksumSHA256)
struct UploadPartCopyOutput {
  Payload<s3::CopyPartResult> CopyPartResult;
};
AWS_SHAPE(UploadPartCopyOutput, CopyPartResult)

struct CompletedPart {
  std::optional<int> PartNumber;
  std::optional<std::string> ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
      ChecksumSHA256;
};
AWS_SHAPE(CompletedPart, PartNumber, ETag, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1,
          ChecksumSHA256)
struct CompletedMultipartUpload {
  Flat<CompletedPart, "Part"> Parts;
};
AWS_SHAPE(CompletedMultipartUpload, Parts)
struct CompleteMultipartUploadRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredQuery<std::string, "uploadId"> UploadId;
  Payload<CompletedMultipartUpload> MultipartUpload;
  TextHeader<"If-Match"> IfMatch;
  TextHeader<"If-None-Match"> IfNoneMatch;
  TextHeader<"x-amz-checksum-crc32"> ChecksumCRC32;
  TextHeader<"x-amz-checksum-crc32c"> ChecksumCRC32C;
  TextHeader<"x-amz-checksum-crc64nvme"> ChecksumCRC64NVME;
  TextHeader<"x-amz-checksum-sha1"> ChecksumSHA1;
  TextHeader<"x-amz-checksum-sha256"> ChecksumSHA256;
  TextHeader<"x-amz-checksum-type"> ChecksumType;
  Header<std::int64_t, "x-amz-mp-object-size"> MpuObjectSize;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(CompleteMultipartUploadRequest, Bucket, Key, UploadId, MultipartUpload, IfMatch, IfNoneMatch,
          ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256, ChecksumType,
          MpuObjectSize, ExpectedBucketOwner)
struct CompleteMultipartUploadOutput {
  std::string Location, Bucket, Key, ETag;
  std::optional<std::string> ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256,
      ChecksumType;
};
AWS_SHAPE(CompleteMultipartUploadOutput, Location, Bucket, Key, ETag, ChecksumCRC32, ChecksumCRC32C,
          ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256, ChecksumType)

struct AbortMultipartUploadRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredQuery<std::string, "uploadId"> UploadId;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(AbortMultipartUploadRequest, Bucket, Key, UploadId, ExpectedBucketOwner)

struct Part {
  int PartNumber = 0;
  Timestamp LastModified;
  std::string ETag;
  std::int64_t Size = 0;
  std::optional<std::string> ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME, ChecksumSHA1, ChecksumSHA256;
};
AWS_SHAPE(Part, PartNumber, LastModified, ETag, Size, ChecksumCRC32, ChecksumCRC32C, ChecksumCRC64NVME,
          ChecksumSHA1, ChecksumSHA256)
struct ListPartsRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  RequiredQuery<std::string, "uploadId"> UploadId;
  Query<int, "max-parts"> MaxParts;
  Query<int, "part-number-marker"> PartNumberMarker;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(ListPartsRequest, Bucket, Key, UploadId, MaxParts, PartNumberMarker, ExpectedBucketOwner)
struct ListPartsOutput {
  std::string Bucket, Key, UploadId;
  int PartNumberMarker = 0;
  std::optional<int> NextPartNumberMarker;
  int MaxParts = 0;
  bool IsTruncated = false;
  Flat<Part, "Part"> Parts;
  std::optional<s3::Owner> Initiator, Owner;
  std::string StorageClass;
  std::optional<std::string> ChecksumAlgorithm, ChecksumType;
};
AWS_SHAPE(ListPartsOutput, Bucket, Key, UploadId, PartNumberMarker, NextPartNumberMarker, MaxParts,
          IsTruncated, Parts, Initiator, Owner, StorageClass, ChecksumAlgorithm, ChecksumType)

struct MultipartUpload {
  std::string Key, UploadId;
  std::optional<s3::Owner> Initiator, Owner;
  std::string StorageClass;
  Timestamp Initiated;
  std::optional<std::string> ChecksumAlgorithm, ChecksumType;
};
AWS_SHAPE(MultipartUpload, Key, UploadId, Initiator, Owner, StorageClass, Initiated, ChecksumAlgorithm,
          ChecksumType)
struct ListMultipartUploadsRequest {
  Label<"Bucket"> Bucket;
  Query<std::string, "prefix"> Prefix;
  Query<std::string, "delimiter"> Delimiter;
  Query<std::string, "encoding-type"> EncodingType;
  Query<int, "max-uploads"> MaxUploads;
  Query<std::string, "key-marker"> KeyMarker;
  Query<std::string, "upload-id-marker"> UploadIdMarker;
  TextHeader<"x-amz-expected-bucket-owner"> ExpectedBucketOwner;
};
AWS_SHAPE(ListMultipartUploadsRequest, Bucket, Prefix, Delimiter, EncodingType, MaxUploads, KeyMarker,
          UploadIdMarker, ExpectedBucketOwner)
struct ListMultipartUploadsOutput {
  std::string Bucket;
  std::optional<std::string> KeyMarker, UploadIdMarker, NextKeyMarker, NextUploadIdMarker, Prefix, Delimiter,
      EncodingType;
  int MaxUploads = 0;
  bool IsTruncated = false;
  Flat<MultipartUpload, "Upload"> Uploads;
  Flat<CommonPrefix, "CommonPrefixes"> CommonPrefixes;
};
AWS_SHAPE(ListMultipartUploadsOutput, Bucket, KeyMarker, UploadIdMarker, NextKeyMarker, NextUploadIdMarker,
          Prefix, Delimiter, EncodingType, MaxUploads, IsTruncated, Uploads, CommonPrefixes)

}  // namespace berth::s3
