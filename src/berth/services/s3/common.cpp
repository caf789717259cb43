#include "berth/services/s3/common.hpp"

#include "base/hash.hpp"
#include "base/time_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace berth::s3 {

std::string checked_bucket(const std::string& bucket) {
  if (!objects::is_bucket_name(bucket)) throw no_such_bucket(bucket);
  return bucket;
}

objects::ObjectName object_name(const std::string& bucket, const std::string& key) {
  if (key.size() > objects::longest_key) throw key_too_long(key);
  if (!objects::is_object_key(key)) throw invalid_argument("Object key is not valid UTF-8", "key", "");
  return {checked_bucket(bucket), key};
}

void check_expected_owner(const Call& call, const std::optional<std::string>& expected) {
  if (expected && *expected != call.account) throw access_denied();
}

void check_version(const std::string& key, const std::optional<std::string>& version) {
  if (version && *version != "null") throw no_such_version(key, *version);
}

void check_promises(const std::optional<std::string>& storage_class,
                    const std::optional<std::string>& encryption) {
  constexpr std::string_view classes[] = {
      "STANDARD",    "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING",
      "GLACIER",     "DEEP_ARCHIVE",       "GLACIER_IR",  "SNOW",       "EXPRESS_ONEZONE",
      "FSX_OPENZFS", "FSX_ONTAP",          "OUTPOSTS"};
  constexpr std::string_view encryptions[] = {"AES256", "aws:kms", "aws:kms:dsse", "aws:fsx"};
  if (storage_class && std::ranges::find(classes, *storage_class) == std::end(classes))
    throw invalid_storage_class(*storage_class);
  if (encryption && std::ranges::find(encryptions, *encryption) == std::end(encryptions))
    throw invalid_argument("The encryption method specified is not supported", "x-amz-server-side-encryption",
                           *encryption);
}

Owner owner(const std::string& account) {
  // A canonical user id is 64 hexadecimal digits; any that is the account's own will do.
  return {base::to_hex(base::sha256("canonical user of account " + account)), account};
}

std::string quoted_etag(const std::string& etag) { return "\"" + etag + "\""; }

wire::Timestamp shown_time(base::TimePoint time) { return {std::chrono::floor<std::chrono::seconds>(time)}; }

void keep_header(objects::Attributes& attributes, std::string name, const std::optional<std::string>& value) {
  if (value && !value->empty()) attributes.headers[std::move(name)] = *value;
}

void check_metadata(const objects::Attributes& attributes) {
  std::size_t size = 0;
  for (const auto& [name, value] : attributes.metadata) size += name.size() + value.size();
  if (size > 2048) throw metadata_too_large();
}

std::optional<objects::Checksum> parse_checksum_algorithm(const std::optional<std::string>& text) {
  if (!text || text->empty()) return std::nullopt;
  auto kind = objects::parse_algorithm(*text);
  if (!kind)
    throw invalid_request(
        "Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, "
        "CRC32C, CRC64NVME, SHA1, SHA256]");
  return kind;
}

Async<objects::Written> receive(objects::ObjectStore& objects, wire::RequestBody body,
                                std::vector<objects::Checksum> checksums) {
  auto size = body.size();
  if (!size) throw missing_content_length();
  if (*size > objects::largest_part) throw entity_too_large(*size);
  objects::BlobWriter writer = objects.writer(std::move(checksums));
  std::function<Async<void>(std::string_view)> sink = [&writer](std::string_view block) {
    return writer.write(block);
  };
  co_await body.each_block(sink);
  co_return co_await writer.finish();
}

objects::ObjectName parse_copy_source(const std::string& text) {
  const auto source = read_copy_source(text);
  if (!source) throw invalid_argument("Invalid copy source object key", "x-amz-copy-source", text);
  auto name = object_name(source->bucket, source->key);
  check_version(name.key, source->version);
  return name;
}

std::optional<base::TimePoint> parse_date(const std::optional<std::string>& text) {
  return text ? base::parse_http_date(*text) : std::nullopt;
}

void authorize_tags(const Call& call, const objects::ObjectName& name,
                    const std::optional<std::string>& tags) {
  if (tags && !tags->empty())
    call.authorize("s3:PutObjectTagging", fmt::format("arn:aws:s3:::{}/{}", name.bucket, name.key));
}

const std::optional<std::string>& checked_redirect(const std::optional<std::string>& location) {
  if (location && !location->empty() && !location->starts_with('/') && !location->starts_with("http://") &&
      !location->starts_with("https://")) {
    throw wire::ServiceError(
        "InvalidRedirectLocation",
        "The website redirect location must have a prefix of 'http://' or 'https://' or '/'.", 400);
  }
  return location;
}

void authorize_source(const Call& call, const objects::ObjectName& source) {
  call.authorize("s3:GetObject", fmt::format("arn:aws:s3:::{}/{}", source.bucket, source.key));
}

}  // namespace berth::s3
