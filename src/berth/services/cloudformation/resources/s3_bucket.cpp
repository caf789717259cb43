#include "berth/objects/bucket_name.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"

#include <fmt/format.h>

namespace berth::cloudformation {
namespace {

struct BucketProperties {
  std::optional<std::string> BucketName;
  std::optional<std::string> AccessControl;
  std::optional<wire::Document> PublicAccessBlockConfiguration;
  std::optional<wire::Document> OwnershipControls;
  std::optional<wire::Document> BucketEncryption;
  std::optional<wire::Document> LifecycleConfiguration;
  std::optional<wire::Document> CorsConfiguration;
  std::optional<wire::Document> LoggingConfiguration;
  std::optional<wire::Document> AccelerateConfiguration;
  std::optional<wire::Document> AnalyticsConfigurations;
  std::optional<wire::Document> IntelligentTieringConfigurations;
  std::optional<wire::Document> InventoryConfigurations;
  std::optional<wire::Document> MetricsConfigurations;
  std::optional<wire::Document> NotificationConfiguration;
  std::optional<wire::Document> ObjectLockConfiguration;
  std::optional<bool> ObjectLockEnabled;
  std::optional<wire::Document> ReplicationConfiguration;
  std::optional<wire::Document> VersioningConfiguration;
  std::optional<wire::Document> WebsiteConfiguration;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(BucketProperties, BucketName, AccessControl, PublicAccessBlockConfiguration, OwnershipControls,
          BucketEncryption, LifecycleConfiguration, CorsConfiguration, LoggingConfiguration,
          AccelerateConfiguration, AnalyticsConfigurations, IntelligentTieringConfigurations,
          InventoryConfigurations, MetricsConfigurations, NotificationConfiguration, ObjectLockConfiguration,
          ObjectLockEnabled, ReplicationConfiguration, VersioningConfiguration, WebsiteConfiguration, Tags)

constexpr PropertyRow rows[] = {
    {"BucketName", Standing::Honoured, "", replaces},
    {"AccessControl", Standing::Ignored,
     "access lists are not kept: the owner and its roles get in, nobody else"},
    {"PublicAccessBlockConfiguration", Standing::Emulated, "nothing is public here"},
    {"OwnershipControls", Standing::Emulated, "every object belongs to the bucket's owner"},
    {"BucketEncryption", Standing::Ignored, "objects lie in the state directory as they are"},
    {"LifecycleConfiguration", Standing::Ignored,
     "a stack gives its bucket no rules; PutBucketLifecycleConfiguration does, and they are acted on"},
    {"CorsConfiguration", Standing::Ignored, "no web page of another origin gets in"},
    {"LoggingConfiguration", Standing::Ignored, "no access log is written"},
    {"AccelerateConfiguration", Standing::Ignored},
    {"AnalyticsConfigurations", Standing::Ignored},
    {"IntelligentTieringConfigurations", Standing::Ignored, "there is one storage class"},
    {"InventoryConfigurations", Standing::Ignored},
    {"MetricsConfigurations", Standing::Ignored},
    {"NotificationConfiguration", Standing::Refused, "no event would ever come"},
    {"ObjectLockConfiguration", Standing::Refused, "objects cannot be locked"},
    {"ObjectLockEnabled", Standing::Refused, "objects cannot be locked"},
    {"ReplicationConfiguration", Standing::Refused, "there is nowhere to replicate to"},
    {"VersioningConfiguration", Standing::Ignored,
     "objects keep their last version only: what is overwritten or deleted is gone"},
    {"WebsiteConfiguration", Standing::Refused, "buckets are not served as web sites"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn", "DomainName", "RegionalDomainName", "DualStackDomainName",
                                           "WebsiteURL"};

Attributes attributes_of(const std::string& name, const std::string& region) {
  return {
      {"Arn", "arn:aws:s3:::" + name},
      {"DomainName", name + ".s3.amazonaws.com"},
      {"RegionalDomainName", name + ".s3." + region + ".amazonaws.com"},
      {"DualStackDomainName", name + ".s3.dualstack." + region + ".amazonaws.com"},
      {"WebsiteURL", "http://" + name + ".s3-website-" + region + ".amazonaws.com"},
  };
}

Making create(Environment& environment, const Call&, ResourceRequest& request, BucketProperties properties) {
  const std::string name = properties.BucketName.value_or("");
  if (!objects::is_bucket_name(name))
    throw ResourceFailure(fmt::format("Bucket name {} is not valid: 3 to 63 of a-z, 0-9, . and -", name));
  try {
    co_await environment.objects.create_bucket(name, request.account, request.region,
                                               objects::ObjectStore::Visibility::Listed, request.mark(name));
  } catch (const objects::ObjectError& error) {
    if (error.refusal == objects::Refusal::BucketOwnedByYou ||
        error.refusal == objects::Refusal::BucketExists)
      throw ResourceFailure(name + " already exists");
    throw ResourceFailure(fmt::format("Bucket {} cannot be made: the disk is full", name));
  }
  request.initiated(name);
  auto tags = merge_tags(request.tags, properties.Tags);
  if (!tags.empty()) co_await environment.objects.set_bucket_tags(name, std::move(tags), request.account);
  co_return attributes_of(name, request.region);
}

/// Its tags; of the rest nothing is acted on, as the rows say.
Making update(Environment& environment, const Call& call, ResourceRequest& request, BucketProperties wanted,
              BucketProperties) {
  const std::string name = request.physical_id;
  auto tags = merge_tags(request.tags, wanted.Tags);
  try {
    const auto before = co_await environment.objects.bucket_tags(name, request.account);
    if (before.value_or(std::map<std::string, std::string>()) != tags) {
      call.authorize("s3:PutBucketTagging", "arn:aws:s3:::" + name);
      co_await environment.objects.set_bucket_tags(name, std::move(tags), request.account);
    }
  } catch (const objects::ObjectError&) {
    throw ResourceFailure(fmt::format("The specified bucket {} does not exist", name));
  }
  co_return attributes_of(name, request.region);
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  try {
    co_await environment.objects.delete_bucket(request.physical_id, request.account, request.mark(""));
  } catch (const objects::ObjectError& error) {
    if (error.refusal == objects::Refusal::NoSuchBucket) co_return;
    throw ResourceFailure(
        error.refusal == objects::Refusal::BucketNotEmpty
            ? "The bucket you tried to delete is not empty (Service: S3; Status Code: 409; Error Code: "
              "BucketNotEmpty)"
            : fmt::format("Bucket {} belongs to another account", request.physical_id));
  }
}

std::vector<std::string> arns(const Environment&, const ResourceRequest&, const std::string& name) {
  return {"arn:aws:s3:::" + name};
}

}  // namespace

const ResourceType s3_bucket = resource_type<&create, &remove, &update>(
    {"AWS::S3::Bucket", rows, attributes},
    {.property = "BucketName", .style = {.longest = 63, .lower = true}},
    {"s3:CreateBucket", "s3:DeleteBucket", &arns});

}  // namespace berth::cloudformation
