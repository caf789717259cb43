/// TemplateURL: which object of our own buckets a URL of S3's many forms names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace berth::cloudformation {

struct ObjectAddress {
  std::string bucket, key;
  bool operator==(const ObjectAddress&) const = default;
};

/// `own_host` is HOST:PORT as the caller reached us. Taken: http[s]://OWN_HOST/BUCKET/KEY, and AWS's names in path
/// and virtual-host form (s3.REGION.amazonaws.com/BUCKET/KEY, BUCKET.s3.REGION.amazonaws.com/KEY). Nothing for any
/// other: nothing is ever fetched from the network.
std::optional<ObjectAddress> parse_template_url(std::string_view url, std::string_view own_host);

}  // namespace berth::cloudformation
