// The lifecycle configuration of a bucket, and the walk that acts on it.
#include "berth/services/s3/kept_setting.hpp"
#include "berth/services/s3/lifecycle.hpp"
#include "berth/services/s3/settings.hpp"

#include <algorithm>

namespace berth::s3 {

Async<void> put_bucket_lifecycle(S3& s3, const Call& call, PutBucketLifecycleConfigurationRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  if (!in.LifecycleConfiguration) throw malformed_xml();
  auto configuration = std::move(*in.LifecycleConfiguration);
  check_rules(configuration.Rules);
  co_await keep_setting(s3, call, name, setting::lifecycle, std::move(configuration));
}

Async<GetBucketLifecycleConfigurationOutput> get_bucket_lifecycle(S3& s3, const Call& call,
                                                                  BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  auto kept = co_await kept_setting<BucketLifecycleConfiguration>(s3, call, name, setting::lifecycle);
  if (!kept)
    throw not_set("NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist", in.Bucket);
  GetBucketLifecycleConfigurationOutput out;
  out.Rules = std::move(kept->Rules);
  co_return out;
}

Async<void> delete_bucket_lifecycle(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  co_await as_s3(name, s3.objects.set_bucket_setting(name.bucket, setting::lifecycle, {}, call.account));
}

Async<std::size_t> apply_lifecycles(S3& s3) {
  const base::TimePoint now = s3.objects.clock().now();
  std::size_t removed = 0;
  auto buckets = co_await s3.objects.buckets_with(setting::lifecycle);
  for (const auto& [bucket, document] : buckets) {
    auto rules = std::make_shared<const BucketLifecycleConfiguration>(
        from_document<BucketLifecycleConfiguration>(document));
    objects::Expiry expiry;
    expiry.with_attributes = std::ranges::any_of(rules->Rules, &asks_for_tags);
    expiry.object = [rules, now](const objects::ObjectInfo& object) {
      return std::ranges::any_of(rules->Rules,
                                 [&](const LifecycleRule& rule) { return is_expired(rule, object, now); });
    };
    expiry.upload = [rules, now](const objects::Upload& upload) {
      return std::ranges::any_of(rules->Rules,
                                 [&](const LifecycleRule& rule) { return is_abandoned(rule, upload, now); });
    };
    try {
      removed += co_await s3.objects.expire(bucket.name, std::move(expiry));
    } catch (const objects::ObjectError& error) {
      if (error.refusal != objects::Refusal::NoSuchBucket) throw;  // deleted meanwhile
    }
  }
  co_return removed;
}

}  // namespace berth::s3
