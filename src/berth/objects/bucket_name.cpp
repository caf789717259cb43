#include "berth/objects/bucket_name.hpp"

#include "base/encoding.hpp"

#include <algorithm>

namespace berth::objects {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) { return (c >= 'a' && c <= 'z') || is_digit(c); }

/// Four groups of one to three digits: 192.168.5.4, and also 999.1.1.1.
bool looks_like_ipv4(std::string_view name) {
  int groups = 1;
  std::size_t digits = 0;
  for (char c : name) {
    if (c == '.') {
      if (digits == 0) return false;
      ++groups;
      digits = 0;
    } else if (!is_digit(c) || ++digits > 3) {
      return false;
    }
  }
  return groups == 4 && digits > 0;
}

}  // namespace

bool is_bucket_name(std::string_view name) {
  if (name.size() < 3 || name.size() > 63) return false;
  if (!is_alphanumeric(name.front()) || !is_alphanumeric(name.back())) return false;
  bool characters = std::all_of(name.begin(), name.end(),
                                [](char c) { return is_alphanumeric(c) || c == '.' || c == '-'; });
  // What AWS keeps for its own endpoints' names.
  for (std::string_view prefix : {"xn--", "sthree-"})
    if (name.starts_with(prefix)) return false;
  for (std::string_view suffix : {"-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"})
    if (name.ends_with(suffix)) return false;
  for (std::string_view pair : {"..", ".-", "-."}) {
    if (name.find(pair) != std::string_view::npos) return false;
  }
  return characters && !looks_like_ipv4(name);
}

bool is_object_key(std::string_view key) {
  return !key.empty() && key.size() <= longest_key && base::is_utf8(key);
}

}  // namespace berth::objects
