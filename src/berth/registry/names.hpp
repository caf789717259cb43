/// How repositories, tags and images are called, and references to them. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace berth::registry {

/// ECR's rule: lower-case words of a-z 0-9 joined by . _ - and grouped by /, 2 to 256 characters.
bool is_repository_name(std::string_view name);
/// 1 to 128 of A-Z a-z 0-9 _ . -, not beginning with . or -.
bool is_tag(std::string_view tag);
/// "sha256:" and 64 lower-case hexadecimal digits.
bool is_digest(std::string_view text);
/// The digest of those bytes.
std::string digest_of(std::string_view bytes);

/// An image reference taken apart: [HOST[:PORT]/]REPOSITORY[:TAG][@DIGEST].
struct Reference {
  std::string host;        ///< empty if none was named
  std::string account;     ///< of an ECR host ACCOUNT.dkr.ecr.REGION.amazonaws.com; else empty
  std::string region;      ///< likewise
  std::string repository;  ///< may be no name that is_repository_name takes
  std::string tag;         ///< "latest" if neither tag nor digest were named; empty if only a digest was
  std::string digest;      ///< empty if none was named
};
/// Nothing if the text is no reference.
std::optional<Reference> parse_reference(std::string_view text);

/// True for localhost, *.localhost, 127.x.x.x and [::1], with or without port.
bool is_loopback(std::string_view host);

}  // namespace berth::registry
