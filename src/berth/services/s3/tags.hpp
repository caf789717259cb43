/// Tags of objects and buckets: how they come, and what they may be. Pure.
#pragma once

#include "berth/services/s3/tag.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::s3 {

using TagMap = std::map<std::string, std::string>;

inline constexpr std::size_t most_object_tags = 10, most_bucket_tags = 50;

/// Of the header x-amz-tagging: "a=1&b=two%20words", encoded as a query. Throws InvalidArgument if it is none, or
/// names a tag twice; and as checked_tags.
TagMap parse_tag_header(std::string_view header);
/// Throws InvalidTag (characters, lengths, a key twice, system tags), BadRequest (more than `most`).
TagMap checked_tags(const std::vector<Tag>& tags, std::size_t most);
std::vector<Tag> shown_tags(const TagMap& tags);

}  // namespace berth::s3
