#include "berth/services/s3/errors.hpp"

#include <fmt/format.h>

namespace berth::s3 {

using objects::Refusal;
using wire::ServiceError;

ServiceError no_such_bucket(const std::string& bucket) {
  return ServiceError("NoSuchBucket", "The specified bucket does not exist", 404).with("BucketName", bucket);
}
ServiceError invalid_bucket_name(const std::string& bucket) {
  return ServiceError("InvalidBucketName", "The specified bucket is not valid.", 400)
      .with("BucketName", bucket);
}
ServiceError no_such_version(const std::string& key, const std::string& version) {
  return ServiceError("NoSuchVersion", "The specified version does not exist.", 404)
      .with("Key", key)
      .with("VersionId", version);
}
ServiceError key_too_long(const std::string& key) {
  return ServiceError("KeyTooLongError", "Your key is too long", 400)
      .with("Size", std::to_string(key.size()))
      .with("MaxSizeAllowed", "1024");
}
ServiceError metadata_too_large() {
  return ServiceError("MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size",
                      400)
      .with("MaxSizeAllowed", "2048");
}
ServiceError malformed_xml() {
  return {"MalformedXML",
          "The XML you provided was not well-formed or did not validate against our published schema", 400};
}
ServiceError invalid_storage_class(const std::string& storage_class) {
  return ServiceError("InvalidStorageClass", "The storage class you specified is not valid", 400)
      .with("StorageClassRequested", storage_class);
}
ServiceError invalid_argument(std::string message, std::string name, std::string value) {
  return ServiceError("InvalidArgument", std::move(message), 400)
      .with("ArgumentName", std::move(name))
      .with("ArgumentValue", std::move(value));
}
ServiceError invalid_request(std::string message) { return {"InvalidRequest", std::move(message), 400}; }
ServiceError bad_request(std::string message) { return {"BadRequest", std::move(message), 400}; }
ServiceError invalid_tag(std::string message, std::string key) {
  return ServiceError("InvalidTag", std::move(message), 400).with("TagKey", std::move(key));
}
ServiceError not_set(std::string code, std::string message, const std::string& bucket) {
  return ServiceError(std::move(code), std::move(message), 404).with("BucketName", bucket);
}
ServiceError access_denied() { return {"AccessDenied", "Access Denied", 403}; }
ServiceError entity_too_large(std::uint64_t size) {
  return ServiceError("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", 400)
      .with("ProposedSize", std::to_string(size))
      .with("MaxSizeAllowed", std::to_string(std::uint64_t{5} << 30));
}
ServiceError missing_content_length() {
  return {"MissingContentLength", "You must provide the Content-Length HTTP header.", 411};
}
ServiceError header_not_implemented(std::string_view header) {
  return ServiceError("NotImplemented", "A header you provided implies functionality that is not implemented",
                      501)
      .with("Header", std::string(header));
}
ServiceError illegal_location(const std::string& location) {
  return {"IllegalLocationConstraintException",
          fmt::format(
              "The {} location constraint is incompatible for the region specific endpoint this request was "
              "sent to.",
              location),
          400};
}
ServiceError invalid_location(const std::string& location) {
  return ServiceError("InvalidLocationConstraint", "The specified location-constraint is not valid", 400)
      .with("LocationConstraint", location);
}

namespace {

ServiceError precondition_failed() {
  return ServiceError("PreconditionFailed", "At least one of the pre-conditions you specified did not hold",
                      412);
}

constexpr const char* invalid_part =
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the "
    "specified "
    "entity tag may not match the part's entity tag.";
constexpr const char* no_such_upload =
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted "
    "or "
    "completed.";

}  // namespace

ServiceError to_service_error(const objects::ObjectError& error, const objects::ObjectName& name) {
  const std::string& about = error.subject;
  switch (error.refusal) {
    case Refusal::NoSuchBucket:
      return no_such_bucket(about);
    case Refusal::BucketExists:
      return ServiceError(
                 "BucketAlreadyExists",
                 "The requested bucket name is not available. The bucket namespace is shared by all users of "
                 "the system. Please select a different name and try again.",
                 409)
          .with("BucketName", about);
    case Refusal::BucketOwnedByYou:
      return ServiceError(
                 "BucketAlreadyOwnedByYou",
                 "Your previous request to create the named bucket succeeded and you already own it.", 409)
          .with("BucketName", about);
    case Refusal::BucketNotEmpty:
      return ServiceError("BucketNotEmpty", "The bucket you tried to delete is not empty", 409)
          .with("BucketName", about);
    case Refusal::NoSuchKey:
      return ServiceError("NoSuchKey", "The specified key does not exist.", 404).with("Key", about);
    case Refusal::NoSuchUpload:
      return ServiceError("NoSuchUpload", no_such_upload, 404).with("UploadId", about);
    case Refusal::AccessDenied:
      return access_denied();
    case Refusal::PreconditionFailed:
      return precondition_failed();
    case Refusal::ConditionNotImplemented:
      return header_not_implemented("If-None-Match");
    case Refusal::NotModified:
      return {"NotModified", "Not Modified", 304};
    case Refusal::InvalidRange:
      return ServiceError("InvalidRange", "The requested range is not satisfiable", 416)
          .with("ActualObjectSize", about);
    case Refusal::RangeNotInSource:
      return invalid_argument("Range specified is not valid for source object of size: " + about,
                              "x-amz-copy-source-range", "");
    case Refusal::NoSuchPart:
      return ServiceError("InvalidPartNumber", "The requested partnumber is not satisfiable", 416)
          .with("ActualPartCount", about);
    case Refusal::InvalidPart:
      return ServiceError("InvalidPart", invalid_part, 400).with("PartNumber", about);
    case Refusal::InvalidPartOrder:
      return {"InvalidPartOrder",
              "The list of parts was not in ascending order. Parts must be ordered by part number.", 400};
    case Refusal::PartTooSmall:
      return ServiceError("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size",
                          400)
          .with("PartNumber", about)
          .with("MinSizeAllowed", "5242880");
    case Refusal::WrongSize:
      return invalid_request("The provided 'x-amz-mp-object-size' header does not match what was computed: " +
                             about);
    case Refusal::WrongChecksumType:
      return invalid_request(fmt::format(
          "The upload was created using the {} checksum mode. The complete request must use the same "
          "checksum mode.",
          about));
    case Refusal::BadDigest:
      return {"BadDigest", fmt::format("The {} you specified did not match the calculated checksum.", about),
              400};
    case Refusal::InvalidToken:
      return invalid_argument("The continuation token provided is incorrect", "continuation-token", about);
    case Refusal::TooLarge:
      return entity_too_large(0);
    case Refusal::NoSpace:
      // Not one of S3's own, which never runs out; and not a 503, which clients try again at once.
      return {"InsufficientStorage",
              fmt::format("There is no disk space left for {}/{}. Delete objects or free disk space.",
                          name.bucket, name.key),
              507, true};
  }
  return {"InternalError", "We encountered an internal error. Please try again.", 500, true};
}

}  // namespace berth::s3
