#include "berth/services/s3/operations.hpp"

#include "berth/services/s3/settings.hpp"

namespace berth::s3 {
namespace {

using wire::Action;
using wire::op;
using wire::resource;
using wire::rest;

template <class Request>
std::string bucket_arn(const Call&, const Request& in) {
  return "arn:aws:s3:::" + in.Bucket;
}
template <class Request>
std::string object_arn(const Call&, const Request& in) {
  return "arn:aws:s3:::" + in.Bucket + "/" + in.Key;
}

constexpr auto of_bucket = resource<&bucket_arn<BucketRequest>>;
constexpr auto of_object = resource<&object_arn<ObjectRequest>>;
/// The read of a bucket's sub-resource.
constexpr wire::Rest setting(std::string_view name) { return rest("GET", "/{Bucket}").query(name); }
constexpr wire::Rest set(std::string_view name) { return rest("PUT", "/{Bucket}").query(name); }
constexpr wire::Rest unset(std::string_view name) {
  return rest("DELETE", "/{Bucket}").query(name).status(204);
}

/// Access lists and storage classes come with requests of many clients; buckets are private and objects are
/// kept alike whatever they say.
constexpr std::string_view not_acted_on[] = {
    "ACL",           "GrantFullControl", "GrantRead",       "GrantReadACP", "GrantWrite",
    "GrantWriteACP", "SSEKMSKeyId",      "ObjectOwnership", "StorageClass", "ServerSideEncryption"};

/// Kept and shown; objects lie on the disk as they are, which is its owner's to encrypt.
constexpr std::string_view encryption_not_acted_on[] = {"ServerSideEncryptionConfiguration"};
/// There is one storage class, and one version of an object.
constexpr std::string_view lifecycle_not_acted_on[] = {
    "LifecycleConfiguration.Rules.Transitions", "LifecycleConfiguration.Rules.NoncurrentVersionTransitions",
    "LifecycleConfiguration.Rules.NoncurrentVersionExpiration",
    "LifecycleConfiguration.Rules.Expiration.ExpiredObjectDeleteMarker"};

constexpr wire::Operation<S3> table[] = {
    op<&list_buckets>("ListBuckets", Action{"s3:ListAllMyBuckets"}, wire::any_resource,
                      rest("GET", "/").root("ListAllMyBucketsResult")),
    op<&create_bucket>("CreateBucket", Action{"s3:CreateBucket"}, resource<&bucket_arn<CreateBucketRequest>>,
                       rest("PUT", "/{Bucket}"))
        .ignoring(not_acted_on),
    op<&head_bucket>("HeadBucket", Action{"s3:ListBucket"}, resource<&bucket_arn<HeadBucketRequest>>,
                     rest("HEAD", "/{Bucket}")),
    op<&delete_bucket>("DeleteBucket", Action{"s3:DeleteBucket"}, resource<&bucket_arn<DeleteBucketRequest>>,
                       rest("DELETE", "/{Bucket}").status(204)),
    op<&get_bucket_location>("GetBucketLocation", Action{"s3:GetBucketLocation"},
                             resource<&bucket_arn<GetBucketLocationRequest>>,
                             rest("GET", "/{Bucket}").query("location")),
    op<&list_objects_v2>("ListObjectsV2", Action{"s3:ListBucket"},
                         resource<&bucket_arn<ListObjectsV2Request>>,
                         rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult")),
    op<&list_objects>("ListObjects", Action{"s3:ListBucket"}, resource<&bucket_arn<ListObjectsRequest>>,
                      rest("GET", "/{Bucket}").root("ListBucketResult")),
    // Each of the objects is asked about on its own.
    op<&delete_objects>("DeleteObjects", wire::anyone, resource<&bucket_arn<DeleteObjectsRequest>>,
                        rest("POST", "/{Bucket}").query("delete").root("DeleteResult")),
    op<&list_multipart_uploads>("ListMultipartUploads", Action{"s3:ListBucketMultipartUploads"},
                                resource<&bucket_arn<ListMultipartUploadsRequest>>,
                                rest("GET", "/{Bucket}").query("uploads").root("ListMultipartUploadsResult")),

    op<&put_object>("PutObject", Action{"s3:PutObject"}, resource<&object_arn<PutObjectRequest>>,
                    rest("PUT", "/{Bucket}/{Key+}"))
        .ignoring(not_acted_on),
    op<&copy_object>("CopyObject", Action{"s3:PutObject"}, resource<&object_arn<CopyObjectRequest>>,
                     rest("PUT", "/{Bucket}/{Key+}").header("x-amz-copy-source").root("CopyObjectResult"))
        .ignoring(not_acted_on),
    op<&get_object>("GetObject", Action{"s3:GetObject"}, resource<&object_arn<GetObjectRequest>>,
                    rest("GET", "/{Bucket}/{Key+}")),
    op<&head_object>("HeadObject", Action{"s3:GetObject"}, resource<&object_arn<GetObjectRequest>>,
                     rest("HEAD", "/{Bucket}/{Key+}")),
    op<&delete_object>("DeleteObject", Action{"s3:DeleteObject"}, resource<&object_arn<DeleteObjectRequest>>,
                       rest("DELETE", "/{Bucket}/{Key+}").status(204)),

    op<&create_multipart_upload>(
        "CreateMultipartUpload", Action{"s3:PutObject"}, resource<&object_arn<CreateMultipartUploadRequest>>,
        rest("POST", "/{Bucket}/{Key+}").query("uploads").root("InitiateMultipartUploadResult"))
        .ignoring(not_acted_on),
    op<&upload_part>("UploadPart", Action{"s3:PutObject"}, resource<&object_arn<UploadPartRequest>>,
                     rest("PUT", "/{Bucket}/{Key+}").query("partNumber").query("uploadId")),
    op<&upload_part_copy>("UploadPartCopy", Action{"s3:PutObject"},
                          resource<&object_arn<UploadPartCopyRequest>>,
                          rest("PUT", "/{Bucket}/{Key+}")
                              .query("partNumber")
                              .query("uploadId")
                              .header("x-amz-copy-source")
                              .root("CopyPartResult")),
    op<&complete_multipart_upload>("CompleteMultipartUpload", Action{"s3:PutObject"},
                                   resource<&object_arn<CompleteMultipartUploadRequest>>,
                                   rest("POST", "/{Bucket}/{Key+}")
                                       .query("uploadId")
                                       .root("CompleteMultipartUploadResult")
                                       .object_checksums()),
    op<&abort_multipart_upload>("AbortMultipartUpload", Action{"s3:AbortMultipartUpload"},
                                resource<&object_arn<AbortMultipartUploadRequest>>,
                                rest("DELETE", "/{Bucket}/{Key+}").query("uploadId").status(204)),
    op<&list_parts>("ListParts", Action{"s3:ListMultipartUploadParts"},
                    resource<&object_arn<ListPartsRequest>>,
                    rest("GET", "/{Bucket}/{Key+}").query("uploadId").root("ListPartsResult")),

    // Settings: settings.hpp.
    op<&list_object_versions>("ListObjectVersions", Action{"s3:ListBucketVersions"},
                              resource<&bucket_arn<ListObjectVersionsRequest>>,
                              rest("GET", "/{Bucket}").query("versions").root("ListVersionsResult")),
    op<&get_object_attributes>(
        "GetObjectAttributes",
        Action{"s3:GetObjectAttributes"}, resource<&object_arn<GetObjectAttributesRequest>>,
        rest("GET", "/{Bucket}/{Key+}").query("attributes").root("GetObjectAttributesResponse")),
    op<&get_object_tagging>("GetObjectTagging", Action{"s3:GetObjectTagging"}, of_object,
                            rest("GET", "/{Bucket}/{Key+}").query("tagging").root("Tagging")),
    op<&put_object_tagging>("PutObjectTagging", Action{"s3:PutObjectTagging"},
                            resource<&object_arn<PutObjectTaggingRequest>>,
                            rest("PUT", "/{Bucket}/{Key+}").query("tagging")),
    op<&delete_object_tagging>("DeleteObjectTagging", Action{"s3:DeleteObjectTagging"}, of_object,
                               rest("DELETE", "/{Bucket}/{Key+}").query("tagging").status(204)),
    op<&get_bucket_tagging>("GetBucketTagging", Action{"s3:GetBucketTagging"}, of_bucket,
                            setting("tagging").root("Tagging")),
    op<&put_bucket_tagging>("PutBucketTagging", Action{"s3:PutBucketTagging"},
                            resource<&bucket_arn<PutBucketTaggingRequest>>,
                            rest("PUT", "/{Bucket}").query("tagging").status(204)),
    op<&delete_bucket_tagging>("DeleteBucketTagging", Action{"s3:PutBucketTagging"}, of_bucket,
                               rest("DELETE", "/{Bucket}").query("tagging").status(204)),
    op<&get_bucket_acl>("GetBucketAcl", Action{"s3:GetBucketAcl"}, of_bucket, setting("acl")),
    op<&get_object_acl>("GetObjectAcl", Action{"s3:GetObjectAcl"}, of_object,
                        rest("GET", "/{Bucket}/{Key+}").query("acl")),
    op<&get_bucket_versioning>("GetBucketVersioning", Action{"s3:GetBucketVersioning"}, of_bucket,
                               setting("versioning").root("VersioningConfiguration")),
    op<&get_bucket_accelerate>("GetBucketAccelerateConfiguration", Action{"s3:GetAccelerateConfiguration"},
                               of_bucket, setting("accelerate").root("AccelerateConfiguration")),
    op<&get_bucket_request_payment>("GetBucketRequestPayment", Action{"s3:GetBucketRequestPayment"},
                                    of_bucket, setting("requestPayment").root("RequestPaymentConfiguration")),
    op<&get_bucket_encryption>("GetBucketEncryption", Action{"s3:GetEncryptionConfiguration"}, of_bucket,
                               setting("encryption").root("ServerSideEncryptionConfiguration")),
    op<&get_public_access_block>("GetPublicAccessBlock", Action{"s3:GetBucketPublicAccessBlock"}, of_bucket,
                                 setting("publicAccessBlock").root("PublicAccessBlockConfiguration")),
    op<&get_bucket_ownership_controls>("GetBucketOwnershipControls", Action{"s3:GetBucketOwnershipControls"},
                                       of_bucket, setting("ownershipControls").root("OwnershipControls")),
    op<&get_bucket_logging>("GetBucketLogging", Action{"s3:GetBucketLogging"}, of_bucket,
                            setting("logging").root("BucketLoggingStatus")),
    op<&get_bucket_notification>("GetBucketNotificationConfiguration", Action{"s3:GetBucketNotification"},
                                 of_bucket, setting("notification").root("NotificationConfiguration")),
    op<&get_bucket_policy>("GetBucketPolicy", Action{"s3:GetBucketPolicy"}, of_bucket, setting("policy")),
    op<&put_bucket_policy>("PutBucketPolicy", Action{"s3:PutBucketPolicy"},
                           resource<&bucket_arn<PutBucketPolicyRequest>>, set("policy").status(204)),
    op<&delete_bucket_policy>("DeleteBucketPolicy", Action{"s3:DeleteBucketPolicy"}, of_bucket,
                              unset("policy")),
    op<&get_bucket_policy_status>("GetBucketPolicyStatus", Action{"s3:GetBucketPolicyStatus"}, of_bucket,
                                  setting("policyStatus").root("PolicyStatus")),
    op<&put_bucket_encryption>("PutBucketEncryption", Action{"s3:PutEncryptionConfiguration"},
                               resource<&bucket_arn<PutBucketEncryptionRequest>>, set("encryption"))
        .ignoring(encryption_not_acted_on),
    op<&delete_bucket_encryption>("DeleteBucketEncryption", Action{"s3:PutEncryptionConfiguration"},
                                  of_bucket, unset("encryption")),
    op<&put_public_access_block>("PutPublicAccessBlock", Action{"s3:PutBucketPublicAccessBlock"},
                                 resource<&bucket_arn<PutPublicAccessBlockRequest>>,
                                 set("publicAccessBlock")),
    op<&delete_public_access_block>("DeletePublicAccessBlock", Action{"s3:PutBucketPublicAccessBlock"},
                                    of_bucket, unset("publicAccessBlock")),
    op<&put_bucket_ownership_controls>("PutBucketOwnershipControls", Action{"s3:PutBucketOwnershipControls"},
                                       resource<&bucket_arn<PutBucketOwnershipControlsRequest>>,
                                       set("ownershipControls")),
    op<&delete_bucket_ownership_controls>("DeleteBucketOwnershipControls",
                                          Action{"s3:PutBucketOwnershipControls"}, of_bucket,
                                          unset("ownershipControls")),
    op<&put_bucket_versioning>("PutBucketVersioning", Action{"s3:PutBucketVersioning"},
                               resource<&bucket_arn<PutBucketVersioningRequest>>, set("versioning")),
    op<&put_bucket_acl>("PutBucketAcl", Action{"s3:PutBucketAcl"}, resource<&bucket_arn<PutBucketAclRequest>>,
                        set("acl")),
    op<&put_object_acl>("PutObjectAcl", Action{"s3:PutObjectAcl"}, resource<&object_arn<PutObjectAclRequest>>,
                        rest("PUT", "/{Bucket}/{Key+}").query("acl")),
    op<&get_bucket_lifecycle>("GetBucketLifecycleConfiguration", Action{"s3:GetLifecycleConfiguration"},
                              of_bucket, setting("lifecycle").root("LifecycleConfiguration")),
    op<&put_bucket_lifecycle>("PutBucketLifecycleConfiguration", Action{"s3:PutLifecycleConfiguration"},
                              resource<&bucket_arn<PutBucketLifecycleConfigurationRequest>>, set("lifecycle"))
        .ignoring(lifecycle_not_acted_on),
    op<&delete_bucket_lifecycle>("DeleteBucketLifecycle", Action{"s3:PutLifecycleConfiguration"}, of_bucket,
                                 unset("lifecycle")),
    op<&put_bucket_cors>("PutBucketCors", Action{"s3:PutBucketCORS"},
                         resource<&bucket_arn<PutBucketCorsRequest>>, set("cors")),
    op<&get_bucket_cors>("GetBucketCors", Action{"s3:GetBucketCORS"}, of_bucket, setting("cors")),
    op<&get_bucket_website>("GetBucketWebsite", Action{"s3:GetBucketWebsite"}, of_bucket, setting("website")),
    op<&get_bucket_replication>("GetBucketReplication", Action{"s3:GetReplicationConfiguration"}, of_bucket,
                                setting("replication")),
    op<&get_object_lock_configuration>("GetObjectLockConfiguration",
                                       Action{"s3:GetBucketObjectLockConfiguration"}, of_bucket,
                                       setting("object-lock")),
    op<&get_object_lock>("GetObjectRetention", Action{"s3:GetObjectRetention"}, of_object,
                         rest("GET", "/{Bucket}/{Key+}").query("retention")),
    op<&get_object_lock>("GetObjectLegalHold", Action{"s3:GetObjectLegalHold"}, of_object,
                         rest("GET", "/{Bucket}/{Key+}").query("legal-hold")),
};

}  // namespace

std::span<const wire::Operation<S3>> operations() { return table; }

}  // namespace berth::s3
