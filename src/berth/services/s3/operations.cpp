#include "berth/services/s3/operations.hpp"

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

/// Access lists and storage classes come with requests of many clients; buckets are private and objects are
/// kept alike whatever they say.
constexpr std::string_view not_acted_on[] = {
    "ACL",          "GrantFullControl",     "GrantRead",        "GrantReadACP",
    "GrantWrite",   "GrantWriteACP",        "SSEKMSKeyId",      "ObjectOwnership",
    "StorageClass", "ServerSideEncryption", "TaggingDirective", "ChecksumType"};

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
    op<&get_bucket_cors>("GetBucketCors", Action{"s3:GetBucketCORS"},
                         resource<&bucket_arn<GetBucketConfigurationRequest>>,
                         rest("GET", "/{Bucket}").query("cors")),
    op<&get_bucket_encryption>("GetBucketEncryption", Action{"s3:GetEncryptionConfiguration"},
                               resource<&bucket_arn<GetBucketConfigurationRequest>>,
                               rest("GET", "/{Bucket}").query("encryption")),
    op<&get_bucket_lifecycle>("GetBucketLifecycleConfiguration", Action{"s3:GetLifecycleConfiguration"},
                              resource<&bucket_arn<GetBucketConfigurationRequest>>,
                              rest("GET", "/{Bucket}").query("lifecycle")),
    op<&get_bucket_ownership_controls>("GetBucketOwnershipControls", Action{"s3:GetBucketOwnershipControls"},
                                       resource<&bucket_arn<GetBucketConfigurationRequest>>,
                                       rest("GET", "/{Bucket}").query("ownershipControls")),
    op<&get_bucket_policy>("GetBucketPolicy", Action{"s3:GetBucketPolicy"},
                           resource<&bucket_arn<GetBucketConfigurationRequest>>,
                           rest("GET", "/{Bucket}").query("policy")),
    op<&get_bucket_replication>("GetBucketReplication", Action{"s3:GetReplicationConfiguration"},
                                resource<&bucket_arn<GetBucketConfigurationRequest>>,
                                rest("GET", "/{Bucket}").query("replication")),
    op<&get_bucket_tagging>("GetBucketTagging", Action{"s3:GetBucketTagging"},
                            resource<&bucket_arn<GetBucketConfigurationRequest>>,
                            rest("GET", "/{Bucket}").query("tagging")),
    op<&get_bucket_website>("GetBucketWebsite", Action{"s3:GetBucketWebsite"},
                            resource<&bucket_arn<GetBucketConfigurationRequest>>,
                            rest("GET", "/{Bucket}").query("website")),
    op<&get_object_lock_configuration>(
        "GetObjectLockConfiguration", Action{"s3:GetBucketObjectLockConfiguration"},
        resource<&bucket_arn<GetBucketConfigurationRequest>>, rest("GET", "/{Bucket}").query("object-lock")),
    op<&get_public_access_block>("GetPublicAccessBlock", Action{"s3:GetBucketPublicAccessBlock"},
                                 resource<&bucket_arn<GetBucketConfigurationRequest>>,
                                 rest("GET", "/{Bucket}").query("publicAccessBlock")),
    op<&list_objects_v2>("ListObjectsV2", Action{"s3:ListBucket"},
                         resource<&bucket_arn<ListObjectsV2Request>>,
                         rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult")),
    op<&list_objects>("ListObjects", Action{"s3:ListBucket"}, resource<&bucket_arn<ListObjectsRequest>>,
                      rest("GET", "/{Bucket}").root("ListBucketResult")),
    op<&delete_objects>("DeleteObjects", Action{"s3:DeleteObject"},
                        resource<&bucket_arn<DeleteObjectsRequest>>,
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
        "CreateMultipartUpload",
        Action{"s3:PutObject"}, resource<&object_arn<CreateMultipartUploadRequest>>,
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
    op<&complete_multipart_upload>(
        "CompleteMultipartUpload",
        Action{"s3:PutObject"}, resource<&object_arn<CompleteMultipartUploadRequest>>,
        rest("POST", "/{Bucket}/{Key+}").query("uploadId").root("CompleteMultipartUploadResult")),
    op<&abort_multipart_upload>("AbortMultipartUpload", Action{"s3:AbortMultipartUpload"},
                                resource<&object_arn<AbortMultipartUploadRequest>>,
                                rest("DELETE", "/{Bucket}/{Key+}").query("uploadId").status(204)),
    op<&list_parts>("ListParts", Action{"s3:ListMultipartUploadParts"},
                    resource<&object_arn<ListPartsRequest>>,
                    rest("GET", "/{Bucket}/{Key+}").query("uploadId").root("ListPartsResult")),
};

}  // namespace

std::span<const wire::Operation<S3>> operations() { return table; }

}  // namespace berth::s3
