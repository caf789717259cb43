/// What IAM asks of names, paths, documents and tags before it takes them. Private to this folder.
#pragma once

#include "berth/identity/directory.hpp"

#include <map>
#include <string>
#include <string_view>

namespace berth::iam {

/// IAM is global: rows stand under this region.
inline constexpr const char* global = "aws-global";

// Each throws ValidationError, MalformedPolicyDocument or LimitExceeded.
void check_name(std::string_view name, std::size_t limit, std::string_view member);
void check_path(std::string_view path);
void check_tags(const std::map<std::string, std::string>& tags);
identity::StoredPolicy read_policy(const std::string& text, identity::PolicyKind kind);
/// A document's characters as IAM's quotas count them: without white space.
std::size_t counted_size(std::string_view text);

// The quotas of an account that nobody asked AWS to raise. Source: "IAM and AWS STS quotas".
inline constexpr std::size_t most_roles = 1000, most_profiles = 1000, most_policies = 1500;
inline constexpr std::size_t most_attached = 10, most_tags = 50;
inline constexpr std::size_t largest_trust = 2048, largest_inline = 10'240, largest_managed = 6144;

}  // namespace berth::iam
