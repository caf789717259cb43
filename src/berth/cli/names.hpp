/// The names that people type and read, taken apart: ARNs, s3:// addresses, KEY=VALUE, REPOSITORY:TAG.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace berth::cli {

/// What stands after the last '/' or, without one, the last ':' : the id in a task's ARN, NAME:REV of a
/// task definition's. A text that is no ARN is answered as it is.
std::string short_name(std::string_view arn);

/// "Key=Value" at the first '='. Throws wrong_input naming `option` if there is none or the key is empty.
std::pair<std::string, std::string> key_and_value(std::string_view text, std::string_view option);

struct S3Address {
  std::string bucket;
  std::string key;  ///< may be empty
};
bool is_s3_address(std::string_view text);  ///< begins with s3://
/// s3://BUCKET[/KEY]. Throws wrong_input if the bucket is missing.
S3Address parse_s3_address(std::string_view text);

struct RepositoryTag {
  std::string repository;  ///< without the registry's host
  std::string tag;         ///< "latest" by default
};
/// [HOST[:PORT]/]REPOSITORY[:TAG]; a first part with a dot, a colon or the name localhost is a host. Throws
/// wrong_input if a part is empty or a digest is given.
RepositoryTag parse_repository_tag(std::string_view text);

/// What a file's name says about its content, for Content-Type; binary/octet-stream if nothing.
std::string_view content_type_of(std::string_view file_name);

}  // namespace berth::cli
