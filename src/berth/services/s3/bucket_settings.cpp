// Encryption, public access, ownership, versioning and access lists of buckets: what can be kept is kept and shown, what
// would promise what is not done is refused.
#include "berth/services/s3/kept_setting.hpp"
#include "berth/services/s3/settings.hpp"

#include <algorithm>

namespace berth::s3 {
namespace {

wire::ServiceError not_implemented(std::string message) {
  return {"NotImplemented", std::move(message), 501};
}

Async<void> check_bucket(S3& s3, const Call& call, objects::ObjectName name) {
  co_await as_s3(name, s3.objects.bucket(name.bucket, call.account));
}

/// Access lists say nothing here, as with AWS's default (BucketOwnerEnforced): what they say already may be said again.
template <class Request>
void check_acl(const Request& in) {
  constexpr std::string_view canned[] = {"private",
                                         "public-read",
                                         "public-read-write",
                                         "aws-exec-read",
                                         "authenticated-read",
                                         "bucket-owner-read",
                                         "log-delivery-write",
                                         "bucket-owner-full-control"};
  const bool has_grants = in.AccessControlPolicy || in.GrantFullControl || in.GrantRead || in.GrantReadACP ||
                          in.GrantWrite || in.GrantWriteACP;
  const std::string acl = in.ACL.value_or("");
  if (acl.empty() && !has_grants)
    throw wire::ServiceError("MissingSecurityHeader", "Your request was missing a required header", 400)
        .with("MissingHeaderName", "x-amz-acl");
  if (!acl.empty() && std::ranges::find(canned, acl) == std::end(canned))
    throw invalid_argument("", "x-amz-acl", acl);
  if (has_grants || (acl != "private" && acl != "bucket-owner-full-control"))
    throw wire::ServiceError("AccessControlListNotSupported", "The bucket does not allow ACLs", 400);
}

}  // namespace

// ---- encryption ----

Async<void> put_bucket_encryption(S3& s3, const Call& call, PutBucketEncryptionRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  if (!in.ServerSideEncryptionConfiguration || in.ServerSideEncryptionConfiguration->Rules.size() != 1)
    throw malformed_xml();
  auto configuration = std::move(*in.ServerSideEncryptionConfiguration);
  ServerSideEncryptionRule& rule = configuration.Rules.front();
  if (!rule.ApplyServerSideEncryptionByDefault) throw malformed_xml();
  const auto& wanted = *rule.ApplyServerSideEncryptionByDefault;
  check_promises({}, wanted.SSEAlgorithm);
  if (wanted.SSEAlgorithm != "AES256")
    throw not_implemented(
        "There are no keys of KMS here: AES256 is the one encryption that a bucket can have.");
  if (wanted.KMSMasterKeyID)
    throw invalid_argument("a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms",
                           "ApplyServerSideEncryptionByDefault", wanted.SSEAlgorithm);
  rule.BucketKeyEnabled = rule.BucketKeyEnabled.value_or(false);
  co_await keep_setting(s3, call, name, setting::encryption, std::move(configuration));
}

Async<GetBucketEncryptionOutput> get_bucket_encryption(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  auto kept = co_await kept_setting<ServerSideEncryptionConfiguration>(s3, call, name, setting::encryption);
  if (!kept) {
    // What every bucket has since 2023. (The disk under the state directory is its owner's to encrypt.)
    ServerSideEncryptionRule rule;
    rule.ApplyServerSideEncryptionByDefault.emplace().SSEAlgorithm = "AES256";
    rule.BucketKeyEnabled = false;
    kept.emplace().Rules.push_back(std::move(rule));
  }
  GetBucketEncryptionOutput out;
  out.ServerSideEncryptionConfiguration = std::move(kept);
  co_return out;
}

Async<void> delete_bucket_encryption(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  co_await as_s3(name, s3.objects.set_bucket_setting(name.bucket, setting::encryption, {}, call.account));
}

// ---- public access ----

PublicAccessBlockConfiguration public_access_of_new_buckets() { return {true, true, true, true}; }

Async<PublicAccessBlockConfiguration> public_access(S3& s3, const Call& call, objects::ObjectName bucket) {
  auto kept = co_await kept_setting<PublicAccessBlockConfiguration>(s3, call, bucket, setting::public_access);
  co_return kept.value_or(public_access_of_new_buckets());
}

Async<void> put_public_access_block(S3& s3, const Call& call, PutPublicAccessBlockRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  if (!in.PublicAccessBlockConfiguration) throw malformed_xml();
  const auto& given = *in.PublicAccessBlockConfiguration;
  PublicAccessBlockConfiguration kept{
      given.BlockPublicAcls.value_or(false), given.IgnorePublicAcls.value_or(false),
      given.BlockPublicPolicy.value_or(false), given.RestrictPublicBuckets.value_or(false)};
  co_await keep_setting(s3, call, name, setting::public_access, std::move(kept));
}

Async<GetPublicAccessBlockOutput> get_public_access_block(S3& s3, const Call& call, BucketRequest in) {
  auto access = co_await public_access(s3, call, named_bucket(call, in));
  if (!access.BlockPublicAcls)  // what deletion leaves
    throw not_set("NoSuchPublicAccessBlockConfiguration",
                  "The public access block configuration was not found", in.Bucket);
  GetPublicAccessBlockOutput out;
  out.PublicAccessBlockConfiguration = std::move(access);
  co_return out;
}

Async<void> delete_public_access_block(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  PublicAccessBlockConfiguration none;
  co_await keep_setting(s3, call, name, setting::public_access, std::move(none));
}

// ---- ownership ----

Async<void> put_bucket_ownership_controls(S3& s3, const Call& call, PutBucketOwnershipControlsRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  if (!in.OwnershipControls || in.OwnershipControls->Rules.size() != 1) throw malformed_xml();
  const std::string& ownership = in.OwnershipControls->Rules.front().ObjectOwnership;
  if (ownership != "BucketOwnerEnforced" && ownership != "BucketOwnerPreferred" &&
      ownership != "ObjectWriter")
    throw malformed_xml();
  auto controls = std::move(*in.OwnershipControls);
  co_await keep_setting(s3, call, name, setting::ownership, std::move(controls));
}

Async<GetBucketOwnershipControlsOutput> get_bucket_ownership_controls(S3& s3, const Call& call,
                                                                      BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  auto kept = co_await kept_setting<OwnershipControls>(s3, call, name, setting::ownership);
  if (!kept) kept.emplace().Rules.push_back({"BucketOwnerEnforced"});  // as every new bucket
  if (kept->Rules.empty())                                             // what deletion leaves
    throw not_set("OwnershipControlsNotFoundError", "The bucket ownership controls were not found",
                  in.Bucket);
  GetBucketOwnershipControlsOutput out;
  out.OwnershipControls = std::move(kept);
  co_return out;
}

Async<void> delete_bucket_ownership_controls(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  OwnershipControls none;
  co_await keep_setting(s3, call, name, setting::ownership, std::move(none));
}

// ---- versioning ----

Async<void> put_bucket_versioning(S3& s3, const Call& call, PutBucketVersioningRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  if (!in.VersioningConfiguration) throw malformed_xml();
  const std::string status = in.VersioningConfiguration->Status.value_or("");
  if (status == "Enabled")
    throw not_implemented(
        "Versioning cannot be enabled: of every object the newest version alone is kept here.");
  if (in.MFA || in.VersioningConfiguration->MFADelete.value_or("Disabled") == "Enabled")
    throw not_implemented("Nobody has a device for multi-factor authentication here.");
  if (status != "Suspended")
    throw wire::ServiceError("IllegalVersioningConfigurationException",
                             "The Versioning element must be specified", 400);
  GetBucketVersioningOutput kept;
  kept.Status = status;
  co_await keep_setting(s3, call, name, setting::versioning, std::move(kept));
}

Async<GetBucketVersioningOutput> get_bucket_versioning(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  auto kept = co_await kept_setting<GetBucketVersioningOutput>(s3, call, name, setting::versioning);
  co_return kept.value_or(GetBucketVersioningOutput());  // never set: no status at all
}

// ---- access lists ----

Async<void> put_bucket_acl(S3& s3, const Call& call, PutBucketAclRequest in) {
  co_await check_bucket(s3, call, named_bucket(call, in));
  check_acl(in);
}

Async<void> put_object_acl(S3& s3, const Call& call, PutObjectAclRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  co_await as_s3(name, s3.objects.head(name, objects::Conditions(), call.account));
  check_acl(in);
}

}  // namespace berth::s3
