#include "berth/services/s3/tags.hpp"

#include "base/encoding.hpp"
#include "berth/services/s3/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::s3 {
namespace {

/// Letters of every script, digits, blanks and + - = . _ : / @
bool are_tag_characters(std::string_view text) {
  constexpr std::string_view others = " +-=._:/@";
  return base::is_utf8(text) && std::all_of(text.begin(), text.end(), [&](char c) {
           bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
           return letter || static_cast<unsigned char>(c) >= 0x80 || others.find(c) != std::string_view::npos;
         });
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A plus is a blank here, as in forms.
std::optional<std::string> form_decode(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return base::percent_decode(spaced);
}

wire::ServiceError bad_header(std::string_view header) {
  return invalid_argument(
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag "
      "name duplicates.",
      "x-amz-tagging", std::string(header));
}

}  // namespace

TagMap checked_tags(const std::vector<Tag>& tags, std::size_t most) {
  if (tags.size() > most) {
    throw bad_request(fmt::format("{} tags cannot be greater than {}",
                                  most == most_object_tags ? "Object" : "Bucket", most));
  }
  TagMap map;
  for (const Tag& tag : tags) {
    if (tag.Key.empty() || characters(tag.Key) > 128 || !are_tag_characters(tag.Key))
      throw invalid_tag("The TagKey you have provided is invalid", tag.Key);
    if (tag.Key.starts_with("aws:"))
      throw invalid_tag("System tags cannot be added/updated by requester", tag.Key);
    if (characters(tag.Value) > 256 || !are_tag_characters(tag.Value))
      throw invalid_tag("The TagValue you have provided is invalid", tag.Key);
    if (!map.emplace(tag.Key, tag.Value).second)
      throw invalid_tag("Cannot provide multiple Tags with the same key", tag.Key);
  }
  return map;
}

TagMap parse_tag_header(std::string_view header) {
  std::vector<Tag> tags;
  TagMap seen;
  std::string_view rest = header;
  while (!rest.empty()) {
    std::size_t end = rest.find('&');
    std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (pair.empty()) continue;
    std::size_t equals = pair.find('=');
    auto key = form_decode(pair.substr(0, equals));
    auto value = equals == std::string_view::npos ? std::optional(std::string())
                                                  : form_decode(pair.substr(equals + 1));
    if (!key || !value || !seen.emplace(*key, *value).second) throw bad_header(header);
    tags.push_back({*key, *value});
  }
  return checked_tags(tags, most_object_tags);
}

std::vector<Tag> shown_tags(const TagMap& tags) {
  std::vector<Tag> list;
  for (const auto& [key, value] : tags) list.push_back({key, value});
  return list;
}

}  // namespace berth::s3
