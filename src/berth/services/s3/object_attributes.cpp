#include "berth/services/s3/common.hpp"
#include "berth/services/s3/listing_parts.hpp"
#include "berth/services/s3/settings.hpp"

#include <set>

namespace berth::s3 {
namespace {

std::set<std::string> names_in(std::string_view list) {
  std::set<std::string> names;
  while (!list.empty()) {
    std::size_t comma = list.find(',');
    std::string name(list.substr(0, comma));
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (name != "ETag" && name != "Checksum" && name != "ObjectParts" && name != "StorageClass" &&
        name != "ObjectSize") {
      throw invalid_argument("Invalid attribute name specified.", "x-amz-object-attributes", name);
    }
    names.insert(std::move(name));
  }
  return names;
}

GetObjectAttributesParts show_parts(const objects::ObjectParts& found, int after, int limit) {
  GetObjectAttributesParts out;
  out.TotalPartsCount = objects::part_count(found.object.etag);
  // Parts are told one by one only where they have checksums.
  bool has_checksums = !found.parts.empty() && !found.parts.front().checksums.empty();
  if (!has_checksums) return out;
  out.PartNumberMarker = after;
  out.NextPartNumberMarker = found.parts.back().number;
  out.MaxParts = limit;
  out.IsTruncated = found.truncated;
  for (const objects::Part& part : found.parts) {
    ObjectPart shown;
    shown.PartNumber = part.number;
    shown.Size = static_cast<std::int64_t>(part.size);
    show_checksums(shown, part.checksums);
    out.Parts.push_back(std::move(shown));
  }
  return out;
}

}  // namespace

Async<GetObjectAttributesOutput> get_object_attributes(S3& s3, const Call& call,
                                                       GetObjectAttributesRequest in) {
  objects::ObjectName name = object_name(in.Bucket, in.Key);
  check_expected_owner(call, in.ExpectedBucketOwner);
  check_version(in.Key, in.VersionId);
  if (in.SSECustomerAlgorithm)
    throw header_not_implemented("x-amz-server-side-encryption-customer-algorithm");
  call.authorize("s3:GetObject", "arn:aws:s3:::" + in.Bucket + "/" + in.Key);
  auto wanted = names_in(in.ObjectAttributes.value);
  if (wanted.empty())
    throw invalid_argument("The x-amz-object-attributes header names no attribute.",
                           "x-amz-object-attributes", in.ObjectAttributes.value);
  int after = in.PartNumberMarker.value_or(0);
  int limit = checked_limit(in.MaxParts, "x-amz-max-parts");
  auto found =
      co_await as_s3(name, s3.objects.parts(name, after, static_cast<std::size_t>(limit), call.account));
  const objects::ObjectInfo& object = found.object;
  GetObjectAttributesOutput out;
  out.LastModified = shown_time(object.modified);
  if (wanted.contains("ETag")) out.ETag = object.etag;
  if (wanted.contains("Checksum") && !object.attributes.checksums.empty()) {
    show_checksums(out.Checksum.emplace(), object.attributes.checksums);
    out.Checksum->ChecksumType = checksum_type(object.attributes.checksum_of_whole);
  }
  if (wanted.contains("ObjectParts") && objects::part_count(object.etag) > 0)
    out.ObjectParts = show_parts(found, after, limit);
  if (wanted.contains("StorageClass")) out.StorageClass = "STANDARD";
  if (wanted.contains("ObjectSize")) out.ObjectSize = static_cast<std::int64_t>(object.size);
  co_return out;
}

}  // namespace berth::s3
