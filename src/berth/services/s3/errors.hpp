/// S3's errors, with its codes, statuses and texts; each stands once.
#pragma once

#include "berth/objects/error.hpp"
#include "berth/objects/types.hpp"
#include "berth/wire/error.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace berth::s3 {

wire::ServiceError no_such_bucket(const std::string& bucket);
wire::ServiceError invalid_bucket_name(const std::string& bucket);
wire::ServiceError no_such_version(const std::string& key, const std::string& version);
wire::ServiceError key_too_long(const std::string& key);
wire::ServiceError metadata_too_large();
wire::ServiceError malformed_xml();
wire::ServiceError invalid_storage_class(const std::string& storage_class);
wire::ServiceError invalid_argument(std::string message, std::string name, std::string value);
wire::ServiceError invalid_request(std::string message);
wire::ServiceError bad_request(std::string message);
wire::ServiceError invalid_tag(std::string message, std::string key);
/// 404: a bucket has no configuration of that kind.
wire::ServiceError not_set(std::string code, std::string message, const std::string& bucket);
wire::ServiceError access_denied();
wire::ServiceError entity_too_large(std::uint64_t size);
wire::ServiceError missing_content_length();
wire::ServiceError header_not_implemented(std::string_view header);
wire::ServiceError illegal_location(const std::string& location);
wire::ServiceError invalid_location(const std::string& location);

/// What the object store refused, said as S3 says it about `name`.
wire::ServiceError to_service_error(const objects::ObjectError& error, const objects::ObjectName& name);

}  // namespace berth::s3
