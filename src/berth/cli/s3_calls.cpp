#include "berth/cli/s3_calls.hpp"

#include "base/encoding.hpp"
#include "berth/cli/errors.hpp"
#include "berth/services/s3/service.hpp"
#include "berth/services/s3/shapes.hpp"

#include <fmt/format.h>

#include <charconv>

namespace berth::cli {
namespace {

using wire::rest;

using s3::service;

constexpr Call<s3::ListBucketsRequest, s3::ListBucketsOutput> list_all{service, "ListBuckets",
                                                                       rest("GET", "/")};
constexpr Call<s3::CreateBucketRequest, s3::CreateBucketOutput> create{service, "CreateBucket",
                                                                       rest("PUT", "/{Bucket}")};
constexpr Call<s3::DeleteBucketRequest, wire::Nothing> remove_bucket{service, "DeleteBucket",
                                                                     rest("DELETE", "/{Bucket}").status(204)};
constexpr Call<s3::ListObjectsV2Request, s3::ListObjectsV2Output> list{
    service, "ListObjectsV2", rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult")};
constexpr Call<s3::DeleteObjectsRequest, s3::DeleteObjectsOutput> delete_several{
    service, "DeleteObjects", rest("POST", "/{Bucket}").query("delete").root("DeleteResult")};
constexpr Call<s3::ListMultipartUploadsRequest, s3::ListMultipartUploadsOutput> list_uploads{
    service, "ListMultipartUploads",
    rest("GET", "/{Bucket}").query("uploads").root("ListMultipartUploadsResult")};
constexpr Call<s3::CreateMultipartUploadRequest, s3::CreateMultipartUploadOutput> create_upload{
    service, "CreateMultipartUpload",
    rest("POST", "/{Bucket}/{Key+}").query("uploads").root("InitiateMultipartUploadResult")};
constexpr Call<s3::CompleteMultipartUploadRequest, s3::CompleteMultipartUploadOutput> complete_upload{
    service, "CompleteMultipartUpload",
    rest("POST", "/{Bucket}/{Key+}").query("uploadId").root("CompleteMultipartUploadResult")};
constexpr Call<s3::AbortMultipartUploadRequest, wire::Nothing> abort_upload{
    service, "AbortMultipartUpload", rest("DELETE", "/{Bucket}/{Key+}").query("uploadId").status(204)};

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

http::RequestHead request_of(std::string_view method, std::string target, http::Headers headers = {}) {
  http::RequestHead head;
  head.method = method;
  head.target = std::move(target);
  head.headers = std::move(headers);
  return head;
}

std::string shown(const S3Address& address) { return fmt::format("s3://{}/{}", address.bucket, address.key); }

}  // namespace

std::string object_path(const S3Address& address) {
  return "/" + base::percent_encode(address.bucket) + "/" + base::percent_encode(address.key, "/");
}

std::vector<BucketEntry> list_buckets(Api& api) {
  std::vector<BucketEntry> entries;
  for (const auto& bucket : api(list_all, {}).Buckets)
    entries.push_back({bucket.Name, bucket.CreationDate.time});
  return entries;
}

Listing list_objects(Api& api, const S3Address& address, bool recursive) {
  s3::ListObjectsV2Request request;
  request.Bucket = address.bucket;
  request.Prefix = address.key;
  request.EncodingType = "url";  // XML 1.0 cannot hold every byte of a key
  if (!recursive) request.Delimiter = "/";
  Listing listing;
  const auto decoded = [](const std::string& text) { return base::percent_decode(text).value_or(text); };
  do {
    const auto page = api(list, request);
    for (const auto& object : page.Contents) {
      listing.objects.push_back({decoded(object.Key), static_cast<std::uint64_t>(object.Size),
                                 object.LastModified.time, object.ETag});
    }
    for (const auto& prefix : page.CommonPrefixes) listing.prefixes.push_back(decoded(prefix.Prefix));
    request.ContinuationToken = page.NextContinuationToken;
  } while (request.ContinuationToken.has_value());
  return listing;
}

bool is_empty_bucket(Api& api, const std::string& bucket) {
  s3::ListObjectsV2Request request;
  request.Bucket = bucket;
  request.MaxKeys = 1;
  return api(list, request).Contents.empty();
}

void create_bucket(Api& api, const std::string& bucket) {
  s3::CreateBucketRequest request;
  request.Bucket = bucket;
  api(create, request);
}

void delete_bucket(Api& api, const std::string& bucket) {
  s3::DeleteBucketRequest request;
  request.Bucket = bucket;
  api(remove_bucket, request);
}

void delete_objects(Api& api, const std::string& bucket, const std::vector<ObjectEntry>& objects) {
  constexpr std::size_t at_once = 1000;  // DeleteObjects' limit
  for (std::size_t i = 0; i < objects.size(); i += at_once) {
    s3::DeleteObjectsRequest request;
    request.Bucket = bucket;
    auto& some = request.Delete.emplace();
    some.Quiet = true;
    for (std::size_t j = i; j < std::min(i + at_once, objects.size()); ++j) {
      some.Objects.emplace_back();
      some.Objects.back().Key = objects[j].key;
    }
    const auto answer = api(delete_several, request);
    if (!answer.Errors.empty()) {
      const auto& error = answer.Errors.front();
      throw machine_refused(fmt::format("cannot delete s3://{}/{}: {}", bucket, error.Key, error.Message));
    }
  }
}

void empty_bucket(Api& api, const std::string& bucket) {
  delete_objects(api, bucket, list_objects(api, {bucket, ""}, true).objects);
  s3::ListMultipartUploadsRequest uploads;
  uploads.Bucket = bucket;
  for (auto page = api(list_uploads, uploads); !page.Uploads.empty(); page = api(list_uploads, uploads)) {
    for (const auto& upload : page.Uploads) {
      s3::AbortMultipartUploadRequest abort;
      abort.Bucket = bucket;
      abort.Key = upload.Key;
      abort.UploadId.value = upload.UploadId;
      api(abort_upload, abort);
    }
  }
}

ObjectHead head_object(Api& api, const S3Address& address) {
  const auto reply = api.s3(request_of("HEAD", object_path(address)));
  if (reply.status == 404)
    throw wrong_input(fmt::format("there is no {}: 'berth s3 ls' lists what there is", shown(address)));
  if (reply.status != 200)
    throw wrong_input(fmt::format("{} cannot be read (HTTP {})", shown(address), reply.status));
  return {number(reply.headers.get("content-length")), std::string(reply.headers.get("etag"))};
}

std::string get_range(Api& api, const S3Address& address, const ObjectHead& head, std::uint64_t first,
                      std::uint64_t count) {
  const std::string range = fmt::format("bytes={}-{}", first, first + count - 1);
  auto reply = api.s3(request_of("GET", object_path(address), {{"Range", range}, {"If-Match", head.etag}}));
  if (reply.body.size() != count) throw machine_refused(shown(address) + " came short: copy it again");
  return std::move(reply.body);
}

void put_object(Api& api, const S3Address& address, std::string_view body, std::string_view content_type) {
  api.s3(request_of("PUT", object_path(address), {{"Content-Type", std::string(content_type)}}), body);
}

PartsUpload::PartsUpload(Api& api, S3Address address, std::string_view content_type)
    : api_(api), address_(std::move(address)) {
  s3::CreateMultipartUploadRequest request;
  request.Bucket = address_.bucket;
  request.Key = address_.key;
  request.ContentType = std::string(content_type);
  upload_id_ = api_(create_upload, request).UploadId;
}

PartsUpload::~PartsUpload() {
  if (completed_) return;
  try {
    s3::AbortMultipartUploadRequest request;
    request.Bucket = address_.bucket;
    request.Key = address_.key;
    request.UploadId.value = upload_id_;
    api_(abort_upload, request);
  } catch (const std::exception&) {
    // What made the upload fail is on its way to the reader; that the parts stay is the lesser matter.
  }
}

void PartsUpload::add(std::string_view body) {
  const std::string target = fmt::format("{}?partNumber={}&uploadId={}", object_path(address_),
                                         etags_.size() + 1, base::percent_encode(upload_id_));
  const auto reply = api_.s3(request_of("PUT", target), body);
  etags_.emplace_back(reply.headers.get("etag"));
}

void PartsUpload::complete() {
  s3::CompleteMultipartUploadRequest request;
  request.Bucket = address_.bucket;
  request.Key = address_.key;
  request.UploadId.value = upload_id_;
  auto& parts = request.MultipartUpload.emplace().Parts;
  for (std::size_t i = 0; i < etags_.size(); ++i) {
    parts.emplace_back();
    parts.back().PartNumber = static_cast<int>(i + 1);
    parts.back().ETag = etags_[i];
  }
  api_(complete_upload, request);
  completed_ = true;
}

}  // namespace berth::cli
