#include "base/json.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/s3/settings.hpp"

#include <fmt/format.h>

namespace berth::cloudformation {
namespace {

struct BucketPolicyProperties {
  std::string Bucket;
  wire::Document PolicyDocument;
};
AWS_SHAPE(BucketPolicyProperties, Bucket, PolicyDocument)

constexpr PropertyRow rows[] = {
    {"Bucket", Standing::Honoured, "", replaces},
    {"PolicyDocument", Standing::Honoured},
};

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string&) {
  return {"arn:aws:s3:::" + read_properties<BucketPolicyProperties>(request.properties).Bucket};
}

base::Async<void> put(Environment& environment, const Call& call, BucketPolicyProperties properties) {
  s3::S3 service{environment.objects};
  s3::PutBucketPolicyRequest in;
  in.Bucket = properties.Bucket;
  in.Policy = base::to_text(properties.PolicyDocument.value);
  co_await s3::put_bucket_policy(service, call, std::move(in));
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              BucketPolicyProperties properties) {
  if (environment.objects.bucket_policy(properties.Bucket))
    throw ResourceFailure(fmt::format("The bucket policy already exists on bucket {}.", properties.Bucket));
  request.initiated(properties.Bucket);
  co_await put(environment, call, std::move(properties));
  co_return Attributes{};
}

Making update(Environment& environment, const Call& call, ResourceRequest&, BucketPolicyProperties wanted,
              BucketPolicyProperties) {
  call.authorize("s3:PutBucketPolicy", "arn:aws:s3:::" + wanted.Bucket);
  co_await put(environment, call, std::move(wanted));
  co_return Attributes{};
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  try {
    co_await environment.objects.set_bucket_setting(request.physical_id, objects::policy_setting, {},
                                                    request.account);
  } catch (const objects::ObjectError& error) {
    if (error.refusal != objects::Refusal::NoSuchBucket) throw;  // the policy went with its bucket
  }
}

}  // namespace

const ResourceType s3_bucket_policy = resource_type<&create, &remove, &update>(
    {"AWS::S3::BucketPolicy", rows, {}}, {}, {"s3:PutBucketPolicy", "s3:DeleteBucketPolicy", &arns});

}  // namespace berth::cloudformation
